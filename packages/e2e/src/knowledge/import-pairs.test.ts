import { expect, it } from 'vitest';
import { readTexts } from '../harness/read-texts.ts';
import { createBase, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';
import { walk } from '../looks/walk.ts';

const stage = useStage({ kind: 'server' });

const ROWS = 1000;
/** More than a window shows. */
const GOODS = 30;
/** Every hundredth row lacks its answer. */
const FAULTY = ROWS / 100;

const bottomOf = (box: { y: number; height: number } | null): number => (box === null ? 0 : box.y + box.height);

function buildSheet(): string {
  const rows = Array.from({ length: ROWS }, (_, at) =>
    at % 100 === 50 ? `Вопрос номер ${at}?,,` : `Вопрос номер ${at}?,Ответ номер ${at}.,Как быть с номером ${at}`,
  );
  const known = 'Сколько стоит доставка?,Доставка стоит 500 ₽.,';
  return ['Вопрос,Ответ,Другие формулировки', known, ...rows].join('\n');
}

it.each([
  ['desktop', 'ru'],
  ['phone', 'en'],
] as const)('a thousand answers with errors among them come from a spreadsheet: %s, %s', async (size, locale) => {
  const t = readTexts(locale);
  const owner = await signUp(stage.product().url, { locale });
  const id = await createBase(owner, [{ question: 'Сколько стоит доставка?', answer: 'Доставка стоит 300 ₽.' }]);
  const { page, look, go, faults } = await walk(stage, { size, person: owner, locale });
  await go(`/app/knowledge-bases/${id}/`);
  await page.getByRole('button', { name: t('knowledge.import.open') }).click();
  const dialog = page.getByRole('dialog');
  const check = dialog.getByRole('button', { name: t('knowledge.import.look') });
  await check.click();
  await dialog.getByText(t('errors.knowledge.file_or_link')).waitFor();
  await look(`import-nothing-${locale}`);
  const help = dialog.getByRole('link', { name: t('shell.help_named', { subject: t('shell.nav.knowledge') }) });
  expect(await help.getAttribute('href')).toBe('/docs/knowledge/');
  const choose = async (name: string, text: string) => {
    const choosing = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: /Выбрать|Choose/ }).click();
    await (await choosing).setFiles([{ name, mimeType: 'text/csv', buffer: Buffer.from(text) }]);
  };
  const goods = Array.from({ length: GOODS }, (_, at) => `Чай номер ${at},${at} ₽`);
  await choose('price.csv', ['Товар,Ответ', ...goods].join('\n'));
  await check.click();
  await dialog.getByText(t('knowledge.import.rename.question')).waitFor();
  await look(`import-columns-${locale}`);
  await dialog.getByLabel(t('knowledge.import.column.question'), { exact: true }).selectOption({ label: 'A: Товар' });
  await dialog.getByRole('button', { name: t('knowledge.import.use_columns') }).click();
  const runGoods = dialog.getByRole('button', { name: t('knowledge.import.run', { count: GOODS }) });
  await runGoods.waitFor();
  expect(bottomOf(await runGoods.boundingBox())).toBeLessThanOrEqual(bottomOf(await dialog.boundingBox()));
  await look(`import-chosen-${locale}`);
  await dialog.getByRole('button', { name: t('knowledge.import.other_sheet') }).click();
  await choose('ways.csv', 'Вопрос,Ответ,Ещё спрашивают\nГде вы?,На Лесной,Какой адрес?; Как доехать?');
  await check.click();
  await dialog.getByRole('button', { name: t('knowledge.import.choose_columns') }).click();
  const ways = dialog.getByLabel(t('knowledge.import.column.phrasings'), { exact: true });
  await ways.selectOption({ label: 'B: Ответ' });
  await dialog.getByText(t('knowledge.import.taken_column')).waitFor();
  await ways.selectOption({ label: 'C: Ещё спрашивают' });
  await dialog.getByRole('button', { name: t('knowledge.import.use_columns') }).click();
  await dialog
    .getByTestId('import-row')
    .getByText(/Какой адрес/)
    .waitFor();
  await look(`import-phrasings-${locale}`);
  await dialog.getByRole('button', { name: t('knowledge.import.other_sheet') }).click();
  await choose('faq.csv', buildSheet());
  await check.press('Enter');
  const run = dialog.getByRole('button', { name: t('knowledge.import.run', { count: ROWS - FAULTY + 1 }) });
  await run.waitFor();
  const focused = dialog.locator(':focus');
  await dialog
    .getByRole('region', { name: t('knowledge.import.columns') })
    .and(focused)
    .waitFor();
  const rows = dialog.getByTestId('import-row');
  await rows.getByText('Доставка стоит 300 ₽.').waitFor();
  await look(`import-preview-${locale}`);
  await dialog.getByRole('radio', { name: t('knowledge.import.filter.skipped', { number: FAULTY }) }).click();
  await expect.poll(() => rows.count()).toBe(FAULTY);
  const fault = t('knowledge.many.fault.answer_empty');
  await rows.filter({ hasText: /^53/ }).getByText(fault, { exact: true }).waitFor();
  await run.press('Enter');
  const done = { added: ROWS - FAULTY, changed: 1, skipped: FAULTY };
  const words = Object.entries(done).map(([outcome, count]) => t(`knowledge.import.done.${outcome}`, { count }));
  await dialog.getByText(words.join(' '), { exact: true }).waitFor();
  await dialog.getByRole('status').and(focused).waitFor();
  await look(`import-done-${locale}`);
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: t('knowledge.import.download') }).click();
  expect((await downloading).suggestedFilename()).toBe(`${t('knowledge.import.file_name')}.csv`);
  await dialog
    .getByRole('button', { name: t('shell.close') })
    .last()
    .click();
  await page.getByText(t('knowledge.pairs', { count: ROWS - FAULTY + 1 })).waitFor();
  await page.getByRole('searchbox', { name: t('knowledge.search') }).fill('быть с номером 123');
  await page.getByTestId('pair').getByText('Вопрос номер 123?').waitFor();
  await page.getByRole('searchbox', { name: t('knowledge.search') }).fill('');
  await page.getByRole('button', { name: t('knowledge.import.open') }).click();
  const undo = dialog.getByRole('button', { name: t('knowledge.undo.open') });
  await dialog.getByText('faq.csv').waitFor();
  await look(`import-last-${locale}`);
  await undo.click();
  const question = dialog.getByRole('region', { name: t('knowledge.undo.title') });
  await question.getByText(t('knowledge.undo.removes', { count: ROWS - FAULTY })).waitFor();
  await question
    .getByRole('button', { name: t('knowledge.undo.leave') })
    .and(focused)
    .waitFor();
  await look(`import-undo-${locale}`);
  await undo.click();
  await dialog.getByText(t('knowledge.undo.removed', { count: ROWS - FAULTY })).waitFor();
  await dialog.getByRole('status').and(focused).waitFor();
  await look(`import-undone-${locale}`);
  await dialog.getByRole('button', { name: t('shell.cancel') }).click();
  await page.getByText(t('knowledge.pairs', { count: 1 })).waitFor();
  await page.getByTestId('pair').getByText('Доставка стоит 300 ₽.').waitFor();
  await page.goto(`${stage.product().url}/docs/knowledge/`);
  await page.getByRole('heading', { name: /^(?:База знаний|Knowledge base)$/, level: 1 }).waitFor();
  await look(`knowledge-help-${locale}`);
  expect(faults).toEqual([]);
});
