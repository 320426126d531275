import { expect, it } from 'vitest';
import { inboxOf } from '../harness/inbox.ts';
import { readTexts } from '../harness/read-texts.ts';
import { connectChannel, createBase, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';
import { findCovered, toastsOf } from './find-covered.ts';
import { walk } from './walk.ts';

const stage = useStage({ kind: 'server' });

it.each([
  ['phone', 'ru'],
  ['desktop', 'en'],
] as const)(
  'toasts of a dialog leave free what was pressed, the field and the way to send: %s, %s',
  async (size, locale) => {
    const t = readTexts(locale);
    const { telegram, url } = stage.product();
    const owner = await signUp(url, { locale });
    const { token } = telegram.registerBot({ name: 'Мебель' });
    await connectChannel(owner, { type: 'telegram', token, knowledgeBaseId: await createBase(owner) });
    telegram.customerSends({ token, from: { id: 880_001, firstName: `Мария ${size}` }, text: 'Как вернуть товар?' });
    const { page, look, go, faults } = await walk(stage, { size, person: owner, locale });
    const inbox = inboxOf(page, t);
    await go('/app/inbox/');
    await inbox.choose('Мария');
    await inbox.field.fill('Первая строка\nВторая строка\nТретья строка\nЧетвёртая строка\nПятая строка');
    const key = size === 'phone' ? 'dialogs.action.take_short' : 'dialogs.action.take';
    const back = size === 'phone' ? 'dialogs.action.hand_back_short' : 'dialogs.action.hand_back';
    await page.getByRole('button', { name: t(key), exact: true }).click();
    await page.getByText(t('dialogs.toast.paused')).waitFor();
    // It stays while it is pointed at.
    await toastsOf(page).first().hover();
    const kept = {
      'the field': inbox.field,
      'the way to send': page
        .getByRole('button', { name: t('dialogs.composer.send'), exact: true })
        .filter({ visible: true }),
      'what was pressed': page.getByRole('button', { name: t(back), exact: true }).first(),
    };
    await expect.poll(() => findCovered(page, kept)).toEqual([]);
    await look(`toast-dialog-${locale}`);
    expect(faults).toEqual([]);
  },
);

it.each([
  ['phone', 'en'],
  ['desktop', 'ru'],
] as const)(
  'many answers in a row: saved by keys, one toast that counts, and nothing covered: %s, %s',
  async (size, locale) => {
    const t = readTexts(locale);
    const owner = await signUp(stage.product().url, { locale });
    const baseId = await createBase(owner, []);
    const { page, look, go, faults } = await walk(stage, { size, person: owner, locale });
    await go(`/app/knowledge-bases/${baseId}/`);
    await page
      .getByRole('button', { name: t('knowledge.pair.add') })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    const [question, answer] = (['question', 'answer'] as const).map((name) =>
      dialog.getByLabel(t(`knowledge.pair.${name}`), { exact: true }),
    );
    if (question === undefined || answer === undefined) throw new Error('There are two fields.');
    const another = dialog.getByRole('button', { name: t('knowledge.pair.save_and_add') });
    for (const number of [1, 2, 3]) {
      await question.fill(`Вопрос ${number}?`);
      await answer.fill(`Ответ ${number}.`);
      await another.click();
      await expect.poll(() => question.inputValue()).toBe('');
      expect(await question.evaluate((field) => field.matches(':focus'))).toBe(true);
    }
    await toastsOf(page)
      .getByText(t('shell.toast_times', { message: t('knowledge.pair.saved'), count: 3 }))
      .waitFor();
    expect(await toastsOf(page).count()).toBe(1);
    const save = dialog.getByRole('button', { name: t('shell.save'), exact: true });
    await expect.poll(() => findCovered(page, { question, answer, another, save })).toEqual([]);
    await look(`toast-pairs-${locale}`);

    await another.click();
    await dialog.getByText(t('errors.field.required')).first().waitFor();
    await question.fill('Вопрос 4?');
    await answer.fill('Ответ 4.');
    await answer.press('Control+Enter');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByTestId('pair').count()).toBe(4);
    expect(faults).toEqual([]);
  },
);

/** Side by side, where a toast would stand. */
const BESIDE = `
  const place = (element, left) => {
    Object.assign(element.style, { position: 'fixed', bottom: '70px', left, width: '80px', zIndex: 300 });
    document.querySelector('main').append(element);
  };
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: 'One' });
  const details = Object.assign(document.createElement('details'), { innerHTML: '<summary>Other</summary>' });
  place(button, '140px');
  place(details, '260px');
`;

it('risk: a toast moves under what is being pressed', async () => {
  const t = readTexts('en');
  const owner = await signUp(stage.product().url, { locale: 'en' });
  const baseId = await createBase(owner, [{ question: 'Is there parking?', answer: 'Yes.' }]);
  const { page, go } = await walk(stage, { size: 'phone', person: owner, locale: 'en' });
  await go(`/app/knowledge-bases/${baseId}/`);
  await page
    .getByRole('button', { name: t('knowledge.pair.add') })
    .first()
    .waitFor();
  await page.evaluate(BESIDE);
  // Toasts go with time: it stands still.
  await page.clock.install();
  await page.getByTestId('pair').getByRole('button').first().click();
  await page.getByRole('dialog').getByLabel(t('knowledge.pair.answer'), { exact: true }).fill('Yes, free.');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('shell.save'), exact: true })
    .click();
  await toastsOf(page).first().waitFor();
  await page.getByRole('button', { name: 'One', exact: true }).focus();
  const summary = page.locator('summary', { hasText: 'Other' });
  await expect.poll(() => findCovered(page, { summary })).toEqual([]);
  await summary.click();
  expect(await page.locator('details', { hasText: 'Other' }).getAttribute('open')).toBe('');
});
