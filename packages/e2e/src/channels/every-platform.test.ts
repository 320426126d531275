import { familyOf, type OfferedChannelType, offeredChannelTypes } from '@otvet/contract';
import {
  buildSamplePhoto,
  type SimulatedPlatform,
  startAvitoSimulator,
  startIntercomSimulator,
  startSimulated360Dialog,
  startSimulatedTelegram,
  startSimulatedViber,
  startSimulatedWhatsApp,
  startVkontakteSimulator,
} from '@otvet/simulators';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../server/src/testing/start-test-app.ts';
import { uncounted } from '../../../server/src/testing/uncounted.ts';
import { inboxOf } from '../harness/inbox.ts';
import { openBrowser, type TestBrowser } from '../harness/open-browser.ts';
import { readTexts } from '../harness/read-texts.ts';
import { createBase, type Person, shopPairs, signUp } from '../harness/seed.ts';
import { connectInBrowser } from './connect-in-browser.ts';

const t = readTexts('ru');
/** Platforms take nothing less; in the tests they reach the product on this machine by it. */
const PUBLIC_URL = 'https://shop.example';
const DELIVERY = 'Доставка по городу 300 ₽, от 5000 ₽ бесплатно.';
const FAST = { firstMs: 20, maxMs: 100 };

type Stand = { type: OfferedChannelType; customer: { id: string; name: string }; platform: SimulatedPlatform };
type Starter = { type: OfferedChannelType; customerId: string; start(): Promise<SimulatedPlatform> };

const reach: typeof fetch = (address, init) => fetch(String(address).replace(PUBLIC_URL, app.url), init);
const starters: Starter[] = [
  { type: 'telegram', customerId: '700001', start: () => startSimulatedTelegram({ fetch: reach, backoff: FAST }) },
  {
    type: 'whatsapp',
    customerId: '79990000001',
    start: () => startSimulatedWhatsApp({ fetch: reach, backoff: FAST }),
  },
  {
    type: 'whatsapp-360dialog',
    customerId: '79990000002',
    start: () => startSimulated360Dialog({ fetch: reach, backoff: FAST }),
  },
  { type: 'viber', customerId: '01234567890A+/=', start: () => startSimulatedViber({ fetch: reach, backoff: FAST }) },
  {
    type: 'vkontakte',
    customerId: '77',
    start: () => startVkontakteSimulator({ fetch: reach, repeatsAfterMs: [20, 20, 20] }),
  },
  {
    type: 'avito',
    customerId: 'anna',
    start: () => startAvitoSimulator({ fetch: reach, redirectUri: `${PUBLIC_URL}/connect-avito/` }),
  },
  { type: 'intercom', customerId: '6a1', start: () => startIntercomSimulator({ fetch: reach, retryMs: 20 }) },
];

let stands: Stand[];
let app: TestApp;
let browser: TestBrowser;

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });
beforeAll(async () => {
  stands = await Promise.all(
    starters.map(async ({ type, customerId, start }) => ({
      type,
      customer: { id: customerId, name: 'Анна' },
      platform: await start(),
    })),
  );
  const env = Object.assign({}, ...stands.map(({ platform }) => platform.environment));
  app = await startTestApp({
    rates: uncounted,
    env: { ...env, PUBLIC_URL, ALLOWED_HOSTS: '127.0.0.1', ALLOW_PRIVATE_ADDRESSES: '1' },
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
  for (const { platform } of stands) await platform.close();
});

/** An owner with a knowledge base, in a browser that the platform's login sends back as soon as it is opened. */
async function openOwner({ platform }: Stand): Promise<{ owner: Person; page: Page }> {
  const owner = await signUp(app.url);
  await createBase(owner, shopPairs, 'Магазин');
  const values = { 'otvet.sessionToken': owner.sessionToken, 'otvet.locale': 'ru' };
  const hosts = [app.url, PUBLIC_URL, platform.url].map((url) => new URL(url).host);
  const { page, context, watch } = await browser.open({ hosts, stored: { origin: app.url, values } });
  await context.route(`${platform.url}/**`, (route) => {
    // Where a redirect leads is not asked of the routes here again.
    const location = platform.logIn?.(route.request().url()).replace(PUBLIC_URL, app.url);
    return location === undefined ? route.abort() : route.fulfill({ status: 302, headers: { location } });
  });
  await context.route(`${PUBLIC_URL}/**`, (route) => {
    const location = route.request().url().replace(PUBLIC_URL, app.url);
    return route.fulfill({ status: 302, headers: { location } });
  });
  watch.expect(/status of 40[49]/);
  return { owner, page };
}

/** One card a platform; where several ways lead there, the way is chosen next. */
async function chooseInGallery(page: Page, type: OfferedChannelType): Promise<void> {
  const ways = offeredChannelTypes.filter((other) => familyOf(other) === familyOf(type));
  const channel = t(`shell.channel.${ways[0] ?? type}`);
  await page.getByRole('button', { name: t('channels.connect_named', { channel }), exact: true }).click();
  if (ways.length === 1) return;
  const dialog = page.getByRole('dialog');
  await dialog.locator(`input[type=radio][value=${JSON.stringify(type)}]`).check();
  await dialog.getByRole('button', { name: t('channels.connecting.next') }).click();
}

async function attachPhoto(page: Page): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: t('dialogs.composer.attach') }).click();
  const photo = { name: 'диван.png', mimeType: 'image/png', buffer: Buffer.from(buildSamplePhoto().bytes) };
  await (await choosing).setFiles([photo]);
  await page.getByRole('button', { name: t('dialogs.composer.remove_photo', { name: 'диван.png' }) }).waitFor();
}

it.each(starters.map(({ type }) => type))(
  '%s: connected, answers, fails, is repaired, and loses nothing',
  async (type) => {
    const stand = stands.find((one) => one.type === type);
    if (stand === undefined) throw new Error(`${type} did not start`);
    const { platform, customer: from } = stand;
    const fromUs = () => platform.conversation(from.id).filter(({ author }) => author === 'business');
    const arrives = (text: string) => expect.poll(() => fromUs().map((one) => one.text)).toContain(text);

    const { owner, page } = await openOwner(stand);
    await page.goto(`${app.url}/app/channels/`);
    await chooseInGallery(page, type);
    await connectInBrowser({ page, owner, platform, t });

    platform.customerSends({ from, text: 'Сколько стоит доставка?' });
    await arrives(DELIVERY);
    await page.goto(`${app.url}/app/inbox/`);
    const inbox = inboxOf(page, t);
    await inbox.choose('Анна');
    await inbox.message(DELIVERY, 'assistant').waitFor();
    await inbox.take();
    for (const attachment of ['photo', 'voice', 'file'] as const) platform.customerSends({ from, attachment });
    const photo = inbox.messages.locator('img').first();
    await expect.poll(() => photo.evaluate((image) => Number(Reflect.get(image, 'naturalWidth')))).toBeGreaterThan(0);
    await inbox.messages.locator('audio').first().waitFor();
    await expect.poll(() => inbox.message('', 'customer').count()).toBe(4);

    await attachPhoto(page);
    await inbox.field.fill('Вот такой диван');
    // It waits for the picture.
    const send = page.getByRole('button', { name: t('dialogs.composer.send'), exact: true });
    await send.filter({ visible: true }).click();
    await arrives('Вот такой диван');
    expect(fromUs().some(({ attachment }) => attachment !== null)).toBe(true);

    platform.fail('rate-limited');
    await inbox.answer('После паузы');
    await arrives('После паузы');
    platform.fail('server-error');
    await inbox.answer('После сбоя');
    await arrives('После сбоя');

    platform.fail('revoked');
    await inbox.answer('Ждёт ключа');
    await page.getByRole('link', { name: t('dialogs.channel_trouble.open') }).waitFor();
    await inbox.row('Анна').getByText(t('dialogs.channel_trouble.short')).waitFor();
    await inbox.message('Ждёт ключа').getByText(t('dialogs.delivery.reason.token_revoked')).waitFor();
    await page.getByRole('link', { name: t('dialogs.channel_trouble.open') }).click();
    await page.getByText(/Ждут отправки: 1/).waitFor();
    platform.repair();
    await app.app.domains.channels.probeBroken();
    await arrives('Ждёт ключа');
    await page.goBack();
    await inbox.message('Ждёт ключа').waitFor();
    const texts = ['Вот такой диван', 'После паузы', 'После сбоя', 'Ждёт ключа'];
    expect(fromUs().flatMap(({ text }) => (texts.includes(text) ? [text] : []))).toEqual(texts);
    for (const text of texts) expect(await inbox.message(text).count()).toBe(1);
  },
);
