import { expect, it } from 'vitest';
import { z } from 'zod';
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
  await dialog.waitFor({ state: 'hidden' });
  await page.keyboard.press('Slash');
  await page.locator('input[type=search]:focus').waitFor();
  expect(await search.inputValue()).toBe('');
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
  await page.getByTestId('pair').locator('button:focus').waitFor();

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

it('after a change deep in a long list only what is in view and its beginning is read anew', async () => {
  const owner = await signUp(stage.product().url);
  const pairs = Array.from({ length: 200 }, (_, at) => ({
    question: `Вопрос №${at + 1}?`,
    answer: `Ответ ${at + 1}.`,
  }));
  const id = await createBase(owner, pairs);
  const { page } = await stage.openAs(owner);
  const read: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (request.method() === 'GET' && pathname.endsWith(`/learning/question-answer/${id}/`))
      read.push(searchParams.get('offset') ?? '0');
  });
  await page.goto(`${stage.product().url}/app/knowledge-bases/${id}/`);
  const rows = page.getByTestId('pair');
  await rows.first().waitFor();
  const readOn = async () => {
    await rows.last().scrollIntoViewIfNeeded();
    return rows.count();
  };
  await expect.poll(readOn).toBe(200);
  await page.getByText(t('knowledge.end')).waitFor();
  read.length = 0;
  await page.getByRole('button', { name: t('knowledge.pair.edit_named', { question: 'Вопрос №1?' }) }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('knowledge.pair.answer'), { exact: true }).fill('Ответ исправлен.');
  await dialog.getByRole('button', { name: t('shell.save'), exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await rows.last().getByText('Ответ исправлен.').waitFor();

  // Somebody else changes a pair in view, one out of view, and adds one.
  const { pairs: last } = z
    .object({ pairs: z.array(z.object({ id: z.string() })) })
    .parse(await owner.call('GET', `/v1/learning/question-answer/${id}/?limit=100&offset=100`));
  const change = (at: number, answer: string) =>
    owner.call('PUT', `/v1/learning/question-answer/${last[100 - at]?.id}/`, { question: `Вопрос №${at}?`, answer });
  await change(60, 'Далеко.');
  await change(2, 'Рядом.');
  await owner.call('POST', `/v1/learning/create-question-answer/${id}/`, { question: 'Новый?', answer: 'Да.' });
  await page.getByText(t('knowledge.pairs', { count: 201 })).waitFor();
  await rows.filter({ hasText: 'Рядом.' }).waitFor();
  await rows.filter({ hasText: 'Новый?' }).waitFor();
  expect(new Set(read)).not.toContain('90');
  await rows.filter({ hasText: 'Вопрос №60?' }).scrollIntoViewIfNeeded();
  await rows.filter({ hasText: 'Далеко.' }).waitFor();
  // What moved to the next page stands there once it is scrolled to.
  for (let at = 0; at < 200; at += 10) await rows.nth(at).scrollIntoViewIfNeeded();
  await expect.poll(readOn).toBe(201);
  expect(new Set(await rows.getByRole('heading').allTextContents()).size).toBe(201);
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

it('a question that the base has already is shown with its answer before it is added again', async () => {
  const owner = await signUp(stage.product().url);
  const baseId = await createBase(owner, [{ question: 'Сколько ещё ждать доставку?', answer: 'Два дня.' }]);
  const { page, watch } = await stage.openAs(owner);
  watch.expect(/asked before leaving/);
  await page.goto(`${stage.product().url}/app/knowledge-bases/${baseId}/`);
  const dialog = page.getByRole('dialog');
  const question = dialog.getByLabel(t('knowledge.pair.question'), { exact: true });
  const answer = dialog.getByLabel(t('knowledge.pair.answer'), { exact: true });
  const write = async () => {
    await page.getByRole('button', { name: t('knowledge.pair.add') }).click();
    await question.fill('сколько еще ждать доставку');
    await answer.fill('Неделю.');
  };
  const shown = dialog
    .getByRole('status')
    .filter({ hasText: t('knowledge.pair.same') })
    .getByText('Два дня.');
  await write();
  await dialog.getByRole('button', { name: t('shell.save'), exact: true }).click();
  await shown.waitFor();
  await dialog.getByRole('button', { name: t('knowledge.pair.same_open') }).click();
  await dialog.getByRole('heading', { name: t('knowledge.pair.edit') }).waitFor();
  expect(await answer.inputValue()).toBe('Два дня.');
  await dialog.getByRole('button', { name: t('shell.cancel') }).click();
  // What was typed is still there.
  const left = page.getByRole('status').filter({ hasText: 'сколько еще ждать доставку' });
  await left.getByRole('button', { name: t('shell.draft.discard') }).click();
  await write();
  await shown.waitFor();
  const colour = (name: string) =>
    dialog.getByRole('button', { name, exact: true }).evaluate('(button) => getComputedStyle(button).backgroundColor');
  expect(await colour(t('knowledge.pair.save_anyway'))).toBe(await colour(t('shell.cancel')));
  await dialog.getByRole('button', { name: t('knowledge.pair.save_anyway') }).click();
  await page.getByText(t('knowledge.pairs', { count: 2 })).waitFor();
});

it('risk: a pair that has just been saved is told to be in the base already, while the list is read anew', async () => {
  const owner = await signUp(stage.product().url);
  const baseId = await createBase(owner);
  const { page } = await stage.openAs(owner);
  await page.clock.install();
  await page.goto(`${stage.product().url}/app/knowledge-bases/${baseId}/`);
  await page.getByText(t('knowledge.pairs', { count: 3 })).waitFor();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/v1/learning/question-answer/**', (route) => held.then(() => route.continue()));
  const looked: string[] = [];
  page.on('request', (request) => request.url().includes('/known/') && looked.push(request.url()));
  await page.getByRole('button', { name: t('knowledge.pair.add') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('knowledge.pair.answer'), { exact: true }).fill('Есть, на полгода.');
  const saved = page.waitForResponse(/create-question-answer/);
  await dialog.getByLabel(t('knowledge.pair.question'), { exact: true }).fill('Есть ли рассрочка?');
  await page.keyboard.press('Control+Enter');
  await saved;
  // It would be looked for once its writer pauses.
  await page.clock.runFor(1000);
  release();
  await dialog.waitFor({ state: 'detached' });
  expect(looked).toHaveLength(1);
});

it('risk: a window that deletes an answer stays open for good, as a colleague was faster', async () => {
  const owner = await signUp(stage.product().url);
  const baseId = await createBase(owner, [{ question: 'Есть ли рассрочка?', answer: 'Есть.' }]);
  const { page, watch } = await stage.openAs(owner);
  watch.expect(/status of 404/);
  await page.goto(`${stage.product().url}/app/knowledge-bases/${baseId}/`);
  await page
    .getByRole('button', { name: t('knowledge.pair.remove_named', { question: 'Есть ли рассрочка?' }) })
    .click();
  const { pairs } = await owner.call('GET', `/v1/learning/question-answer/${baseId}/`);
  const [doomed] = z.array(z.object({ id: z.string() })).parse(pairs);
  await owner.call('DELETE', `/v1/learning/question-answer/${doomed?.id}/`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t('shell.delete') }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(t('knowledge.no_pairs.title')).waitFor();
});
