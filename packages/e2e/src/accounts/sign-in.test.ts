import type { Page } from 'playwright-core';
import { expect, it, vi } from 'vitest';
import { findMailedLink } from '../harness/read-mail.ts';
import { readTexts } from '../harness/read-texts.ts';
import { GOOD_PASSWORD, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';

const stage = useStage({ kind: 'server' });
const t = readTexts('ru');
const refused = /status of 40[01]/;

async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel(t('auth.email'), { exact: true }).fill(email);
  await page.getByLabel(t('auth.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: t('auth.sign_in.button'), exact: true }).click();
}

const inboxHeading = (page: Page) => page.getByRole('heading', { name: t('shell.nav.inbox'), level: 1 });
const forgotHeading = (page: Page) => page.getByRole('heading', { name: t('auth.forgot.title'), level: 1 });
const signInHeading = (page: Page) => page.getByRole('heading', { name: t('auth.sign_in.title'), level: 1 });

async function mailedLink(email: string, path: string): Promise<string> {
  return vi.waitFor(
    () => {
      const link = findMailedLink(stage.product().mails(), email, path);
      if (link === undefined) throw new Error(`No mail to ${email} with ${path}`);
      return link;
    },
    { timeout: 120_000, interval: 100 },
  );
}

it('a wrong password is explained, the right one leads where the visitor wanted to go', async () => {
  const { url } = stage.product();
  const { email } = await signUp(url);
  const { page, watch, openTab } = await stage.open();
  watch.expect(refused);
  await page.goto(`${url}/app/knowledge-bases/`);
  await signInHeading(page).waitFor();
  expect(new URL(page.url()).searchParams.get('backto')).toBe('/app/knowledge-bases/');
  await signIn(page, { email, password: 'not my password' });
  await page.getByText(t('errors.auth.wrong_credentials')).waitFor();
  await signIn(page, { email: 'nobody@shop.example', password: 'not my password' });
  await page.getByText(t('errors.auth.wrong_credentials')).waitFor();
  await signIn(page, { email, password: GOOD_PASSWORD });
  await page.getByRole('heading', { name: t('knowledge.title'), level: 1 }).waitFor();
  // Signing out ends every tab of this browser.
  const tab = await openTab();
  await tab.goto(`${url}/app/channels/`);
  await tab.getByRole('heading', { name: t('channels.title'), level: 1 }).waitFor();
  await page.getByText(t('shell.user_menu')).locator('..').click();
  await page.getByRole('menuitem', { name: t('shell.sign_out') }).click();
  await signInHeading(page).waitFor();
  await signInHeading(tab).waitFor();
  await page.goBack();
  await signInHeading(page).waitFor();
  expect(await page.evaluate('Object.keys(localStorage).filter((key) => /token/i.test(key))')).toEqual([]);
});

it('risk: strangers of the same network guess at an address, and its owner is kept out of the browser where he signed up', async () => {
  const { url } = stage.product();
  const { page, watch } = await stage.open();
  watch.expect(/status of 4(00|01|29)/);
  const email = `${crypto.randomUUID()}@shop.example`;
  await page.goto(`${url}/signup/`);
  await page.getByLabel(t('auth.email'), { exact: true }).fill(email);
  await page.getByLabel(t('auth.password'), { exact: true }).fill(GOOD_PASSWORD);
  await page.getByLabel(t('auth.privacy')).check();
  await page.getByRole('button', { name: t('auth.sign_up.button') }).click();
  // The step outlives a reload, and a second visit.
  const completion = page.getByRole('heading', { name: t('auth.completion.title'), level: 1 });
  await completion.waitFor();
  await page.reload();
  await completion.waitFor();
  await page.goto(`${url}/signup/`);
  await completion.waitFor();
  await page.getByRole('button', { name: t('auth.completion.later') }).click();
  await inboxHeading(page).waitFor();
  // Who is signed in needs no form: he goes on to where he wanted to.
  for (const path of ['/signin/', '/signup/']) {
    await page.goto(`${url}${path}`);
    await inboxHeading(page).waitFor();
  }
  await page.goto(`${url}/signin/?backto=${encodeURIComponent('/app/channels/')}`);
  await page.getByRole('heading', { name: t('channels.title'), level: 1 }).waitFor();
  await page.getByText(t('shell.user_menu')).locator('..').click();
  await page.getByRole('menuitem', { name: t('shell.sign_out') }).click();
  await signInHeading(page).waitFor();
  const guess = async () => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ email, password: 'a wrong guess' });
    return (await fetch(`${url}/api/auth/sign-in/email`, { method: 'POST', headers, body })).status;
  };
  const answers: number[] = [];
  for (let time = 0; time < 11; time += 1) answers.push(await guess());
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
  await signIn(page, { email, password: GOOD_PASSWORD });
  await inboxHeading(page).waitFor();
});

it.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  '/signin/?backto=/signin/',
])('after signing in nobody is led away: backto=%s', async (backto) => {
  const { url } = stage.product();
  const { email } = await signUp(url);
  const { page } = await stage.open();
  await page.goto(`${url}/signin/?backto=${encodeURIComponent(backto)}`);
  await signIn(page, { email, password: GOOD_PASSWORD });
  await inboxHeading(page).waitFor();
  expect(new URL(page.url()).origin).toBe(url);
});

it('a forgotten password is reset by the mailed link, once', async () => {
  const { url } = stage.product();
  const { email } = await signUp(url);
  const { page, watch } = await stage.open();
  watch.expect(refused);
  await page.goto(`${url}/signin/`);
  await page.getByRole('link', { name: t('auth.forgot.link') }).click();
  // The form that is left has a field of the same name.
  await forgotHeading(page).waitFor();
  await page.getByLabel(t('auth.email'), { exact: true }).fill(email);
  await page.getByRole('button', { name: t('auth.forgot.button') }).click();
  await page.getByText(t('auth.forgot.sent.title')).waitFor();
  const link = await mailedLink(email, '/forgot-password');
  await page.goto(link);
  const fresh = page.getByLabel(t('auth.new_password'), { exact: true });
  await fresh.fill('four green tables');
  await page.getByLabel(t('auth.repeat_password')).fill('four green chairs');
  await page.getByRole('button', { name: t('auth.reset.button') }).click();
  await page.getByText(t('errors.field.same_as')).waitFor();
  await page.getByLabel(t('auth.repeat_password')).fill('four green tables');
  await page.getByRole('button', { name: t('auth.reset.button') }).click();
  await page.getByText(t('auth.reset.done.title')).waitFor();
  expect(await page.title()).toBe(`${t('auth.reset.done.title')} · Otvet`);
  await page.goto(`${url}/signin/`);
  await signIn(page, { email, password: GOOD_PASSWORD });
  await page.getByText(t('errors.auth.wrong_credentials')).waitFor();
  await signIn(page, { email, password: 'four green tables' });
  await inboxHeading(page).waitFor();
  const again = await stage.open();
  again.watch.expect(refused);
  await again.page.goto(link);
  await again.page.getByLabel(t('auth.new_password'), { exact: true }).fill('five red lamps here');
  await again.page.getByLabel(t('auth.repeat_password')).fill('five red lamps here');
  await again.page.getByRole('button', { name: t('auth.reset.button') }).click();
  await again.page.getByRole('heading', { name: t('auth.link.dead'), level: 1 }).waitFor();
  await again.page.getByRole('button', { name: t('auth.reset.again') }).click();
  await forgotHeading(again.page).waitFor();
  expect(new URL(again.page.url()).hash).toBe('');
});

it('an address and a password are changed in the settings; other sessions end', async () => {
  const { url } = stage.product();
  const owner = await signUp(url);
  const { page } = await stage.openAs(owner);
  await page.goto(await mailedLink(owner.email, '/confirm-email'));
  await page.getByText(t('auth.confirm.done')).waitFor();
  await page.goto(`${url}/app/settings/`);
  const own = (title: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name: title, level: 2, exact: true }) });
  const email = `${crypto.randomUUID()}@shop.example`;
  await own(t('settings.email.title')).getByLabel(t('settings.email.new')).fill(email);
  await own(t('settings.email.title')).getByLabel(t('settings.password.current'), { exact: true }).fill(GOOD_PASSWORD);
  await page.getByRole('button', { name: t('settings.email.button') }).click();
  await page.getByText(t('settings.email.sent', { email })).waitFor();
  await page.goto(await mailedLink(email, '/confirm-email'));
  await page.getByText(t('auth.confirm.done')).waitFor();
  await page.goto(`${url}/app/settings/`);
  await page.getByText(t('settings.email.now', { email })).waitFor();

  const other = await stage.open();
  other.watch.expect(refused);
  await other.page.goto(`${url}/signin/`);
  await signIn(other.page, { email, password: GOOD_PASSWORD });
  await inboxHeading(other.page).waitFor();
  const panel = own(t('settings.password.title'));
  await panel.getByLabel(t('settings.password.current'), { exact: true }).fill(GOOD_PASSWORD);
  await panel.getByLabel(t('auth.new_password'), { exact: true }).fill('two slow trains');
  await panel.getByLabel(t('auth.repeat_password')).fill('two slow trains');
  await panel.getByRole('button', { name: t('settings.password.button') }).click();
  await page.getByText(t('settings.password.changed')).waitFor();
  await signInHeading(other.page).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: t('settings.title'), level: 1 }).waitFor();
});

it('a mailed link that is cut or out of date leads to a new one', async () => {
  const { url } = stage.product();
  const { page, watch } = await stage.open();
  watch.expect(refused);
  await page.goto(`${url}/reset-password/`);
  await forgotHeading(page).waitFor();
  const dead = page.getByRole('heading', { name: t('auth.link.dead'), level: 1 });
  for (const token of ['abc', 'abcdefghijklmnopqrstuvwxyz']) {
    await page.goto(`${url}/confirm-email/${token}`);
    await dead.waitFor();
  }
  const owner = await stage.openAs(await signUp(url));
  owner.watch.expect(refused);
  await owner.page.goto(`${url}/confirm-email/`);
  await owner.page.getByRole('heading', { name: t('auth.link.dead'), level: 1 }).waitFor();
  await owner.page.getByRole('button', { name: t('auth.confirm.again') }).click();
  await owner.page.getByRole('heading', { name: t('settings.email.title'), level: 2 }).waitFor();
});

it('who asks for a reset link too often is told of the one that was mailed', async () => {
  const { url } = stage.product();
  const { email } = await signUp(url);
  const { page, watch } = await stage.open();
  watch.expect(/status of 429/);
  for (let time = 0; time < 6; time += 1) {
    await page.goto(`${url}/signin/`);
    await page.getByRole('link', { name: t('auth.forgot.link') }).click();
    await forgotHeading(page).waitFor();
    await page.getByLabel(t('auth.email'), { exact: true }).fill(email);
    await page.getByRole('button', { name: t('auth.forgot.button') }).click();
    if (time < 5) await page.getByText(t('auth.forgot.sent.title')).waitFor();
  }
  expect(await page.getByRole('alert').innerText()).toMatch(/действует час.*Спам.*через \d+ минут/s);
});

it('on the phone the tab of a section behind "more" is marked', async () => {
  const { url } = stage.product();
  const { page } = await stage.openAs(await signUp(url), { viewport: { width: 390, height: 844 } });
  await page.goto(`${url}/app/settings/`);
  await page.getByRole('heading', { name: t('settings.title'), level: 1 }).waitFor();
  const tabs = page.getByRole('navigation', { name: t('shell.nav.label') });
  const current = () => tabs.locator('[aria-current=page]').allInnerTexts();
  expect(await current()).toEqual([t('shell.nav.more')]);
  // A new account has no files.
  await page
    .getByText(/Занято 0 КБ из/)
    .first()
    .waitFor();
  await page.goto(`${url}/app/channels/`);
  await page.getByRole('heading', { name: t('channels.title'), level: 1 }).waitFor();
  expect(await current()).toEqual([t('shell.nav.channels')]);
});
