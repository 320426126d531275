import { expect, it } from 'vitest';
import { readTexts } from '../harness/read-texts.ts';
import { createBase, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';
import { checkScreen, sizes } from '../looks/check-screen.ts';

const stage = useStage({ kind: 'server' });

it.each([
  ['ru', 'desktop'],
  ['en', 'phone'],
] as const)(
  'a contradiction is shown and settled, and the base answers as boldly as chosen: %s, %s',
  async (locale, size) => {
    const t = readTexts(locale);
    const owner = await signUp(stage.product().url, { locale });
    const id = await createBase(owner, [
      { question: 'Сколько стоит упаковка букета?', answer: 'Упаковка букета стоит 150 ₽.' },
      { question: 'Какая цена упаковки букета?', answer: 'Упаковка — 200 рублей.' },
      { question: 'Есть ли скидки?', answer: 'Скидка 10 % действует до 5 марта 2020 года.' },
    ]);
    const { page } = await stage.openAs(owner, { locale, viewport: sizes[size] });
    await page.goto(`${stage.product().url}/app/knowledge-bases/${id}/?tab=check`);
    await page.getByRole('button', { name: t('checks.findings.check') }).click();
    const findings = page.getByTestId('finding');
    const prices = findings.filter({ hasText: t('checks.finding.price') });
    await prices.getByText('Упаковка — 200 рублей.').waitFor();
    await prices.getByText('Упаковка букета стоит 150 ₽.').waitFor();
    await page.getByText(t('checks.boldness.unknown')).waitFor();
    expect(await checkScreen(page, { name: `checks-${locale}`, size })).toEqual([]);

    await prices
      .getByRole('button', { name: t('checks.finding.edit') })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    const answer = dialog.getByLabel(t('knowledge.pair.answer'), { exact: true });
    const isFirst = (await answer.inputValue()).includes('150');
    await answer.fill(isFirst ? 'Упаковка букета стоит 200 ₽.' : 'Упаковка — 150 рублей.');
    await dialog.getByRole('button', { name: t('shell.save'), exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: t('checks.findings.check') }).click();
    await prices.waitFor({ state: 'detached' });

    const expired = findings.filter({ hasText: t('checks.finding.expired') });
    await expired.getByRole('button', { name: t('checks.finding.leave') }).click();
    await page.getByText(t('checks.findings.none')).waitFor();
    await page.getByText(t('checks.findings.ignored', { count: 1 })).click();
    await expired.getByRole('button', { name: t('checks.finding.reopen') }).waitFor();

    const bold = page.getByRole('radio', { name: t('checks.boldness.bold'), exact: false });
    const chosen = page.waitForResponse(
      (answer) => answer.request().method() === 'PUT' && answer.url().includes('/boldness/'),
    );
    await bold.click();
    await chosen;
    await page.reload();
    await bold.waitFor({ state: 'attached' });
    await expect.poll(() => bold.isChecked()).toBe(true);
    await bold.scrollIntoViewIfNeeded();
    expect(await checkScreen(page, { name: `boldness-${locale}`, size })).toEqual([]);
  },
);
