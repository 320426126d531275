import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { askInTelegram } from '../harness/ask-in-telegram.ts';
import { readTexts } from '../harness/read-texts.ts';
import { createBase, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';
import { walk } from '../looks/walk.ts';

const stage = useStage({ kind: 'server', env: { ALLOW_PRIVATE_ADDRESSES: '1' } });

const declared = JSON.stringify({
  '@type': 'FAQPage',
  mainEntity: [
    { '@type': 'Question', name: 'Как вернуть заказ?', acceptedAnswer: { text: 'Вернуть заказ можно за 14 дней.' } },
  ],
});
const FAQ = `<!doctype html><html lang="ru"><head><title>Вопросы и ответы — Дом мебели</title>
  <script type="application/ld+json">${declared}</script></head><body><nav><a href="/">Каталог</a></nav><main>
  <h1>Вопросы и ответы</h1>
  <details><summary>Сколько стоит доставка дивана?</summary><p>Доставка дивана по городу стоит 900 рублей.</p>
    <ul><li>подъём на этаж — 100 рублей</li><li>сборка бесплатно</li></ul></details>
  <details><summary>Гарантия</summary><p>Гарантия на мебель два года.</p></details>
  <h2>Когда вы открыты?</h2><p>Каждый день с 9 до 21.</p>
  <h2>Есть ли рассрочка?</h2></main></body></html>`;
const pages: Record<string, string> = { '/faq': FAQ, '/about': '<main><h1>О нас</h1><p>Мы делаем мебель.</p></main>' };
const site = createServer(({ url = '' }, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.statusCode = pages[url] === undefined ? 404 : 200;
  response.end(pages[url] ?? 'none');
});
let address = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const bound = site.address();
  if (bound === null || typeof bound === 'string') throw new Error('The site has no port.');
  address = `http://127.0.0.1:${bound.port}`;
});
afterAll(() => new Promise((resolve) => site.close(resolve)));

it.each([
  ['desktop', 'ru'],
  ['phone', 'en'],
] as const)(
  'the answers of a page are suggested, changed, taken once, and given to a customer: %s, %s',
  async (size, locale) => {
    const t = readTexts(locale);
    const owner = await signUp(stage.product().url, { locale });
    const baseId = await createBase(owner, [{ question: 'Когда вы открыты?', answer: 'С 10 до 20.' }]);
    const { page, look, go, faults } = await walk(stage, { size, person: owner, locale });
    await go(`/app/knowledge-bases/${baseId}/?tab=sources`);
    const open = page.getByRole('button', { name: t('sources.page_pairs.open') });
    await open.click();
    await page.getByText(t('errors.knowledge.file_or_link')).waitFor();
    const link = page.getByLabel(t('sources.add.link'));
    const dialog = page.getByRole('dialog');
    const close = () =>
      dialog
        .getByRole('button', { name: t('shell.close') })
        .last()
        .click();
    await link.fill(`${address}/missing`);
    await open.click();
    await dialog.getByText(t('errors.knowledge.page_missing')).waitFor();
    await close();
    await link.fill(`${address}/about`);
    await open.click();
    await dialog.getByText(t('sources.page_pairs.none'), { exact: true }).waitFor();
    await look(`page-pairs-none-${locale}`);
    await close();

    await link.fill(`${address}/faq`);
    await open.click();
    await dialog.getByText('Вопросы и ответы — Дом мебели').waitFor();
    const rows = dialog.getByTestId('proposed');
    await expect.poll(() => rows.count()).toBe(5);
    const row = (question: string) => rows.filter({ hasText: question });
    const tick = (question: string) => row(question).getByRole('checkbox');
    // New questions are chosen by themselves; a name, a replacement and a question without an answer are not.
    const ticked = ['Как вернуть заказ?', 'Сколько стоит доставка дивана?'];
    for (const question of ticked) expect(await tick(question).isChecked()).toBe(true);
    for (const question of ['Гарантия', 'Когда вы открыты?', 'Есть ли рассрочка?'])
      expect(await tick(question).isChecked()).toBe(false);
    await row('Когда вы открыты?').getByText('С 10 до 20.').waitFor();
    await look(`page-pairs-${locale}`);

    await tick('Как вернуть заказ?').uncheck();
    await tick('Когда вы открыты?').check();
    const edit = row('Есть ли рассрочка?').getByRole('button', { name: /рассрочка/ });
    await edit.click();
    await rows
      .nth(4)
      .getByLabel(t('knowledge.pair.answer'), { exact: true })
      .fill('Рассрочка на полгода без процентов.');
    expect(await rows.nth(4).getByRole('checkbox').isChecked()).toBe(true);
    await look(`page-pairs-edit-${locale}`);
    const asked = page.getByRole('dialog', { name: t('shell.leave.title') });
    for (const way of ['escape', 'button'] as const) {
      if (way === 'escape') await page.keyboard.press('Escape');
      else await dialog.getByRole('button', { name: t('shell.cancel') }).click();
      await asked.getByRole('button', { name: t('shell.leave.stay') }).click();
      await asked.waitFor({ state: 'detached' });
    }
    const take = dialog.getByRole('button', { name: t('knowledge.many.save', { count: 3 }) });
    await take.dblclick();
    const done = [t('knowledge.import.done.added', { count: 2 }), t('knowledge.import.done.changed', { count: 1 })];
    await dialog.getByText(done.join(' '), { exact: true }).waitFor();
    await dialog.getByRole('button', { name: t('knowledge.undo.open') }).waitFor();
    await look(`page-pairs-done-${locale}`);
    await close();
    await page.getByRole('tab', { name: `${t('knowledge.tab.answers')} 3` }).waitFor();

    const inbox = await askInTelegram(stage, { owner, baseId, page, t, question: 'сколько стоит доставка дивана' });
    await inbox.message('Доставка дивана по городу стоит 900 рублей.').waitFor();
    expect(faults).toEqual([]);
  },
);

it('a page that is a source gives its answers from its menu; who may not add links is not offered it', async () => {
  const t = readTexts('ru');
  const owner = await signUp(stage.product().url);
  const baseId = await createBase(owner, []);
  const { page } = await stage.openAs(owner);
  await owner.call('POST', `/v1/upload/url-parsing/${baseId}/`, { url: `${address}/faq` });
  await page.goto(`${stage.product().url}/app/knowledge-bases/${baseId}/?tab=sources`);
  await page.getByTestId('source').getByText(t('sources.state.ready')).waitFor();
  await page.getByRole('button', { name: /^Действия: / }).click();
  await page.getByRole('menuitem', { name: t('sources.page_pairs.open') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t('sources.page_pairs.choose_all') }).click();
  await dialog.getByRole('button', { name: t('knowledge.many.save', { count: 4 }) }).click();
  await dialog.getByText(t('knowledge.import.done.added', { count: 4 }), { exact: true }).waitFor();

  await stage.product().sql(`update members set role = 'manager_all' where user_id = $1`, [owner.uid]);
  await page.reload();
  await page.getByTestId('source').getByText(t('sources.state.ready')).waitFor();
  await page.getByRole('button', { name: /^Действия: / }).click();
  await page.getByRole('menuitem', { name: t('sources.action.original') }).waitFor();
  expect(await page.getByRole('menuitem', { name: t('sources.page_pairs.open') }).count()).toBe(0);
});
