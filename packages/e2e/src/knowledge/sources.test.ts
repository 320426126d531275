import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makePdf } from '../../../server/src/domains/knowledge/testing/documents/make-pdf.ts';
import { makeXlsx } from '../../../server/src/domains/knowledge/testing/documents/make-xlsx.ts';
import { askInTelegram } from '../harness/ask-in-telegram.ts';
import { readTexts } from '../harness/read-texts.ts';
import { createBase, shopPairs, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';
import { checkScreen, sizes } from '../looks/check-screen.ts';
import { walk } from '../looks/walk.ts';

const stage = useStage({ kind: 'server', env: { ALLOW_PRIVATE_ADDRESSES: '1' } });

const services = [
  ...['Перетяжка кресла', 'Чистка дивана', 'Сборка шкафа', 'Вынос старой мебели', 'Ремонт стула', 'Замена петель'],
  ...['Полировка стола', 'Подъём на этаж', 'Хранение на складе', 'Замена поролона', 'Пошив чехла', 'Врезка замка'],
  ...['Распил столешницы', 'Навеска полок', 'Упаковка в плёнку'],
];
const rows = services.map((service, at) => [service, 1500 + at * 250]);
const prices = makeXlsx([{ name: 'Цены', rows: [['Услуга', 'Цена, ₽'], ...rows] }]);
const RULES = '# Гарантия\n\nГарантия на мебель два года.\n\n# Возврат\n\nДиван можно вернуть в течение недели.';

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });

const PLACE = ['passage', 'source', 'tab'];

/** The file field of the screen, as a person fills it by choosing files. */
const chooseFiles = (page: Page) => page.locator('input[type=file]');

it.each([
  ['desktop', 'ru'],
  ['phone', 'en'],
] as const)(
  'a price list is uploaded, asked about, and opened at the place of the answer: %s, %s',
  async (size, locale) => {
    const t = readTexts(locale);
    const owner = await signUp(stage.product().url, { locale });
    const baseId = await createBase(owner, shopPairs);
    const { page, look, go, faults } = await walk(stage, { size, person: owner, locale });
    await go(`/app/knowledge-bases/${baseId}/`);
    await page.getByRole('tab', { name: t('knowledge.tab.sources') }).click();
    await page.getByText(t('sources.empty.title')).waitFor();
    await look(`sources-empty-${locale}`);
    await page.getByLabel(t('sources.add.hint')).fill('Мебель «Дом»');
    await chooseFiles(page).setInputFiles([
      file('Прайс 2026.xlsx', prices),
      file('Гарантия и возврат.md', Buffer.from(RULES)),
      file('Скан договора.pdf', makePdf([[]])),
      file('Зарплаты.pdf', makePdf([[{ text: 'hello', x: 1, y: 1 }]], { encrypt: true })),
      file('Письмо.pdf', Buffer.from('MZ not a document')),
      file('Архив.zip', Buffer.from('PK')),
      file('Старый договор.doc', Buffer.from('x')),
      file('Каталог.pdf', Buffer.alloc(10 * 1024 * 1024 + 1)),
    ]);
    const row = (name: string) => page.getByTestId('source').filter({ hasText: name });
    await row('Прайс 2026').getByText(t('sources.state.ready')).waitFor();
    await row('Гарантия').getByText(t('sources.state.ready')).waitFor();
    // Whatever is wrong is said by name and in words, and the rest goes on.
    await row('Скан').getByText(t('knowledge.source.reason.no_text')).waitFor();
    await row('Зарплаты').getByText(t('knowledge.source.reason.password')).waitFor();
    await row('Письмо').getByText(t('knowledge.source.reason.wrong_type')).waitFor();
    // Another reading would end the same: another file is asked for.
    const replace = t('sources.action.replace_named', { name: 'Зарплаты.pdf' });
    await row('Зарплаты').getByRole('button', { name: replace }).waitFor();
    expect(await page.getByRole('button', { name: t('sources.action.read_again') }).count()).toBe(0);
    await page.getByText(t('sources.next_step')).waitFor();
    const refused = page.getByTestId('sending');
    await expect.poll(() => refused.count()).toBe(3);
    await refused.filter({ hasText: 'Архив.zip' }).getByText(t('sources.refused.type')).waitFor();
    await refused.filter({ hasText: 'Старый договор' }).getByText(t('sources.refused.old_word')).waitFor();
    await look(`sources-${locale}`);
    await row('Скан').scrollIntoViewIfNeeded();
    await look(`sources-list-${locale}`);
    // The same content under another name is told, and takes nothing from the one that is there.
    await chooseFiles(page)
      .first()
      .setInputFiles([file('Прайс-2.xlsx', prices)]);
    const known = { name: 'Прайс-2.xlsx', known: 'Прайс 2026.xlsx' };
    await refused.getByText(t('sources.sending.known', known)).waitFor();
    await row('Прайс 2026').getByText(t('sources.state.ready')).waitFor();
    await refused.filter({ hasText: 'Прайс-2' }).scrollIntoViewIfNeeded();
    await look(`sources-known-${locale}`);
    await page.getByRole('button', { name: t('sources.sending.dismiss_named', { name: known.name }) }).click();
    for (const name of ['Архив.zip', 'Старый договор.doc', 'Каталог.pdf'])
      await page.getByRole('button', { name: t('sources.sending.dismiss_named', { name }) }).click();
    expect(await refused.count()).toBe(0);
    await page.getByRole('tab', { name: `${t('knowledge.tab.sources')} 5` }).waitFor();

    await page.getByRole('tab', { name: t('knowledge.tab.check') }).click();
    await page.getByLabel(t('knowledge.try.question')).fill('сколько стоит полировка стола');
    await page.getByRole('button', { name: t('knowledge.try.button'), exact: true }).click();
    const quote = page.getByTestId('answer-source');
    await quote.getByText('Полировка стола; Цена, ₽: 3000').waitFor();
    await quote.getByText('Прайс 2026.xlsx').waitFor();
    await look(`answer-source-${locale}`);
    await quote.getByRole('link', { name: t('shell.show_in_source') }).click();
    const marked = page.locator('[data-marked]');
    await marked.locator('mark').getByText('Полировка стола').waitFor();
    await expect.poll(() => marked.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(800);
    await look(`source-at-place-${locale}`);
    expect(await page.getByTestId('passage').count()).toBeGreaterThan(0);
    // The address opens the place by itself, and holds nothing of what was said to a customer.
    expect(Object.keys(Object.fromEntries(new URL(page.url()).searchParams)).sort()).toEqual(PLACE);
    await page.reload();
    await marked.locator('mark').getByText('Полировка стола').waitFor();
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.locator('[data-marked]').getByText('Полировка стола').waitFor();
    await other.close();
    await page.getByRole('searchbox').fill('П');
    await page.getByText(t('errors.knowledge.search_too_short')).waitFor();
    await page.getByRole('searchbox').fill('ПОЛИРОВКА');
    await page.getByText(t('sources.opened.found', { count: 1 })).waitFor();
    await page.getByTestId('passage').getByRole('cell', { name: '3000', exact: true }).waitFor();
    await look(`source-search-${locale}`);

    // A customer gets the same answer; its source opens from the dialog.
    const inbox = await askInTelegram(stage, { owner, baseId, page, t, question: 'сколько стоит полировка стола' });
    await inbox.message('Полировка стола — цена: 3000 ₽').waitFor();
    await page
      .getByRole('button', { name: t('dialogs.debug.button') })
      .first()
      .click();
    await page.getByRole('dialog').getByTestId('answer-source').getByText('Прайс 2026.xlsx').waitFor();
    await look(`answer-why-${locale}`);
    await page.keyboard.press('Escape');
    await inbox.messages.getByRole('link', { name: 'Прайс 2026.xlsx › Цены', exact: true }).click();
    await marked.getByText('Полировка стола').waitFor();
    expect(faults).toEqual([]);
  },
);

it('a file that cannot be read gives its place to another one, chosen on its row', async () => {
  const t = readTexts('ru');
  const owner = await signUp(stage.product().url);
  const baseId = await createBase(owner, shopPairs);
  const { page, look, go, faults } = await walk(stage, { size: 'phone', person: owner });
  await go(`/app/knowledge-bases/${baseId}/?tab=sources`);
  await page.getByText(t('sources.empty.title')).waitFor();
  await chooseFiles(page).setInputFiles([file('Письмо.pdf', Buffer.from('MZ not a document'))]);
  const source = page.getByTestId('source');
  await source.getByText(t('knowledge.source.reason.wrong_type')).waitFor();
  const another = async (name: string, words: string) => {
    const opened = page.waitForEvent('filechooser');
    await source.getByRole('button', { name: t('sources.action.replace_named', { name: 'Письмо.pdf' }) }).click();
    await (await opened).setFiles(file(name, Buffer.from(words)));
  };
  await another('Письмо.zip', 'PK');
  await source.getByText(t('sources.refused.type')).waitFor();
  await look('source-refused-ru');
  await another('Письмо.md', 'Гарантия на мебель два года.');
  await source.getByRole('link', { name: 'Письмо.md' }).waitFor();
  await source.getByText(t('sources.state.ready')).waitFor();
  expect(await source.count()).toBe(1);
  expect(faults).toEqual([]);
});

/** A page of a shop on this machine, whose words a test changes. */
async function openSite(read: () => string) {
  const site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      `<!doctype html><html lang="ru"><head><title>Доставка</title></head><body><main>${read()}</main></body>`,
    );
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const address = site.address();
  if (address === null || typeof address === 'string') throw new Error('The site has no port.');
  const close = () => new Promise((resolve) => site.close(resolve));
  return { url: `http://127.0.0.1:${address.port}/delivery`, close };
}

it.each([
  ['ru', 'desktop'],
  ['en', 'phone'],
] as const)(
  'a page is added by its link; it changes, and so does the answer; removed, it answers no more: %s, %s',
  async (locale, size) => {
    const t = readTexts(locale);
    let price = '900';
    const site = await openSite(
      () =>
        `<h1>Доставка</h1><p>Доставка дивана по городу стоит ${price} рублей. Подъём на этаж оплачивается отдельно.</p>`,
    );
    try {
      const owner = await signUp(stage.product().url, { locale });
      const baseId = await createBase(owner, shopPairs.slice(1));
      const { page } = await stage.openAs(owner, { locale, viewport: sizes[size] });
      const other = await stage.openAs(owner, { locale });
      await other.page.goto(`${stage.product().url}/app/knowledge-bases/${baseId}/?tab=sources`);
      await other.page.getByText(t('sources.empty.title')).waitFor();
      await page.goto(`${stage.product().url}/app/knowledge-bases/${baseId}/?tab=sources`);
      const link = page.getByLabel(t('sources.add.link'));
      const add = page.getByRole('button', { name: t('sources.add.link_button'), exact: true });
      await add.click();
      await page.getByText(t('errors.knowledge.file_or_link')).waitFor();
      await link.fill('https://docs.google.com/spreadsheets/d/1a2B3c4D5e6F7g8H9i0JkLmNoPqRsTuV/edit');
      await page.getByText(t('sources.link.google_sheet')).waitFor();
      await link.fill('не ссылка');
      await page.getByText(t('sources.link.wrong')).waitFor();
      await link.fill(site.url);
      await page.getByText(t('sources.link.page')).waitFor();
      await add.click();
      const ready = page.getByTestId('source').getByText(t('sources.state.ready'));
      await ready.waitFor();
      // Another window hears of it without a reload.
      await other.page.getByTestId('source').getByText(t('sources.state.ready')).waitFor();

      const ask = async (said: string) => {
        await page.getByRole('tab', { name: t('knowledge.tab.check') }).click();
        await page.getByLabel(t('knowledge.try.question')).fill('Сколько стоит доставка дивана по городу?');
        await page.getByRole('button', { name: t('knowledge.try.button'), exact: true }).click();
        await page.getByTestId('tried').getByText(said).first().waitFor();
        // Its passage is asked for by itself, and may be gone where that comes late.
        await page.getByTestId('answer-source').first().waitFor();
      };
      await ask('стоит 900 рублей');
      price = '1200';
      await page.getByRole('tab', { name: t('knowledge.tab.sources') }).click();
      // Of one page it is asked for at most once a minute: the look that a person asks for may wait in the list.
      await stage.product().sql(`update knowledge_sources set tried_at = tried_at - interval '1 hour'`);
      await page.getByTestId('source').getByRole('link').click();
      await page.getByLabel(t('sources.every.label')).selectOption({ label: t('sources.every.hour') });
      await page.getByText(t('sources.every.saved')).waitFor();
      await page.getByRole('button', { name: t('sources.action.check_now'), exact: true }).click();
      await page.getByTestId('passage').getByText('1200 рублей').waitFor();
      await page.getByText(/(?:новых фрагментов 1, убрано|new passages 1, removed) 1/).waitFor();
      const changes = page.getByTestId('source-changes');
      const side = (name: 'removed' | 'added') => changes.getByRole('list', { name: t(`sources.changes.${name}`) });
      await side('removed').getByText('Доставка дивана по городу стоит 900 рублей.', { exact: true }).waitFor();
      await side('added').getByText('Доставка дивана по городу стоит 1200 рублей.', { exact: true }).waitFor();
      // What stands beside it did not change.
      expect(await changes.getByText('Подъём на этаж').count()).toBe(0);
      expect(await checkScreen(page, { name: `source-changes-${locale}`, size })).toEqual([]);
      await ask('стоит 1200 рублей');

      await page.getByRole('tab', { name: t('knowledge.tab.sources') }).click();
      await page.getByRole('button', { name: t('sources.menu_named', { name: 'Доставка' }) }).click();
      await page.getByRole('menuitem', { name: t('sources.action.remove') }).click();
      await page.getByRole('dialog').getByText(t('sources.remove.link')).waitFor();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('shell.delete') })
        .click();
      await page.getByText(t('sources.empty.title')).waitFor();
      await other.page.getByText(t('sources.empty.title')).waitFor();
    } finally {
      await site.close();
    }
  },
);

it('a PDF of 10 MB is sent and read while the rest of the base is used', async () => {
  const t = readTexts('ru');
  const owner = await signUp(stage.product().url);
  const baseId = await createBase(owner, shopPairs);
  const { page } = await stage.openAs(owner);
  await page.goto(`${stage.product().url}/app/knowledge-bases/${baseId}/?tab=sources`);
  await page.getByText(t('sources.empty.title')).waitFor();
  // A part that nobody reads makes it heavy.
  const script = '1;'.repeat(5_100_000);
  const pdf = makePdf([[{ text: 'Гарантия на мебель два года.', x: 50, y: 50 }]], { script });
  expect(pdf.length).toBeGreaterThan(10_000_000);
  await chooseFiles(page).setInputFiles([file('Каталог.pdf', pdf)]);
  await page.getByRole('tab', { name: t('knowledge.tab.answers') }).click();
  await page.getByRole('searchbox', { name: t('knowledge.search') }).fill('вернуть');
  await page.getByText(t('knowledge.found', { count: 1 })).waitFor();
  await page.getByRole('tab', { name: t('knowledge.tab.sources') }).click();
  const row = page.getByTestId('source').filter({ hasText: 'Каталог.pdf' });
  await row.getByText(t('sources.state.ready')).waitFor();
  expect(await page.getByTestId('sending').count()).toBe(0);
  await row.getByRole('link').click();
  await page.getByTestId('passage').getByText('Гарантия на мебель два года.').waitFor();

  // Who may only see sources sees them, and can neither add nor change any.
  await stage.product().sql(`update members set role = 'manager_all' where user_id = $1`, [owner.uid]);
  await page.goto(`${stage.product().url}/app/knowledge-bases/${baseId}/?tab=sources`);
  await row.getByText(t('sources.state.ready')).waitFor();
  expect(await page.getByText(t('sources.add.title')).count()).toBe(0);
  expect(await row.getByRole('button').count()).toBe(0);
});
