import { buildSamplePhoto } from '@otvet/simulators';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
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
  crowd = await fillInbox({ telegram, owner }, 6);
});

const customerSays = (at: number, text: string) =>
  stage.product().telegram.customerSends({ token: crowd.token, from: crowdPerson(at), text });

async function openDialog(at: number) {
  const { page, watch } = await stage.openAs(owner);
  await page.goto(`${stage.product().url}/app/inbox/`);
  const inbox = inboxOf(page, t);
  await inbox.choose(crowdPerson(at).firstName);
  return { page, inbox, watch };
}

const UPLOADS = '**/v1/upload/photos/';

const photo = (name: string) => ({ name, mimeType: 'image/png', buffer: Buffer.from(buildSamplePhoto().bytes) });

async function attach(page: Page, file: ReturnType<typeof photo>): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: t('dialogs.composer.attach') }).click();
  await (await choosing).setFiles([file]);
}

it('a long conversation comes in pages upwards and keeps the reading place', async () => {
  for (let at = 1; at <= 119; at += 1) customerSays(1, `Реплика ${at}.`);
  await expect
    .poll(async () => JSON.stringify(await owner.call('GET', '/v1/chat/all-chats/?limit=6')))
    .toContain('Реплика 119.');
  const { page, inbox } = await openDialog(1);
  await inbox.message('Реплика 119.').waitFor();
  const loaded = await inbox.messages.count();
  expect(loaded).toBeLessThan(120);
  const log = page.getByRole('log', { name: t('dialogs.messages') });
  await log.hover();
  await expect
    .poll(
      async () => {
        await page.mouse.wheel(0, -4000);
        return inbox.messages.count();
      },
      { timeout: 120_000, interval: 100 },
    )
    .toBe(120);
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, -4000);
      return page.getByText(t('dialogs.beginning')).isVisible();
    })
    .toBe(true);
  const texts = (await inbox.messages.allTextContents()).map((text) => Number(/Реплика (\d+)\./.exec(text)?.[1] ?? 0));
  expect(texts).toEqual(Array.from({ length: 120 }, (_, at) => at));
  // Above the end a new message is counted and does not move what is read.
  customerSays(1, 'Реплика 120.');
  await page.getByRole('button', { name: t('dialogs.new_below', { count: 1 }) }).click();
  await expect.poll(() => inbox.message('Реплика 120.').isVisible()).toBe(true);
});

it('drafts are kept per dialog, over a reload too', async () => {
  const { page, inbox } = await openDialog(2);
  await inbox.field.fill('Черновик второму');
  await inbox.choose(crowdPerson(3).firstName);
  await inbox.message('Вопрос номер 3').waitFor();
  await expect.poll(() => inbox.field.inputValue()).toBe('');
  await inbox.field.fill('Черновик третьему');
  await inbox.choose(crowdPerson(2).firstName);
  await expect.poll(() => inbox.field.inputValue()).toBe('Черновик второму');
  await page.reload();
  await inbox.field.waitFor();
  expect(await inbox.field.inputValue()).toBe('Черновик второму');
  await inbox.field.press('Enter');
  await inbox.message('Черновик второму').waitFor();
  await page.reload();
  await inbox.message('Черновик второму').waitFor();
  expect(await inbox.field.inputValue()).toBe('');
});

it('the key that sends can be changed, and stays changed', async () => {
  const { page, inbox } = await openDialog(3);
  await inbox.field.fill('');
  await page.getByRole('button', { name: t('dialogs.composer.send_key', { key: 'Enter' }) }).click();
  await page.getByRole('menuitem', { name: t('dialogs.composer.send_by', { key: 'Ctrl Enter' }) }).click();
  await inbox.field.fill('первая строка');
  await inbox.field.press('Enter');
  await inbox.field.pressSequentially('вторая строка');
  expect(await inbox.field.inputValue()).toBe('первая строка\nвторая строка');
  await inbox.field.press('Control+Enter');
  await inbox.message('вторая строка').waitFor();
  await page.reload();
  await inbox.field.fill('ещё');
  await inbox.field.press('Meta+Enter');
  await inbox.message(/^ещё/).waitFor();
});

it('the operator sends pictures', async () => {
  const { page, inbox } = await openDialog(4);
  await attach(page, photo('диван.png'));
  await page.getByRole('button', { name: t('dialogs.composer.remove_photo', { name: 'диван.png' }) }).waitFor();
  await inbox.field.fill('Вот он');
  const send = page.getByRole('button', { name: t('dialogs.composer.send'), exact: true }).filter({ visible: true });
  await send.click();
  await inbox.message('Вот он').locator('img').waitFor();
  const { telegram } = stage.product();
  await telegram.waitForMessage(
    crowdPerson(4).id,
    ({ author, message }) => author === 'bot' && message.photo !== undefined,
  );
});

it('a press while a picture is on its way sends when the picture has arrived, unless the message was changed', async () => {
  const { page, inbox } = await openDialog(6);
  const uploads: (() => void)[] = [];
  await page.route(UPLOADS, async (route) => {
    await new Promise<void>((resolve) => uploads.push(resolve));
    await route.continue();
  });
  const told = page.getByText(t('dialogs.composer.sends_when_loaded', { count: 1 }));
  await attach(page, photo('стол.png'));
  await inbox.field.fill('Этот не уйдёт');
  await inbox.field.press('Enter');
  await told.waitFor();
  await inbox.field.fill('Пишу дальше');
  await told.waitFor({ state: 'detached' });
  await expect.poll(() => uploads.length).toBe(1);
  uploads[0]?.();
  await page.getByRole('status', { name: t('dialogs.composer.uploading') }).waitFor({ state: 'detached' });
  expect(await inbox.field.inputValue()).toBe('Пишу дальше');
  await attach(page, photo('стул.png'));
  await expect.poll(() => uploads.length).toBe(2);
  await inbox.field.press('Enter');
  await page.getByText(t('dialogs.composer.sends_when_loaded', { count: 2 })).waitFor();
  uploads[1]?.();
  await expect.poll(() => inbox.message('Пишу дальше').locator('img').count()).toBe(2);
  expect(await inbox.field.inputValue()).toBe('');
});

it('a picture that did not load says why and what to do, and a press points to it', async () => {
  const { page, inbox, watch } = await openDialog(6);
  watch.expect(/status of 4\d\d/);
  await attach(page, { ...photo('шкаф.png'), buffer: Buffer.from('not a picture') });
  const reason = t('errors.files.wrong_type');
  const alert = page.getByRole('alert').filter({ hasText: t('dialogs.composer.photo_failed_hint') });
  await alert.getByText(t('dialogs.composer.photo_failed', { name: 'шкаф.png', reason })).waitFor();
  await inbox.field.fill('С картинкой');
  await inbox.field.press('Enter');
  expect(await alert.evaluate((element) => element.matches(':focus'))).toBe(true);
  await page.getByRole('button', { name: t('dialogs.composer.remove_photo', { name: 'шкаф.png' }) }).click();
  await alert.waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await inbox.message('С картинкой').waitFor();
});

it('hostile texts and names are shown as they were written and do nothing', async () => {
  const hostile = [
    '<img src="http://evil.example/x.png" onerror="alert(1)">',
    '<script>alert(2)</script>',
    '"><svg/onload=alert(3)>',
    '{{constructor.constructor("alert(4)")()}} ${alert(5)}',
    'javascript:alert(6) data:text/html,<script>alert(7)</script>',
    `\u202Eтекст наоборот\u202C ${'Ж'.repeat(3000)}`,
  ];
  const { telegram, url } = stage.product();
  const from = {
    id: 899_001,
    firstName: '<b onmouseover=alert(8)>Злой</b>',
    lastName: '</title><script>alert(9)</script>',
  };
  for (const text of hostile) telegram.customerSends({ token: crowd.token, from, text });
  const { page } = await stage.openAs(owner);
  await page.goto(`${url}/app/inbox/`);
  const inbox = inboxOf(page, t);
  await inbox.choose('<b onmouseover=alert(8)>Злой</b>');
  for (const text of hostile.slice(0, 5)) await inbox.message(text).waitFor();
  await inbox.message('текст наоборот').waitFor();
  expect(await inbox.messages.locator('svg[onload], img, script').count()).toBe(0);
  for (const href of await inbox.messages
    .locator('a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))) {
    expect(href).toMatch(/^https?:\/\//);
  }
  expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
});

it('who speaks is shown at once in list, header and card, for taking, handing back and banning', async () => {
  const { page, inbox } = await openDialog(5);
  const row = inbox.row(crowdPerson(5).firstName);
  // Nobody has answered him yet, whoever speaks.
  await row.getByText(t('dialogs.speaker.waiting')).waitFor();
  await inbox.take();
  await row.getByText(t('dialogs.speaker.waiting')).waitFor();
  await inbox.handBack();
  await row.getByText(t('dialogs.speaker.off')).waitFor();
  await page.getByRole('button', { name: t('dialogs.menu') }).click();
  await page.getByRole('menuitem', { name: t('dialogs.action.ban') }).click();
  await page.getByText(t('dialogs.blocked.banned')).waitFor();
  await row.getByText(t('dialogs.speaker.banned')).waitFor();
  await page.getByRole('button', { name: t('dialogs.menu') }).click();
  await page.getByRole('menuitem', { name: t('dialogs.action.unban') }).click();
  await inbox.field.waitFor();
});
