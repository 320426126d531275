import { expect, it } from 'vitest';
import { readTexts } from '../harness/read-texts.ts';
import { createBase, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';

const stage = useStage({ kind: 'server' });
const t = readTexts('ru');

it('pairs are added, found, changed and deleted; the base is renamed and deleted', async () => {
  const owner = await signUp(stage.product().url);
  await createBase(owner, [{ question: 'Сколько стоит доставка?', answer: 'Триста рублей.' }], 'Первая база');
  const { page, watch } = await stage.openAs(owner);
  // The news of its deletion lets the open screen ask once more for what is gone.
  watch.expect(/status of 404/);
  await page.goto(`${stage.product().url}/app/knowledge-bases/`);
  await page.getByRole('link', { name: /Первая база/ }).click();
  await page.getByRole('button', { name: t('knowledge.pair.add') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t('shell.save'), exact: true }).click();
  expect(await dialog.getByText(t('errors.field.required')).count()).toBe(2);
  await dialog.getByLabel(t('knowledge.pair.question'), { exact: true }).fill('Есть ли рассрочка?');
  await dialog.getByLabel(t('knowledge.pair.answer'), { exact: true }).fill('Есть, на полгода.');
  await dialog.getByRole('button', { name: t('shell.save'), exact: true }).click();
  await page.getByText(t('knowledge.pairs', { count: 2 })).waitFor();
  const search = page.getByRole('searchbox', { name: t('knowledge.search') });
  await search.fill('рассрочку');
  await page.getByText(t('knowledge.found', { count: 1 })).waitFor();
  expect(await page.getByTestId('pair').allTextContents()).toEqual([expect.stringContaining('Есть ли рассрочка?')]);
  await search.fill('р');
  await page.getByText(t('errors.knowledge.search_too_short')).waitFor();
  await search.fill('жирафы в космосе');
  await page.getByText(t('knowledge.nothing_found.title')).waitFor();
  await page.getByRole('button', { name: t('knowledge.nothing_found.button') }).click();
  await page.getByRole('button', { name: t('knowledge.pair.edit_named', { question: 'Есть ли рассрочка?' }) }).click();
  await dialog.getByLabel(t('knowledge.pair.answer'), { exact: true }).fill('Есть, на год.');
  await dialog.getByRole('button', { name: t('shell.save'), exact: true }).click();
  await page.getByTestId('pair').getByText('Есть, на год.').waitFor();
  await page
    .getByRole('button', { name: t('knowledge.pair.remove_named', { question: 'Сколько стоит доставка?' }) })
    .click();
  await dialog.getByRole('button', { name: t('shell.delete') }).click();
  await page.getByText('Триста рублей.').waitFor({ state: 'detached' });

  await page.getByRole('button', { name: t('knowledge.base.menu') }).click();
  await page.getByRole('menuitem', { name: t('knowledge.base.rename') }).click();
  await dialog.getByLabel(t('knowledge.base.name')).fill('Новое имя');
  await dialog.getByRole('button', { name: t('shell.save'), exact: true }).click();
  await page.getByRole('heading', { name: 'Новое имя', level: 1 }).waitFor();
  await page.getByRole('button', { name: t('knowledge.base.menu') }).click();
  await page.getByRole('menuitem', { name: t('knowledge.base.remove') }).click();
  await dialog.getByRole('button', { name: t('shell.delete') }).click();
  await page.getByText(t('knowledge.empty.title')).waitFor();
});

it('a long base comes in pages, each pair once', async () => {
  const owner = await signUp(stage.product().url);
  const pairs = Array.from({ length: 65 }, (_, at) => ({ question: `Вопрос №${at + 1}?`, answer: `Ответ ${at + 1}.` }));
  const id = await createBase(owner, pairs);
  const { page } = await stage.openAs(owner);
  await page.goto(`${stage.product().url}/app/knowledge-bases/${id}/`);
  const rows = page.getByTestId('pair');
  await rows.first().waitFor();
  await expect
    .poll(async () => {
      await rows.last().scrollIntoViewIfNeeded();
      return rows.count();
    })
    .toBe(65);
  await page.getByText(t('knowledge.end')).waitFor();
  expect(new Set(await rows.getByRole('heading').allTextContents()).size).toBe(65);
});

it('the language is switched in place: what is open and written stays', async () => {
  const owner = await signUp(stage.product().url);
  const id = await createBase(owner);
  const en = readTexts('en');
  const { page } = await stage.openAs(owner);
  await page.goto(`${stage.product().url}/app/knowledge-bases/${id}/`);
  await page.getByRole('searchbox').fill('доставка');
  await page.getByText(t('knowledge.found', { count: 1 })).waitFor();
  await page.getByText(t('shell.user_menu')).locator('..').click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await page.getByText(en('knowledge.found', { count: 1 })).waitFor();
  expect(await page.getByRole('searchbox').inputValue()).toBe('доставка');
  expect(await page.evaluate('document.documentElement.lang')).toBe('en');
  await page.getByRole('button', { name: en('knowledge.pair.add') }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: en('knowledge.pair.add') }).waitFor();
  const elsewhere = await stage.openAs(owner);
  await elsewhere.page.goto(`${stage.product().url}/app/channels/`);
  await elsewhere.page.getByRole('heading', { name: en('channels.title'), level: 1 }).waitFor();
  await page.getByText(en('shell.user_menu')).locator('..').click();
  await page.getByRole('menuitem', { name: 'Русский' }).click();
  await page.getByRole('button', { name: t('knowledge.pair.add') }).waitFor();
});
