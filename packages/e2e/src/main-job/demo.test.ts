import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createTestFolder } from '../../../server/src/testing/start-test-database.ts';
import { inboxOf } from '../harness/inbox.ts';
import { openBrowser, type TestBrowser } from '../harness/open-browser.ts';
import { readTexts } from '../harness/read-texts.ts';
import { type Demo, startDemo } from './start-demo.ts';

const TIMEOUT_MS = 180_000;
const t = readTexts('ru');
const running: Demo[] = [];
const browsers: TestBrowser[] = [];
let dataDir = '';

const start = async (environment: Record<string, string>) => {
  const demo = await startDemo(environment);
  running.push(demo);
  return demo;
};

const browse = async (options: { hasMicrophone: boolean }) => {
  const browser = await openBrowser(options);
  browsers.push(browser);
  return browser;
};

async function openInbox(browser: TestBrowser, demo: Demo) {
  const { page, watch } = await browser.open({ hosts: [new URL(demo.url).host] });
  // On a busy machine the embedded database may be too slow for a moment: the app asks again.
  watch.expect(/status of 503/);
  await page.goto(demo.url);
  await page.getByLabel(t('auth.email')).fill('demo@example.com');
  await page.getByLabel(t('auth.password'), { exact: true }).fill('demo shop 2026');
  await page.getByRole('button', { name: t('auth.sign_in.button'), exact: true }).click();
  const inbox = inboxOf(page, t);
  await inbox.row('Мария').waitFor();
  return inbox;
}

async function openTelegram(browser: TestBrowser, demo: Demo) {
  const { page } = await browser.open({ hosts: [new URL(demo.telegram).host] });
  await page.goto(demo.telegram);
  await page.getByRole('button', { name: /Мария/ }).click();
  return page;
}

beforeAll(() => {
  dataDir = join(createTestFolder(), 'shop');
});

afterEach(async () => {
  for (const browser of browsers.splice(0)) {
    const problems = await browser.reset();
    await browser.close();
    expect(problems).toEqual([]);
  }
});

afterAll(async () => {
  for (const demo of running) await demo.stop();
});

it('serves where PORT and HOST say, and keeps its shop in DATA_DIR', { timeout: TIMEOUT_MS }, async () => {
  const first = await start({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir });
  expect([first.url, first.site, first.telegram].map((address) => new URL(address).hostname)).toEqual(
    Array.from({ length: 3 }, () => '127.0.0.1'),
  );
  expect((await fetch(first.site)).status).toBe(200);
  expect(first.output()).toContain(dataDir);

  const telegram = await openTelegram(await browse({ hasMicrophone: true }), first);
  const [browser] = browsers;
  if (browser === undefined) throw new Error('The browser is not open.');
  const inbox = await openInbox(browser, first);
  await inbox.choose('Мария');

  await telegram.getByRole('button', { name: 'Отправить стикер' }).click();
  await telegram.getByRole('button', { name: 'Стикер 🎉' }).click();
  await telegram.getByRole('img', { name: 'Стикер 🎉' }).waitFor();
  await inbox.messages.getByRole('img', { name: '🎉' }).waitFor();

  await telegram.getByRole('button', { name: 'Записать голосовое' }).click();
  await telegram.getByText(/Идёт запись: [2-9]/).waitFor();
  await telegram.getByRole('button', { name: 'Остановить и отправить' }).click();
  await telegram.getByRole('log').getByText(t('assistant.cannot_read.voice')).waitFor();
  const voice = inbox.messages.getByLabel(t('dialogs.media.voice'));
  await voice.waitFor();
  // What was recorded can be listened to.
  await voice
    .page()
    .evaluate("globalThis.player = document.querySelector('audio'); player.muted = true; player.play()");
  await voice.page().waitForFunction('player.currentTime > 0');

  // Every other channel is connected too, and one page writes as the customers of all.
  const { page: writing } = await browser.open({ hosts: [new URL(first.customers).host] });
  await writing.goto(first.customers);
  await writing.getByRole('button', { name: 'Viber' }).click();
  const customers = writing.getByRole('navigation', { name: 'Клиенты' }).getByRole('button');
  const customer = (await customers.nth(1).locator('strong').textContent()) ?? '';
  await customers.nth(1).click();
  await writing.getByRole('textbox', { name: 'Сообщение' }).fill('Какая гарантия на мебель?');
  await writing.getByRole('button', { name: 'Отправить' }).click();
  await writing
    .getByRole('log')
    .getByText(/На механизмы — 24 месяца/)
    .waitFor();
  await inbox.choose(customer);
  await writing.getByRole('button', { name: 'Фото' }).click();
  await inbox.messages.locator('img').first().waitFor();

  expect(await browser.reset()).toEqual([]);
  await first.stop();
  expect(existsSync(join(dataDir, 'demo.json'))).toBe(true);
});

it('goes on with the shop of a folder: old dialogs, new messages, answers to both', {
  timeout: TIMEOUT_MS,
}, async () => {
  const next = await start({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir });
  const browser = await browse({ hasMicrophone: false });
  const inbox = await openInbox(browser, next);
  await inbox.choose('Мария');
  await inbox.messages.getByRole('img', { name: '🎉' }).waitFor();

  const telegram = await openTelegram(browser, next);
  await telegram.getByRole('textbox', { name: 'Сообщение' }).fill('Какая гарантия на мебель?');
  await telegram.getByRole('textbox', { name: 'Сообщение' }).press('Enter');
  await inbox.message('Какая гарантия на мебель?', 'customer').waitFor();
  await telegram
    .getByRole('log')
    .getByText(/На механизмы — 24 месяца/)
    .waitFor();

  // A browser without a microphone sends a recording of its own.
  await telegram.getByRole('button', { name: 'Записать голосовое' }).click();
  await telegram.getByLabel(/Голосовое сообщение/).waitFor();
  await expect.poll(() => inbox.messages.getByLabel(t('dialogs.media.voice')).count()).toBe(2);

  await inbox.choose('Игорь');
  await inbox.answer('Игорь, доставим в субботу.');
  await telegram.getByRole('button', { name: /Игорь/ }).click();
  await telegram.getByRole('log').getByText('Игорь, доставим в субботу.').waitFor();
});

it('refuses a folder that holds anything else, and leaves it as it is', { timeout: TIMEOUT_MS }, async () => {
  const other = join(createTestFolder(), 'real');
  mkdirSync(other);
  writeFileSync(join(other, 'secret-key'), 'mine');
  await expect(start({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: other })).rejects.toThrow(/not made by the demo/);
  expect(readdirSync(other)).toEqual(['secret-key']);
});
