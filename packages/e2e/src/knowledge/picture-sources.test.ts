import { startModelSimulator } from '@otvet/simulators';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { askInTelegram } from '../harness/ask-in-telegram.ts';
import { readTexts } from '../harness/read-texts.ts';
import { createBase, shopPairs, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';
import { walk } from '../looks/walk.ts';

const model = await startModelSimulator({ models: ['eyes'] });
const stage = useStage({ kind: 'server', env: { AI_BASE_URL: model.baseUrl, AI_MODEL: 'eyes' } });
afterAll(() => model.close());

const services: [string, string][] = [
  ['Чистка дивана', '1750 ₽'],
  ['Полировка стола', '3000 ₽'],
  ['Сборка шкафа', '4200 ₽'],
];
const transcription = ['# Прайс мастерской', '', '| Услуга | Цена |', '|---|---|']
  .concat(services.map(([name, price]) => `| ${name} | ${price} |`))
  .join('\n');

/** A price list as a photo: drawn by the browser, so that people see what the model reads. */
async function drawPrices(page: Page, width: number): Promise<Buffer> {
  const rows = services.map(([name, price]) => `<tr><td>${name}</td><td><b>${price}</b></td></tr>`).join('');
  const canvas = await page.context().newPage();
  await canvas.setViewportSize({ width, height: 420 });
  await canvas.setContent(
    `<body style="font:28px sans-serif;padding:24px;background:#fff8e6"><h1>Прайс мастерской</h1><table cellpadding=10>${rows}</table></body>`,
  );
  const picture = await canvas.screenshot({ type: 'png' });
  await canvas.close();
  return picture;
}

it.each([
  ['desktop', 'ru', 640],
  ['phone', 'en', 600],
] as const)(
  'a picture of a price list is read, asked about, and shown beside what was read: %s, %s',
  async (size, locale, width) => {
    const t = readTexts(locale);
    model.setViewing(() => transcription);
    const answer = 'Полировка стола стоит 3000 ₽.';
    model.setAnswer(() => ({ decision: 'answer', text: answer, passages: [1] }));
    const owner = await signUp(stage.product().url, { locale });
    const baseId = await createBase(owner, shopPairs);
    const { page, look, go, faults } = await walk(stage, { size, person: owner, locale });
    const picture = await drawPrices(page, width);
    await go(`/app/knowledge-bases/${baseId}/?tab=sources`);
    await page.getByText(t('sources.empty.title')).waitFor();
    const buffer = { mimeType: 'image/png', buffer: picture };
    await page.locator('input[type=file]').setInputFiles([{ name: 'Прайс.png', ...buffer }]);
    const row = page.getByTestId('source').filter({ hasText: 'Прайс.png' });
    await row.getByText(t('sources.state.ready')).waitFor();
    await row.getByText(t('sources.kind.picture')).waitFor();
    await look(`picture-source-${locale}`);

    await page.getByRole('tab', { name: t('knowledge.tab.check') }).click();
    await page.getByLabel(t('knowledge.try.question')).fill('сколько стоит полировка стола');
    await page.getByRole('button', { name: t('knowledge.try.button'), exact: true }).click();
    await page.getByTestId('tried').getByText(answer).waitFor();
    const quote = page.getByTestId('answer-source');
    await quote.getByText('Прайс.png').waitFor();
    await quote.getByRole('link', { name: t('shell.show_in_source') }).click();
    await page.locator('[data-marked]').getByText('Полировка стола').waitFor();
    const shown = page.getByRole('link', { name: t('sources.opened.picture_named', { name: 'Прайс.png' }) });
    await expect
      .poll(() => shown.getByRole('img').evaluate((image: { naturalWidth?: number }) => image.naturalWidth ?? 0))
      .toBe(width);
    await look(`picture-opened-${locale}`);

    const inbox = await askInTelegram(stage, { owner, baseId, page, t, question: 'сколько стоит полировка стола' });
    await inbox.message(answer).waitFor();
    expect(faults).toEqual([]);
  },
);

it('a busy model is tried again; one that takes no pictures says so, and the next picture is not even stored', async () => {
  const t = readTexts('ru');
  model.setViewing(() => transcription);
  const owner = await signUp(stage.product().url);
  const baseId = await createBase(owner, shopPairs);
  const { page, look, go, faults } = await walk(stage, { size: 'phone', person: owner });
  await go(`/app/knowledge-bases/${baseId}/?tab=sources`);
  await page.getByText(t('sources.empty.title')).waitFor();
  const upload = async (name: string, width: number) => {
    const buffer = await drawPrices(page, width);
    await page.locator('input[type=file]').setInputFiles([{ name, mimeType: 'image/png', buffer }]);
    return page.getByTestId('source').filter({ hasText: name });
  };
  model.faults.add({ kind: 'rate-limited', retryAfter: 1 });
  const busy = await upload('Занята.png', 500);
  await busy.getByText(t('knowledge.source.reason.model_busy')).waitFor();
  await stage.product().sql(`update knowledge_sources set due_at = now() where due_at is not null`);
  await busy.getByText(t('sources.state.ready')).waitFor();

  model.setBlind(['eyes']);
  const blind = await upload('Не видит.png', 510);
  await blind.getByText(t('knowledge.source.reason.picture_unseen')).waitFor();
  await upload('Вторая.png', 520);
  const refused = page.getByTestId('sending').filter({ hasText: 'Вторая.png' });
  await refused.getByText(t('sources.refused.unseen')).waitFor();
  expect(
    await refused.getByRole('button', { name: t('sources.sending.again_named', { name: 'Вторая.png' }) }).count(),
  ).toBe(0);
  await look('picture-blind-ru');
  // The picture, and ours that says that it is meant for all of them.
  expect(model.ledger.calls.filter(({ status }) => status === 400)).toHaveLength(2);
  expect(faults).toEqual([]);
});
