import { buildSamplePhoto, startWhatsappWebDouble } from '@otvet/simulators';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { connectors } from '../../../server/src/connectors/registry.ts';
import { createWhatsappWebConnector } from '../../../server/src/connectors/whatsapp-web/index.ts';
import { startTestApp, type TestApp } from '../../../server/src/testing/start-test-app.ts';
import { uncounted } from '../../../server/src/testing/uncounted.ts';
import { inboxOf } from '../harness/inbox.ts';
import { openBrowser, type TestBrowser } from '../harness/open-browser.ts';
import { readTexts } from '../harness/read-texts.ts';
import { createBase, type Person, shopPairs, signUp } from '../harness/seed.ts';
import { checkScreen, sizes } from '../looks/check-screen.ts';

const t = readTexts('ru');
const DELIVERY = 'Доставка по городу 300 ₽, от 5000 ₽ бесплатно.';
const from = { id: '79161234567', name: 'Анна' };

const phone = startWhatsappWebDouble();
let isInstalled = false;
let app: TestApp;
let browser: TestBrowser;

vi.setConfig({ testTimeout: 300_000 });
beforeAll(async () => {
  const load = async () => {
    if (!isInstalled) throw new Error("Cannot find package 'baileys'");
    return await phone.load();
  };
  const whatsappWeb = createWhatsappWebConnector(load, { minMs: 0, spreadMs: 0 });
  app = await startTestApp({
    rates: uncounted,
    connectors: { ...connectors, 'whatsapp-web': whatsappWeb },
    env: { ALLOWED_HOSTS: '127.0.0.1' },
  });
  browser = await openBrowser();
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await browser.keepEvidence(task.name);
  expect(await browser.reset()).toEqual([]);
});
afterAll(async () => {
  await browser.close();
  await app.close();
  await phone.close();
});

async function openOwner(): Promise<{ owner: Person; page: Page }> {
  const owner = await signUp(app.url);
  await createBase(owner, shopPairs, 'Магазин');
  const values = { 'otvet.sessionToken': owner.sessionToken, 'otvet.locale': 'ru' };
  const { page, watch } = await browser.open({ hosts: [new URL(app.url).host], stored: { origin: app.url, values } });
  watch.expect(/status of 4(?:0[0349]|22)/);
  return { owner, page };
}

/** The choice between the ways to the platform. */
async function openWays(page: Page): Promise<Locator> {
  await page.goto(`${app.url}/app/channels/`);
  const channel = t('channels.whatsapp.title');
  await page.getByRole('button', { name: t('channels.connect_named', { channel }) }).click();
  return page.getByRole('dialog');
}

/** From the list of channels to the step that shows a code; `number` asks for one to type. */
async function beginLinking(page: Page, number: string): Promise<Locator> {
  const dialog = await openWays(page);
  const next = dialog.getByRole('button', { name: t('channels.connecting.next'), exact: true });
  await dialog.locator('input[type=radio][value=whatsapp-web]').check();
  await next.click();
  await dialog.getByRole('button', { name: t('channels.connecting.before_next'), exact: true }).click();
  const field = dialog.getByLabel(t('channels.whatsapp-web.phone'), { exact: true });
  await field.fill(number);
  await next.click();
  return dialog;
}

async function look(page: Page, name: string): Promise<void> {
  for (const size of ['phone', 'desktop'] as const) {
    await page.setViewportSize(sizes[size]);
    expect(await checkScreen(page, { name: `whatsapp-web-${name}`, size })).toEqual([]);
  }
}

/** The phone scans what stands on the screen now. */
async function scan(dialog: Locator): Promise<void> {
  await dialog.getByRole('img', { name: t('channels.connecting.qr') }).waitFor();
  await expect.poll(() => phone.scan()).toBe(true);
  await dialog.getByRole('button', { name: t('channels.connecting.finish'), exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

const fromUs = () => phone.conversation(from.id).filter(({ author }) => author === 'business');
const arrives = (text: string) => expect.poll(() => fromUs().map((one) => one.text)).toContain(text);

it('without the library the choice says how to add it', async () => {
  const { page } = await openOwner();
  const dialog = await openWays(page);
  await dialog.getByText('npm install --no-save baileys').waitFor();
  expect(await dialog.locator('input[type=radio][value=whatsapp-web]').isDisabled()).toBe(true);
  await look(page, 'absent');
  isInstalled = true;
});

it('the way that can be taken is chosen already; from its first steps one goes back to the choice, and nothing is left', async () => {
  const { owner, page } = await openOwner();
  const dialog = await openWays(page);
  const button = (key: string) => dialog.getByRole('button', { name: t(key), exact: true });
  const chosen = dialog.locator('input[type=radio][value=whatsapp-web]:checked');
  await chosen.waitFor();
  await look(page, 'ways');
  await button('channels.connecting.next').click();
  await dialog.getByText(t('channels.whatsapp-web.cost')).waitFor();
  await look(page, 'before');
  await button('channels.connecting.back').click();
  await chosen.waitFor();
  await button('channels.connecting.next').click();
  await button('channels.connecting.before_next').click();
  await dialog.getByLabel(t('channels.whatsapp-web.phone'), { exact: true }).waitFor();
  await button('channels.connecting.back').click();
  await chosen.waitFor();
  await expect.poll(() => owner.call('GET', '/v1/connecting/')).toMatchObject({ connecting: [] });
});

it('linked by a code, answers, is cut off, fails, is logged out, is linked again by a picture, and loses nothing', async () => {
  const { page } = await openOwner();
  const dialog = await beginLinking(page, '+7 999 000-00-01');
  await dialog.getByText('ABCD1234').waitFor();
  await look(page, 'code');
  phone.expireCode();
  await dialog.getByText(t('channels.connecting.qr_expired')).waitFor();
  await look(page, 'expired');
  await dialog.getByRole('button', { name: t('channels.connecting.qr_renew') }).click();
  await scan(dialog);

  phone.customerSends({ from, text: 'Сколько стоит доставка?' });
  await arrives(DELIVERY);
  await page.goto(`${app.url}/app/inbox/`);
  const inbox = inboxOf(page, t);
  await inbox.choose('Анна');
  await inbox.message(DELIVERY, 'assistant').waitFor();
  await inbox.take();
  for (const attachment of ['photo', 'voice', 'file'] as const) phone.customerSends({ from, attachment });
  const photo = inbox.messages.locator('img').first();
  await expect.poll(() => photo.evaluate((image) => Number(Reflect.get(image, 'naturalWidth')))).toBeGreaterThan(0);
  await inbox.messages.locator('audio').first().waitFor();
  await expect.poll(() => inbox.message('', 'customer').count()).toBe(4);

  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: t('dialogs.composer.attach') }).click();
  const picture = { name: 'диван.png', mimeType: 'image/png', buffer: Buffer.from(buildSamplePhoto().bytes) };
  await (await choosing).setFiles([picture]);
  await page.getByRole('button', { name: t('dialogs.composer.remove_photo', { name: 'диван.png' }) }).waitFor();
  await inbox.field.fill('Вот такой диван');
  const send = page.getByRole('button', { name: t('dialogs.composer.send'), exact: true });
  await send.filter({ visible: true }).click();
  await arrives('Вот такой диван');
  expect(fromUs().some(({ attachment }) => attachment !== null)).toBe(true);

  phone.fail('server-error');
  await inbox.answer('После сбоя');
  await arrives('После сбоя');
  phone.drop(428);
  phone.customerSends({ from, text: 'Пока вас не было' });
  await inbox.answer('После обрыва');
  await arrives('После обрыва');
  await inbox.message('Пока вас не было', 'customer').waitFor();

  phone.fail('revoked');
  await inbox.answer('Ждёт привязки');
  await page.getByRole('link', { name: t('dialogs.channel_trouble.open') }).waitFor();
  await inbox.message('Ждёт привязки').getByText(t('dialogs.delivery.reason.session_logged_out')).waitFor();
  await page.getByRole('link', { name: t('dialogs.channel_trouble.open') }).click();
  await page.getByText(/Ждут отправки: 1/).waitFor();
  await page.getByText(t('channels.reason.session_logged_out')).first().waitFor();
  await look(page, 'logged-out');

  await scan(await beginLinking(page, ''));
  await arrives('Ждёт привязки');
  await page.goto(`${app.url}/app/inbox/`);
  await inbox.choose('Анна');
  const texts = ['Вот такой диван', 'После сбоя', 'После обрыва', 'Ждёт привязки'];
  await inbox.message('Ждёт привязки').waitFor();
  expect(fromUs().flatMap(({ text }) => (texts.includes(text) ? [text] : []))).toEqual(texts);
  for (const text of texts) expect(await inbox.message(text).count()).toBe(1);
  expect(await inbox.rows.count()).toBe(1);
});
