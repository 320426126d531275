import { chat } from '@otvet/contract';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type Crowd, crowdPerson, fillInbox } from '../harness/fill-inbox.ts';
import { inboxOf } from '../harness/inbox.ts';
import { readTexts } from '../harness/read-texts.ts';
import { type Person, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';

const stage = useStage({ kind: 'server' });
const t = readTexts('ru');
let owner: Person;
let crowd: Crowd;

beforeAll(async () => {
  const { url, telegram } = stage.product();
  owner = await signUp(url);
  crowd = await fillInbox({ telegram, owner }, 70);
});

async function openInbox(search = '') {
  const { page } = await stage.openAs(owner);
  await page.goto(`${stage.product().url}/app/inbox/${search}`);
  const inbox = inboxOf(page, t);
  await inbox.rows.first().waitFor();
  return { page, inbox };
}

it('seventy dialogs come in pages of thirty, each once, and the end is shown', async () => {
  const { page, inbox } = await openInbox();
  expect(await inbox.rows.count()).toBe(30);
  await inbox.rows.last().scrollIntoViewIfNeeded();
  await expect.poll(() => inbox.rows.count()).toBe(60);
  await inbox.rows.last().scrollIntoViewIfNeeded();
  await expect.poll(() => inbox.rows.count()).toBe(70);
  await page.getByText(t('dialogs.end')).waitFor();
  const names = (await inbox.rows.allTextContents()).map((text) => /Клиент \d{3}/.exec(text)?.[0]);
  expect(new Set(names).size).toBe(70);
  // Who wrote within one second of the platform stands in any order, but in the same one everywhere.
  const { chats } = z.object({ chats: z.array(chat) }).parse(await owner.call('GET', '/v1/chat/all-chats/?limit=100'));
  expect(names).toEqual(chats.map(({ dialogName }) => dialogName));
});

it('the page itself is no higher than the window, however many dialogs are unread', async () => {
  const { page, inbox } = await openInbox();
  await inbox.rows.last().scrollIntoViewIfNeeded();
  await expect.poll(() => inbox.rows.count()).toBe(60);
  const heights = await page.evaluate('[document.documentElement.scrollHeight, window.innerHeight]');
  expect(heights).toEqual([900, 900]);
});

it('a new message moves its dialog to the top and is counted, without a reload', async () => {
  const { page, inbox } = await openInbox();
  // One of the last twenty: those of one moment stand in any order.
  const from = crowdPerson(60);
  stage.product().telegram.customerSends({ token: crowd.token, from, text: 'Ещё вопрос' });
  await inbox.rows.first().filter({ hasText: 'Клиент 060' }).filter({ hasText: 'Ещё вопрос' }).waitFor();
  await inbox.rows
    .first()
    .getByText(`2${t('dialogs.unread')}`)
    .waitFor();
  await expect.poll(() => inbox.rows.count()).toBe(30);
  await expect.poll(() => page.title()).toContain('70');
  // Somebody from beyond the loaded page comes in at the top too.
  stage.product().telegram.customerSends({ token: crowd.token, from: crowdPerson(2), text: 'И я' });
  await inbox.rows.first().filter({ hasText: 'Клиент 002' }).waitFor();
});

it('the dialog stands in the address: a deep link opens it, the back button leads back', async () => {
  const { page, inbox } = await openInbox();
  await inbox.choose('Клиент 066');
  await expect.poll(() => new URL(page.url()).searchParams.get('dialog')).not.toBeNull();
  const address = page.url();
  await inbox.choose('Клиент 065');
  await inbox.message('Вопрос номер 65').waitFor();
  await page.goBack();
  await inbox.message('Вопрос номер 66').waitFor();
  expect(page.url()).toBe(address);
  const other = await stage.openAs(owner);
  await other.page.goto(address);
  await inboxOf(other.page, t).message('Вопрос номер 66').waitFor();
  other.watch.expect(/status of 404/);
  await other.page.goto(`${stage.product().url}/app/inbox/?dialog=telegram_none_none`);
  await other.page.getByText(t('dialogs.gone.title')).waitFor();
  await other.page.getByRole('button', { name: t('dialogs.gone.button') }).click();
  await other.page.getByText(t('dialogs.none_selected.title')).waitFor();
});

it('an opened dialog is read; a mark by hand stays until it is opened again', async () => {
  const { page, inbox } = await openInbox();
  const row = inbox.row('Клиент 064');
  await row.getByText(t('dialogs.unread')).waitFor();
  await inbox.choose('Клиент 064');
  await row.getByText(t('dialogs.unread')).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: t('dialogs.menu') }).click();
  await page.getByRole('menuitem', { name: t('dialogs.action.unread') }).click();
  await row.getByText(t('dialogs.unread')).waitFor();
  await page.reload();
  await inbox.field.waitFor();
  await row.getByText(t('dialogs.unread')).waitFor({ state: 'detached' });
});

it('Alt+J and Alt+K walk the list, Escape leaves it', async () => {
  const { page, inbox } = await openInbox();
  const at = (place: number) => expect.poll(() => inbox.rows.nth(place).getAttribute('aria-current')).toBe('true');
  await page.keyboard.press('Alt+KeyJ');
  await inbox.field.waitFor();
  await at(0);
  await page.keyboard.press('Alt+KeyJ');
  await at(1);
  await page.keyboard.press('Alt+KeyK');
  await at(0);
  await page.keyboard.press('Escape');
  await page.getByText(t('dialogs.none_selected.title')).waitFor();
});

it('a keyboard alone walks, writes, closes, takes over and goes to who waits', async () => {
  const { page, inbox } = await openInbox();
  const isWriting = () => expect.poll(() => inbox.field.evaluate((field) => field.matches(':focus'))).toBe(true);
  await page.keyboard.press('Alt+KeyJ');
  await inbox.field.waitFor();
  await isWriting();
  await page.keyboard.type('Черновик клавишами');
  await page.keyboard.press('Alt+KeyJ');
  await expect.poll(() => inbox.rows.nth(1).getAttribute('aria-current')).toBe('true');
  await isWriting();
  expect(await inbox.field.inputValue()).toBe('');
  await page.keyboard.press('Alt+KeyK');
  await expect.poll(() => inbox.field.inputValue()).toBe('Черновик клавишами');
  await isWriting();
  await page.keyboard.press('Escape');
  await page.getByText(t('dialogs.none_selected.title')).waitFor();
  await page.keyboard.press('Alt+KeyJ');
  await expect.poll(() => inbox.field.inputValue()).toBe('Черновик клавишами');
  const take = page.getByRole('button', { name: t('dialogs.action.take'), exact: true });
  const back = page.getByRole('button', { name: t('dialogs.action.hand_back'), exact: true });
  const [before, after] = (await take.isVisible()) ? [take, back] : [back, take];
  await before.waitFor();
  await page.keyboard.press('Alt+KeyT');
  await after.waitFor();
  await page.keyboard.press('Alt+KeyT');
  await before.waitFor();
  await page.keyboard.press('Escape');
  await page.getByText(t('dialogs.none_selected.title')).waitFor();
  await page.keyboard.press('Alt+KeyN');
  await inbox.field.waitFor();
  await isWriting();
});

it('two windows of one owner show the same', async () => {
  const [first, second] = [await openInbox(), await openInbox()];
  await first.inbox.choose('Клиент 061');
  await second.inbox.choose('Клиент 061');
  await first.inbox.answer('Отвечаю из первого окна');
  await second.inbox.message('Отвечаю из первого окна').waitFor();
  await second.page.getByRole('button', { name: t('dialogs.action.hand_back'), exact: true }).click();
  await first.page
    .getByRole('button', { name: t('dialogs.action.hand_back'), exact: true })
    .waitFor({ state: 'detached' });
});
