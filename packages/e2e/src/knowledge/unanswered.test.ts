import { expect, it } from 'vitest';
import { crowdPerson } from '../harness/fill-inbox.ts';
import { readTexts } from '../harness/read-texts.ts';
import { connectChannel, createBase, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';
import { checkScreen, sizes } from '../looks/check-screen.ts';

const stage = useStage({ kind: 'server' });
const LOOKS = [
  ['ru', 'desktop'],
  ['en', 'phone'],
] as const;

it.each(LOOKS)(
  'what customers asked and the assistant did not know is listed and counted, and gone once it is answered or hidden: %s, %s',
  async (locale, size) => {
    const t = readTexts(locale);
    const { url, telegram } = stage.product();
    const owner = await signUp(url, { locale });
    const baseId = await createBase(owner);
    const { token } = telegram.registerBot({ name: 'Бот магазина' });
    await connectChannel(owner, { type: 'telegram', token, knowledgeBaseId: baseId });
    const asked = [
      'Делаете ли вы гравировку на бокалах?',
      'делаете ли вы гравировку на бокалах',
      'Есть ли у вас парковка?',
    ];
    for (const [at, text] of asked.entries()) telegram.customerSends({ token, from: crowdPerson(at + 1), text });
    await expect
      .poll(async () => (await owner.call('GET', `/v1/learning/missing/${baseId}/`)).questions)
      .toHaveLength(2);
    const { page } = await stage.openAs(owner, { locale, viewport: sizes[size] });
    await page.goto(`${url}/app/knowledge-bases/${baseId}/`);
    await page.getByRole('tab', { name: t('knowledge.tab.missing') }).click();
    const rows = page.getByTestId('unanswered');
    const row = rows.filter({ hasText: /гравировку/ });
    await row.getByText(t('checks.unanswered.times', { count: 2, when: '' }).slice(0, 6)).waitFor();
    await row.getByRole('link', { name: t('checks.unanswered.dialog') }).waitFor();
    expect(await checkScreen(page, { name: `unanswered-${locale}`, size })).toEqual([]);
    await row.getByRole('button', { name: t('checks.unanswered.answer') }).press('Enter');
    const dialog = page.getByRole('dialog');
    // Asked in better words; the customer's own stay a way to ask it.
    await dialog.getByLabel(t('knowledge.pair.question'), { exact: true }).fill('Есть ли гравировка?');
    await dialog.getByLabel(t('knowledge.pair.answer'), { exact: true }).fill('Да, за 300 ₽.');
    await dialog.getByRole('button', { name: t('shell.save'), exact: true }).press('Enter');
    await row.waitFor({ state: 'detached' });
    expect(await rows.count()).toBe(1);
    const focused = page.locator(':focus');
    await rows
      .getByRole('button', { name: t('checks.unanswered.answer') })
      .and(focused)
      .waitFor();

    // Asked and answered while the list is shown.
    telegram.customerSends({ token, from: crowdPerson(4), text: 'Можно ли прийти с собакой?' });
    await rows.filter({ hasText: /собакой/ }).waitFor();
    const dogs = { question: 'Можно ли прийти с собакой?', answer: 'Можно.' };
    await owner.call('POST', `/v1/learning/create-question-answer/${baseId}/`, dogs);
    await rows.filter({ hasText: /собакой/ }).waitFor({ state: 'detached' });

    const tab = page.getByRole('tab', { name: t('knowledge.tab.missing') });
    await expect.poll(() => tab.textContent()).toBe(`${t('knowledge.tab.missing')} 1`);
    await page.keyboard.press('Shift');
    await rows.getByRole('button', { name: t('checks.unanswered.hide') }).press('Enter');
    const away = page.getByTestId('unanswered-hidden');
    const back = away.getByRole('button', { name: t('checks.unanswered.show') });
    await away.getByText(t('checks.unanswered.hidden_hint')).waitFor();
    await away.locator('button:focus').waitFor();
    expect(await checkScreen(page, { name: `unanswered-hidden-${locale}`, size })).toEqual([]);
    await back.press('Enter');
    await rows.and(page.locator(':focus-within')).waitFor();
    await rows.getByRole('button', { name: t('checks.unanswered.hide') }).click();
    await away.waitFor();
    telegram.customerSends({ token, from: crowdPerson(9), text: 'есть ли у вас ПАРКОВКА' });
    await expect
      .poll(async () => (await owner.call('GET', `/v1/learning/missing/${baseId}/`)).hidden)
      .toMatchObject([{ count: 2 }]);
    await page.reload();
    await page.getByText(t('checks.unanswered.hidden', { count: 1 })).click();
    await away.getByText(/ПАРКОВКА/).waitFor();
    expect(await rows.count()).toBe(0);
    expect(await tab.textContent()).toBe(`${t('knowledge.tab.missing')} `);
    expect(await checkScreen(page, { name: `unanswered-away-${locale}`, size })).toEqual([]);
    const { pairs } = await owner.call('GET', `/v1/learning/question-answer/${baseId}/`);
    expect(pairs).toContainEqual(
      expect.objectContaining({
        question: 'Есть ли гравировка?',
        phrasings: [expect.stringMatching(/гравировку на бокалах/)],
      }),
    );
  },
);
