import { describeChannel, groupFamilies, isOfferedChannelType, offeredChannelTypes } from '@otvet/contract';
import {
  buildSamplePhoto,
  everyPlatform,
  type StartedPlatform,
  type StartedPlatforms,
  startPlatforms,
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
const RETRY_MS = 50;

const reach: typeof fetch = (address, init) => fetch(String(address).replace(PUBLIC_URL, app.url), init);

let simulated: StartedPlatforms;
let app: TestApp;
let browser: TestBrowser;

vi.setConfig({ testTimeout: 300_000 });
beforeAll(async () => {
  const returnUrl = (path: string) => `${PUBLIC_URL}${path}`;
  simulated = await startPlatforms(everyPlatform, { host: '127.0.0.1', fetch: reach, returnUrl, retryMs: RETRY_MS });
  app = await startTestApp({
    rates: uncounted,
    env: { ...simulated.environment, PUBLIC_URL, ALLOWED_HOSTS: '127.0.0.1', ALLOW_PRIVATE_ADDRESSES: '1' },
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
  await simulated.close();
});

/** An owner with a knowledge base, in a browser that the platform's login sends back as soon as it is opened. */
async function openOwner({ platform }: StartedPlatform): Promise<{ owner: Person; page: Page }> {
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
  watch.expect(/status of 40[049]/);
  return { owner, page };
}

/** Presses the button of the platform's card; where it is reached in several ways, chooses one. */
async function beginConnecting(page: Page, type: string): Promise<void> {
  const family = groupFamilies(offeredChannelTypes).find(({ types }) => types.some((one) => one === type));
  const channel = t(`channels.${family?.types[0]}.title`);
  await page.getByRole('button', { name: t('channels.connect_named', { channel }) }).click();
  if (family?.types.length === 1) return;
  const dialog = page.getByRole('dialog');
  await dialog.locator(`input[type=radio][value=${type}]`).check();
  await dialog.getByRole('button', { name: t('channels.connecting.next'), exact: true }).click();
}

async function attachPhoto(page: Page): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: t('dialogs.composer.attach') }).click();
  const photo = { name: 'диван.png', mimeType: 'image/png', buffer: Buffer.from(buildSamplePhoto().bytes) };
  await (await choosing).setFiles([photo]);
  await page.getByRole('button', { name: t('dialogs.composer.remove_photo', { name: 'диван.png' }) }).waitFor();
}

/** Free words are over, and the platform takes the channel no more: the list of templates says so and leads to it. */
async function openRefusedTemplates(page: Page, { platform, customerIds: [id] }: StartedPlatform): Promise<void> {
  await app.pool.query("update dialogs set customer_at = customer_at - interval '25 hours' where chat_id = $1", [id]);
  platform.fail('revoked');
  await page.reload();
  await page.getByRole('button', { name: t('dialogs.template.open') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(t('dialogs.delivery.reason.token_revoked')).waitFor();
  await dialog.getByRole('link', { name: t('dialogs.channel_trouble.open') }).click();
  await page.getByRole('tab', { name: t('channels.tab.connection') }).waitFor();
  platform.repair();
}

it.each(everyPlatform.map(({ type }) => type))(
  '%s: connected, answers, fails, is repaired, and loses nothing',
  async (type) => {
    const stand = simulated.platforms.find((one) => one.type === type);
    if (stand === undefined) throw new Error(`${type} did not start`);
    const { platform, customerIds } = stand;
    const from = { id: customerIds[0] ?? '', name: 'Анна' };
    const fromUs = () => platform.conversation(from.id).filter(({ author }) => author === 'business');
    const arrives = (text: string) => expect.poll(() => fromUs().map((one) => one.text)).toContain(text);

    const { owner, page } = await openOwner(stand);
    await page.goto(`${app.url}/app/channels/`);
    await beginConnecting(page, type);
    await connectInBrowser({ page, owner, platform, t });

    platform.customerSends({ from, text: 'Сколько стоит доставка?' });
    await arrives(DELIVERY);
    await page.goto(`${app.url}/app/inbox/`);
    const inbox = inboxOf(page, t);
    await inbox.choose('Анна');
    // The one platform that tells of each chat which advert it is about.
    if (type === 'avito') await page.getByRole('link', { name: 'Диван «Норд»' }).waitFor({ state: 'attached' });
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
    if (isOfferedChannelType(type) && describeChannel(type).hasTemplates) await openRefusedTemplates(page, stand);
  },
);
