import type { TelegramSimulator } from '@otvet/simulators';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { crowdPerson, fillInbox } from '../harness/fill-inbox.ts';
import { inboxOf } from '../harness/inbox.ts';
import { readTexts } from '../harness/read-texts.ts';
import { signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';

const stage = useStage({ kind: 'embedded' });
const t = readTexts('ru');

const TABS = 10;
const DIALOGS = 40;
const MESSAGES = 200;
const BETWEEN_MESSAGES_MS = 50;
/** The signed-in read rate (`user.read`): what a person may ask for ever. */
const READS_PER_SECOND = 1200 / 60;

it('ten tabs of one inbox stay under the read rate, and hidden ones read nothing but the number in their title', async () => {
  const { telegram, url } = stage.product();
  const owner = await signUp(url);
  const { token } = await fillInbox({ telegram, owner }, DIALOGS);
  const { page, openTab } = await stage.openAs(owner);
  const tabs = [page];
  while (tabs.length < TABS) tabs.push(await openTab());
  for (const tab of tabs) await openInbox(tab, url);
  // A tab that hears news has its socket; what it reads once because of that is no part of the rate.
  telegram.customerSends({ token, from: crowdPerson(1), text: 'Слышно' });
  for (const tab of tabs) await inboxOf(tab, t).row('Слышно').waitFor();
  await Promise.all(tabs.map((tab) => tab.waitForLoadState('networkidle')));

  const shown = countReads(tabs);
  const start = performance.now();
  await sayALot({ telegram, token, word: 'Видно' });
  for (const tab of tabs) await newest(tab, 'Видно').waitFor();
  const seconds = (performance.now() - start) / 1000;
  expect(shown.read() / seconds).toBeLessThanOrEqual(READS_PER_SECOND);

  const hidden = tabs.slice(1);
  for (const tab of hidden) await setShown(tab, false);
  // What was asked for before they were hidden is read to its end.
  await Promise.all(hidden.map((tab) => tab.waitForLoadState('networkidle')));
  const behind = countReads(hidden);
  await sayALot({ telegram, token, word: 'Скрыто' });
  await newest(page, 'Скрыто').waitFor();
  expect(behind.paths().filter((path) => path !== '/api/v1/chat/init/')).toEqual([]);
  const [tab = page] = hidden;
  expect(await newest(tab, 'Скрыто').count()).toBe(0);

  const back = countReads([tab]);
  await setShown(tab, true);
  await newest(tab, 'Скрыто').waitFor();
  expect(back.read()).toBeLessThanOrEqual(5);
});

async function openInbox(tab: Page, url: string): Promise<void> {
  // A browser without a screen shows all its tabs.
  await tab.addInitScript({
    content: `Object.defineProperty(document, 'visibilityState', { get: () => (window.isHiddenByTest ? 'hidden' : 'visible') })`,
  });
  await tab.goto(`${url}/app/inbox/`);
  await inboxOf(tab, t).rows.first().waitFor();
}

async function setShown(tab: Page, isShown: boolean): Promise<void> {
  const event = `document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`;
  await tab.evaluate(`window.isHiddenByTest = ${!isShown}; ${event}`);
}

const newest = (tab: Page, word: string) => inboxOf(tab, t).row(`${word} ${MESSAGES}.`);

function countReads(tabs: readonly Page[]): { read(): number; paths(): string[] } {
  const paths: string[] = [];
  for (const tab of tabs) {
    tab.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (request.method() === 'GET' && pathname.startsWith('/api/')) paths.push(pathname);
    });
  }
  return { read: () => paths.length, paths: () => paths };
}

type Talk = { telegram: TelegramSimulator; token: string; word: string };

/** Twenty messages a second. */
async function sayALot({ telegram, token, word }: Talk): Promise<void> {
  for (let at = 1; at <= MESSAGES; at += 1) {
    telegram.customerSends({ token, from: crowdPerson(1 + (at % DIALOGS)), text: `${word} ${at}.` });
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_MESSAGES_MS));
  }
}
