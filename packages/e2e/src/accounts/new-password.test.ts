import type { Page } from 'playwright-core';
import { expect, it, vi } from 'vitest';
import { meetRequest, meetRequests } from '../harness/meet-requests.ts';
import { findMailedLink } from '../harness/read-mail.ts';
import { readTexts } from '../harness/read-texts.ts';
import { GOOD_PASSWORD, signUp } from '../harness/seed.ts';
import { useStage } from '../harness/use-stage.ts';

const stage = useStage({ kind: 'server' });
const t = readTexts('ru');
const PHONE = { width: 390, height: 844 };

const post = (path: string, body: Record<string, string>) =>
  fetch(`${stage.product().url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const field = (page: Page, name = t('auth.password')) => page.getByLabel(name, { exact: true });
/** The words under the field of a new password. */
const words = (page: Page) => page.locator('form [role=status]').first();
const topOf = async (page: Page, button: string) =>
  (await page.getByRole('button', { name: button, exact: true }).boundingBox())?.y;

async function openReset(email: string) {
  const { url } = stage.product();
  await post('/v1/mailer/change-password/', { email });
  const link = await vi.waitFor(
    () => {
      const found = findMailedLink(stage.product().mails(), email, '/forgot-password');
      if (found === undefined) throw new Error('No mail yet');
      return found;
    },
    { timeout: 120_000, interval: 100 },
  );
  const { page, watch } = await stage.open({ viewport: PHONE });
  watch.expect(/status of 400/);
  await page.goto(link.replace(/^https?:\/\/[^/]+/, url));
  return page;
}

it('a refused sign-in says for how long, and names the mailed link', async () => {
  const { url } = stage.product();
  const { email } = await signUp(url);
  for (let tries = 0; tries < 10; tries += 1)
    expect((await post('/auth/sign-in/email', { email, password: 'not my password' })).status).toBe(400);
  const { page, watch } = await stage.open();
  watch.expect(/status of 429/);
  await page.goto(`${url}/signin/`);
  await page.getByLabel(t('auth.email'), { exact: true }).fill(email);
  await field(page).fill(GOOD_PASSWORD);
  await page.getByRole('button', { name: t('auth.sign_in.button'), exact: true }).click();
  const alert = await page.getByRole('alert').innerText();
  expect(alert).toMatch(/через 1[45] минут/);
  expect(alert).toContain(t('auth.forgot.link'));
});

it('a reset promises nothing that it cannot keep, and tells at the field why a password is refused', async () => {
  const email = `quiet.harbour.${crypto.randomUUID().slice(0, 8)}@shop.example`;
  await signUp(stage.product().url, { email });
  const page = await openReset(email);
  const own = email.split('@')[0] ?? '';
  const fresh = field(page, t('auth.new_password'));
  await fresh.fill(own);
  await words(page).getByText(t('auth.strength.looks_strong')).waitFor();
  const top = await topOf(page, t('auth.reset.button'));
  await page.getByLabel(t('auth.repeat_password')).fill(own);
  await page.getByRole('button', { name: t('auth.reset.button') }).click();
  await words(page).getByText(t('auth.strength.warning.own')).waitFor();
  expect(await fresh.getAttribute('aria-invalid')).toBe('true');
  expect(await fresh.evaluate((input) => input.ownerDocument.activeElement === input)).toBe(true);
  expect([await page.getByRole('alert').count(), await topOf(page, t('auth.reset.button'))]).toEqual([0, top]);
});

it('the settings tell at the field why a password is refused', async () => {
  const { url } = stage.product();
  const { page } = await stage.openAs(await signUp(url));
  await page.goto(`${url}/app/settings/`);
  const panel = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: t('settings.password.title'), level: 2, exact: true }) });
  await panel.getByLabel(t('settings.password.current'), { exact: true }).fill(GOOD_PASSWORD);
  await field(page, t('auth.new_password')).fill('ивановиван');
  await panel.getByLabel(t('auth.repeat_password')).fill('ивановиван');
  await panel.getByText(t('auth.strength.warning.name')).waitFor();
  await panel.getByRole('button', { name: t('settings.password.button') }).click();
  expect(await field(page, t('auth.new_password')).getAttribute('aria-invalid')).toBe('true');
});

it('sign-up stays calm while somebody types, does not jump, and sends no weak password', async () => {
  const { url } = stage.product();
  const { page, watch } = await stage.open({ viewport: PHONE });
  watch.expect(/status of 400/);
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>();
  await meetRequest(page, '**/sign-up-offer', (route) => asked.then(() => route.continue()));
  await page.goto(`${url}/signup/`);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/send-register')) sent.push(request.url());
  });
  const button = t('auth.sign_up.button');
  const password = field(page);
  await password.waitFor();
  // Until the font is there a line breaks elsewhere.
  await page.evaluate('document.fonts.ready');
  const top = await topOf(page, button);
  answer();
  await page.getByText(t('auth.sign_up.free')).waitFor();
  expect(await topOf(page, button)).toBe(top);
  const name = page.getByLabel(t('auth.name'), { exact: true });
  await name.fill('Скидки на shop.ru');
  await page.getByLabel(t('auth.email'), { exact: true }).fill(`${crypto.randomUUID()}@shop.example`);
  await page.getByRole('checkbox').check();
  const isThere = page.waitForEvent('worker');
  await password.pressSequentially('qwerty1');
  await isThere;
  expect([await words(page).innerText(), await password.getAttribute('aria-invalid')]).toEqual([
    t('auth.password_hint', { count: 8 }),
    null,
  ]);
  const warned = { qwerty12: 'common', qwertyuiop: 'keys', cbljhjdbdfy: 'layout', ивановиван: 'name' };
  for (const [weak, warning] of Object.entries(warned)) {
    await password.fill(weak);
    await words(page)
      .getByText(t(`auth.strength.warning.${warning}`))
      .waitFor();
    expect([weak, await password.getAttribute('aria-invalid'), await topOf(page, button)]).toEqual([weak, 'true', top]);
  }
  await page.getByRole('button', { name: button }).click();
  await words(page).getByText(t('auth.strength.warning.name')).waitFor();
  expect(sent).toEqual([]);
  await password.fill(GOOD_PASSWORD);
  await page.getByRole('button', { name: button }).click();
  await page.getByText(t('errors.field.name_address')).waitFor();
  expect([await name.getAttribute('aria-invalid'), await page.getByRole('alert').count(), sent.length]).toEqual([
    'true',
    0,
    1,
  ]);
});

it('a password typed while the server is away is no alarm; the words come by themselves afterwards', async () => {
  const { url } = stage.product();
  const { page, watch } = await stage.open();
  watch.expect(/judge-worker|ERR_FAILED|Failed to load/);
  await page.goto(`${url}/signup/`);
  await field(page).waitFor();
  let failed = 0;
  const { letPass } = await meetRequests(page.context(), /judge-worker/, (route) => {
    failed += 1;
    return route.abort();
  });
  await field(page).fill('dragon123');
  await expect.poll(() => failed, { timeout: 120_000 }).toBeGreaterThan(1);
  expect(await words(page).innerText()).toBe(t('auth.password_hint', { count: 8 }));
  expect(await page.getByText(t('new_build.part_lost')).count()).toBe(0);
  letPass();
  await words(page).getByText(t('auth.strength.warning.common')).waitFor();
  expect(await page.getByText(t('new_build.part_lost')).count()).toBe(0);
});

it('a password typed without a network is judged as soon as the network is back', async () => {
  const { url } = stage.product();
  const { page, watch } = await stage.open();
  watch.expect(/judge-worker|ERR_INTERNET_DISCONNECTED/);
  await page.goto(`${url}/signup/`);
  await field(page).waitFor();
  await page.context().setOffline(true);
  await field(page).fill('dragon123');
  expect(await words(page).innerText()).toBe(t('auth.password_hint', { count: 8 }));
  await page.context().setOffline(false);
  await words(page).getByText(t('auth.strength.warning.common')).waitFor();
  expect(await page.getByText(t('new_build.part_lost')).count()).toBe(0);
});
