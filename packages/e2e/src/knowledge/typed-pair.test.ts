import { expect, it } from 'vitest';
import { z } from 'zod';
import { leaveDialog, waysToLeave } from '../harness/leave-dialog.ts';
import { breakSession, clickAsSessionBreaks, signInAgain } from '../harness/lost-session.ts';
import { readTexts } from '../harness/read-texts.ts';
import { createBase, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';

const stage = useStage({ kind: 'server' });
const t = readTexts('ru');
const QUESTION = 'Есть ли рассрочка?';
const ANSWER = 'Есть, на полгода, без переплаты.';
/** How a draft says that its answer was changed meanwhile. */
const CHANGED = t('knowledge.pair.draft_older', { text: '' }).split('.')[0] ?? '';
/** What a browser itself writes when it cannot reach a server. */
const unreachable = /ERR_(?:CONNECTION_|INTERNET_|NETWORK_|SOCKET_|EMPTY_)|WebSocket connection|status of 50[234]/;

/** The dialog of a new pair, with both its fields typed. */
async function typePair() {
  const owner = await signUp(stage.product().url);
  const baseId = await createBase(owner);
  const { page, watch, openTab } = await stage.openAs(owner);
  const address = `${stage.product().url}/app/knowledge-bases/${baseId}/`;
  await page.goto(`${stage.product().url}/app/knowledge-bases/`);
  await page.getByRole('link', { name: /Магазин/ }).click();
  await page.getByRole('button', { name: t('knowledge.pair.add') }).click();
  const dialog = page.getByRole('dialog').filter({ has: page.getByLabel(t('knowledge.pair.answer'), { exact: true }) });
  const question = dialog.getByLabel(t('knowledge.pair.question'), { exact: true });
  const answer = dialog.getByLabel(t('knowledge.pair.answer'), { exact: true });
  const asked = page.getByRole('dialog', { name: t('shell.leave.title') });
  const saveButton = dialog.getByRole('button', { name: t('shell.save'), exact: true });
  const left = page.getByRole('status').filter({ hasText: t('knowledge.draft.left', { text: QUESTION }) });
  await question.fill(QUESTION);
  await answer.fill(ANSWER);
  return {
    owner,
    page,
    watch,
    openTab,
    address,
    dialog,
    question,
    answer,
    asked,
    left,
    reply: (key: 'stay' | 'confirm') => asked.getByRole('button', { name: t(`shell.leave.${key}`) }).click(),
    saveButton,
    save: () => saveButton.click(),
    /** Goes on with what was left, and saves it. */
    goOn: async () => {
      await left.getByRole('button', { name: t('knowledge.draft.continue') }).click();
      await dialog.getByText(t('shell.draft.restored', { when: '' }).slice(0, -2)).waitFor();
      expect([await question.inputValue(), await answer.inputValue()]).toEqual([QUESTION, ANSWER]);
      expect(await dialog.getByText(CHANGED).count()).toBe(0);
      await saveButton.click();
      await page.getByTestId('pair').filter({ hasText: ANSWER }).waitFor();
      await dialog.waitFor({ state: 'detached' });
      expect(await left.count()).toBe(0);
    },
  };
}

it.each(waysToLeave)('%s asks before a typed pair is lost', async (way) => {
  const { page, dialog, answer, asked, left, reply } = await typePair();
  await leaveDialog(way, { page, dialog, t });
  await asked.waitFor();
  // Escape answers the question alone.
  await page.keyboard.press('Escape');
  await asked.waitFor({ state: 'detached' });
  expect(await answer.inputValue()).toBe(ANSWER);
  await leaveDialog(way, { page, dialog, t });
  await reply('confirm');
  await dialog.waitFor({ state: 'detached' });
  expect(await left.count()).toBe(0);
  // Nothing typed: nothing asked, and the given up text is gone.
  await page.getByRole('button', { name: t('knowledge.pair.add') }).click();
  expect(await answer.inputValue()).toBe('');
  await leaveDialog(way, { page, dialog, t });
  await dialog.waitFor({ state: 'detached' });
  expect(await asked.count()).toBe(0);
});

it('the way back asks before a typed pair is lost', async () => {
  const { page, address, dialog, answer, asked, reply } = await typePair();
  await page.evaluate('history.back()');
  await reply('stay');
  await asked.waitFor({ state: 'detached' });
  expect(await answer.inputValue()).toBe(ANSWER);
  expect(page.url()).toBe(address);
  await page.evaluate('history.back()');
  await reply('confirm');
  await page.getByRole('heading', { name: t('knowledge.title'), level: 1 }).waitFor();
  await dialog.waitFor({ state: 'detached' });
});

it('a reload loses nothing: the base offers to go on', async () => {
  const { page, watch, goOn, left } = await typePair();
  watch.expect(/asked before leaving/);
  await page.reload();
  await left.waitFor();
  await goOn();
});

it('a session that is over loses nothing', async () => {
  const { page, watch, owner, saveButton, goOn, left } = await typePair();
  watch.expect(/status of 40[01]/);
  await clickAsSessionBreaks({ button: saveButton, owner, sql: stage.product().sql });
  await page.getByRole('heading', { name: t('auth.sign_in.title'), level: 1 }).waitFor();
  await signInAgain(page, owner);
  await left.waitFor();
  await goOn();
});

it('a page that meets the end of its session by itself loses nothing', async () => {
  const { page, watch, owner, address, goOn, left } = await typePair();
  watch.expect(/status of 40[01]/);
  await breakSession({ page, owner, sql: stage.product().sql });
  // The base is not what the page shows any more, so it reads it anew.
  const pair = { question: 'Есть ли примерка?', answer: 'Есть, в магазине.' };
  await owner.call('POST', `/v1/learning/create-question-answer/${address.split('/').at(-2)}/`, pair);
  await page.getByRole('heading', { name: t('auth.sign_in.title'), level: 1 }).waitFor();
  await signInAgain(page, owner);
  await left.waitFor();
  await goOn();
});

it('a killed server loses nothing, neither in the open dialog nor after a reload', async () => {
  const { page, watch, address, answer, dialog, save, goOn, left } = await typePair();
  watch.expect(unreachable);
  watch.expect(/asked before leaving/);
  await stage.product().kill();
  await save();
  await dialog.getByRole('alert').waitFor();
  expect(await answer.inputValue()).toBe(ANSWER);
  await page.reload().catch(() => undefined);
  await stage.product().start();
  await page.goto(address);
  await left.waitFor();
  await goOn();
});

it('a change of a known pair is kept too, and can be given up', async () => {
  const { page, watch, dialog, answer, asked, reply } = await typePair();
  watch.expect(/asked before leaving/);
  await page.keyboard.press('Escape');
  await reply('confirm');
  await asked.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: t('knowledge.pair.edit_named', { question: 'Как вернуть товар?' }) }).click();
  await answer.fill('Вернуть товар можно в течение 30 дней.');
  await page.reload();
  const line = page.getByRole('status').filter({ hasText: 'Как вернуть товар?' });
  await line.getByRole('button', { name: t('knowledge.draft.continue') }).click();
  expect(await answer.inputValue()).toBe('Вернуть товар можно в течение 30 дней.');
  expect(await dialog.getByText(CHANGED).count()).toBe(0);
  await dialog.getByRole('button', { name: t('shell.draft.discard') }).click();
  expect(await answer.inputValue()).toBe('Вернуть товар можно в течение 14 дней.');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await line.count()).toBe(0);
});

it('a draft of a pair that was deleted goes on as a new one, and hides none of the older ones', async () => {
  const { owner, page, watch, address, dialog, question, answer, left } = await typePair();
  watch.expect(/asked before leaving/);
  // The pair that is read is gone.
  watch.expect(/status of 404/);
  await page.reload();
  await left.waitFor();
  await page.getByRole('button', { name: t('knowledge.pair.edit_named', { question: 'Как вернуть товар?' }) }).click();
  await answer.fill('Вернуть можно всё.');
  await page.reload();
  await page.getByRole('status').filter({ hasText: 'Как вернуть товар?' }).waitFor();
  const { pairs } = await owner.call('GET', `/v1/learning/question-answer/${address.split('/').at(-2)}/`);
  const [doomed] = z
    .array(z.object({ id: z.string(), question: z.string() }))
    .parse(pairs)
    .filter((pair) => pair.question === 'Как вернуть товар?');
  await owner.call('DELETE', `/v1/learning/question-answer/${doomed?.id}/`);
  await page.reload();
  // The older draft of a new pair comes first: only one new pair can be open.
  await left.getByRole('button', { name: t('shell.draft.discard') }).click();
  await page.reload();
  const gone = page.getByRole('status').filter({ hasText: 'Вернуть можно всё.' });
  await gone.getByRole('button', { name: t('knowledge.draft.continue') }).click();
  await dialog.waitFor();
  expect([await question.inputValue(), await answer.inputValue()]).toEqual(['', 'Вернуть можно всё.']);
  expect(await dialog.getByText(CHANGED).count()).toBe(0);
});

it('a pair that is saved in another tab leaves what is typed in this one', async () => {
  const { page, watch, openTab, address, left, goOn } = await typePair();
  watch.expect(/asked before leaving/);
  const other = await openTab();
  await other.goto(address);
  await other.getByRole('button', { name: t('knowledge.pair.add') }).click();
  await other.getByLabel(t('knowledge.pair.question'), { exact: true }).fill('Есть ли примерка?');
  await other.getByLabel(t('knowledge.pair.answer'), { exact: true }).fill('Есть, в магазине.');
  await other.getByRole('button', { name: t('shell.save'), exact: true }).click();
  await other.getByTestId('pair').filter({ hasText: 'Есть, в магазине.' }).waitFor();
  await other.close();
  await page.reload();
  await left.waitFor();
  await goOn();
});

it('an answer that a colleague changed meanwhile is shown beside what is typed, which is saved in its place', async () => {
  const { owner, page, watch, address, dialog, answer, reply, save } = await typePair();
  watch.expect(/status of 409/);
  await page.keyboard.press('Escape');
  await reply('confirm');
  await page.getByRole('button', { name: t('knowledge.pair.edit_named', { question: 'Как вернуть товар?' }) }).click();
  await answer.fill('Вернуть можно всё.');
  const list = `/v1/learning/question-answer/${address.split('/').at(-2)}/`;
  const known = async () => {
    const { pairs } = await owner.call('GET', list);
    const all = z.array(z.object({ id: z.string(), question: z.string(), answer: z.string() })).parse(pairs);
    return all.find(({ question }) => question.startsWith('Как вернуть'));
  };
  const body = { question: 'Как вернуть покупку?', answer: 'Вернуть товар можно в течение 45 дней.' };
  await owner.call('PUT', `/v1/learning/question-answer/${(await known())?.id}/`, body);
  await save();
  await dialog.getByText(t('knowledge.pair.changed_meanwhile', { text: body.answer })).waitFor();
  expect(await answer.inputValue()).toBe('Вернуть можно всё.');
  await save();
  await dialog.waitFor({ state: 'detached' });
  // What only the colleague changed stays changed.
  expect(await known()).toMatchObject({ question: body.question, answer: 'Вернуть можно всё.' });
});

it('a draft that is older than the pair says what the base says now', async () => {
  const { owner, page, watch, address, dialog, answer, reply } = await typePair();
  watch.expect(/asked before leaving/);
  await page.keyboard.press('Escape');
  await reply('confirm');
  await page.getByRole('button', { name: t('knowledge.pair.edit_named', { question: 'Как вернуть товар?' }) }).click();
  await answer.fill('Вернуть можно всё.');
  const { pairs } = await owner.call('GET', `/v1/learning/question-answer/${address.split('/').at(-2)}/`);
  const [known] = z
    .array(z.object({ id: z.string(), question: z.string() }))
    .parse(pairs)
    .filter((pair) => pair.question === 'Как вернуть товар?');
  const body = { question: 'Как вернуть товар?', answer: 'Вернуть товар можно в течение 45 дней.' };
  await owner.call('PUT', `/v1/learning/question-answer/${known?.id}/`, body);
  await page.reload();
  const line = page.getByRole('status').filter({ hasText: 'Как вернуть товар?' });
  await line.getByRole('button', { name: t('knowledge.draft.continue') }).click();
  await dialog.getByText(t('knowledge.pair.draft_older', { text: body.answer })).waitFor();
  expect(await answer.inputValue()).toBe('Вернуть можно всё.');
});

it('a change of an answer that a colleague deleted meanwhile is saved as a new one', async () => {
  const { owner, page, watch, address, dialog, answer, reply, save } = await typePair();
  watch.expect(/status of 404/);
  await page.keyboard.press('Escape');
  await reply('confirm');
  await page.getByRole('button', { name: t('knowledge.pair.edit_named', { question: 'Как вернуть товар?' }) }).click();
  await answer.fill('Вернуть можно всё.');
  const list = `/v1/learning/question-answer/${address.split('/').at(-2)}/`;
  const known = async () => {
    const { pairs } = await owner.call('GET', list);
    return z.array(z.object({ id: z.string(), question: z.string(), answer: z.string() })).parse(pairs);
  };
  const doomed = (await known()).find(({ question }) => question === 'Как вернуть товар?');
  await owner.call('DELETE', `/v1/learning/question-answer/${doomed?.id}/`);
  await save();
  await dialog.getByText(t('knowledge.pair.gone')).waitFor();
  await dialog.getByRole('button', { name: t('knowledge.pair.save_as_new') }).click();
  await dialog.waitFor({ state: 'detached' });
  const saved = (await known()).filter(({ question }) => question === 'Как вернуть товар?');
  expect(saved.map((pair) => pair.answer)).toEqual(['Вернуть можно всё.']);
  expect(saved[0]?.id).not.toBe(doomed?.id);
});
