import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { inboxOf } from '../harness/inbox.ts';
import { readTexts } from '../harness/read-texts.ts';
import { connectChannel, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';

const stage = useStage({ kind: 'server' });
const t = readTexts('ru');

/** Counts in all tabs of a browser what would be heard and shown; the browser under test has neither loudspeaker nor desktop. */
const RECORDER = `
  const note = (kind, text) => localStorage.setItem('test.' + kind, JSON.stringify([...JSON.parse(localStorage.getItem('test.' + kind) ?? '[]'), text]));
  window.asked = 0;
  window.Notification = class {
    static get permission() { return localStorage.getItem('test.permission') ?? 'default'; }
    static async requestPermission() { window.asked += 1; localStorage.setItem('test.permission', 'granted'); return 'granted'; }
    constructor(title, { body }) { note('notices', title + ': ' + body); }
    close() {}
  };
  const node = () => ({ gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, frequency: {}, connect: () => node(), start() {}, stop() {} });
  window.AudioContext = class {
    state = 'running'; currentTime = 0; destination = {};
    createGain() { return node(); }
    createOscillator() { return { ...node(), start: (at) => { if (at === 0) note('sounds', 'sound'); } }; }
  };
`;
const countOf = (page: Page, kind: 'sounds' | 'notices') =>
  page.evaluate(`JSON.parse(localStorage.getItem('test.${kind}') ?? '[]').length`);

it('tells of a new message once for all tabs, keeps quiet about an open dialog, and asks for permission at a click', async () => {
  const { telegram, url } = stage.product();
  const owner = await signUp(url);
  const { token } = telegram.registerBot({ name: 'Мебель' });
  await connectChannel(owner, { type: 'telegram', token, settings: { active: false } });
  const says = (id: number, text: string) =>
    telegram.customerSends({ token, from: { id: 890_000 + id, firstName: `Клиент ${id}` }, text });
  says(1, 'Здравствуйте');
  const { page, context, openTab } = await stage.openAs(owner);
  await context.addInitScript(RECORDER);
  const inbox = inboxOf(page, t);
  await page.goto(`${url}/app/inbox/`);
  await inbox.row('Здравствуйте').waitFor();
  const other = await openTab();
  await other.goto(`${url}/app/knowledge-bases/`);
  await other.getByText(t('knowledge.empty.title')).waitFor();
  expect(await countOf(page, 'sounds')).toBe(0);
  // Whatever screen is shown, the title says how many wait.
  await expect.poll(() => other.title()).toMatch(/^\(1\) /);

  says(2, 'Есть кто?');
  await expect.poll(() => countOf(page, 'sounds')).toBe(1);
  await expect.poll(() => other.title(), { timeout: 120_000 }).toMatch(/^\(2\) /);
  expect(await countOf(page, 'notices')).toBe(0);
  expect(await page.evaluate('window.asked')).toBe(0);

  await page.bringToFront();
  await page.getByRole('button', { name: new RegExp(t('shell.user_menu')) }).click();
  await page.getByRole('menuitem', { name: t('shell.news.title') }).click();
  await page.getByRole('switch', { name: t('shell.news.notices') }).click({ force: true });
  await expect.poll(() => page.evaluate('window.asked')).toBe(1);
  await page.keyboard.press('Escape');
  says(3, 'Можно рассрочку?');
  await expect.poll(() => countOf(page, 'notices')).toBe(1);
  expect(await page.evaluate(`localStorage.getItem('test.notices')`)).toContain('Клиент 3: Можно рассрочку?');
  expect(await countOf(page, 'sounds')).toBe(2);

  await inbox.choose('Клиент 3');
  says(3, 'Хотя бы на полгода');
  await inbox.message('полгода').waitFor();
  // A later message elsewhere is told of; the one in sight before it was not.
  says(2, 'Ау!');
  await expect.poll(() => countOf(page, 'notices')).toBe(2);
  expect(await page.evaluate(`localStorage.getItem('test.notices')`)).not.toContain('полгода');
  expect(await countOf(page, 'sounds')).toBe(3);
});
