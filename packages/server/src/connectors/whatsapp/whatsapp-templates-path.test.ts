import { startSimulatedWhatsApp } from '@otvet/simulators';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { messagesOf } from '../../testing/product/build-samples.ts';
import type { Person } from '../../testing/product/sign-up-people.ts';
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts';
import { uncounted } from '../../testing/uncounted.ts';
import { waitUntil } from '../../testing/wait-until.ts';

const PUBLIC_URL = 'https://shop.example';
const DAY_MS = 25 * 3_600_000;
const anna = { id: '79990000001', name: 'Анна' };

let app: TestApp;
let whatsapp: Awaited<ReturnType<typeof startSimulatedWhatsApp>>;
let owner: Person;
let channelId: string;

beforeAll(async () => {
  const reach: typeof fetch = (address, init) => fetch(String(address).replace(PUBLIC_URL, app.url), init);
  whatsapp = await startSimulatedWhatsApp({ fetch: reach, backoff: { firstMs: 20, maxMs: 100 } });
  app = await startTestApp({ rates: uncounted, env: { PUBLIC_URL, ...whatsapp.environment } });
  owner = await app.signUp();
  channelId = z.string().parse((await ask('POST', '/v1/connect/whatsapp/', whatsapp.credentials)).body.id);
  whatsapp.customerSends({ from: anna, text: 'Здравствуйте' });
  await waitUntil(async () => (await messages().catch(() => [])).length > 0);
  // A day has passed since.
  await app.pool.query("update dialogs set customer_at = customer_at - interval '25 hours' where chat_id = $1", [
    anna.id,
  ]);
  const chat = whatsapp.number.chats.get(anna.id);
  if (chat?.customerAt) chat.customerAt -= DAY_MS;
});
afterAll(async () => {
  await app.close();
  await whatsapp.close();
});

const ask = (method: string, path: string, body?: unknown) =>
  app.api(method, path, { token: owner.accessToken, ...(body === undefined ? {} : { body }) });
const uniqueId = () => `${anna.id}_${channelId}`;
const messages = () => messagesOf(app, owner, uniqueId());
const sends = (body: object) => ask('POST', `/v1/chat/messages/${uniqueId()}/`, body);
const deliveryOf = async (id: unknown) => {
  const message = (await messages()).find((one) => one.id === id);
  return z.object({ state: z.string(), reason: z.string().nullable() }).optional().parse(message?.delivery);
};
const got = () => whatsapp.conversation(anna.id).flatMap(({ author, text }) => (author === 'business' ? [text] : []));
const ready = { name: 'order_ready', language: 'ru', variables: { 1: 'Анна', 2: '17' } };
const WORDS = 'Ваш заказ\nЗдравствуйте, Анна! Заказ 17 готов, ждём вас.\nМебель «Дом»';

it('after a day free words are refused before the platform does', async () => {
  const { body } = await sends({ text: 'Ваш заказ готов' });
  await waitUntil(async () => (await deliveryOf(body.id))?.state === 'rejected');
  expect(await deliveryOf(body.id)).toMatchObject({ reason: 'window_closed' });
  expect(got()).not.toContain('Ваш заказ готов');
});

it('approved templates are offered, and only those', async () => {
  const { body } = await ask('GET', `/v1/channels/whatsapp/${channelId}/templates/`);
  expect(body.templates).toEqual([
    {
      name: 'order_ready',
      language: 'ru',
      header: 'Ваш заказ',
      body: 'Здравствуйте, {{1}}! Заказ {{2}} готов, ждём вас.',
      footer: 'Мебель «Дом»',
      buttons: [],
    },
    expect.objectContaining({ name: 'come_back', body: 'Hello {{name}}, we have news.' }),
  ]);
});

it('a template goes out with its values, and is kept in the words that the customer sees', async () => {
  const { status, body, text } = await sends({ template: ready });
  expect([status, body.text], text).toEqual([200, WORDS]);
  await waitUntil(async () => (await deliveryOf(body.id))?.state === 'delivered');
  expect(got().at(-1)).toBe('Здравствуйте, Анна! Заказ 17 готов, ждём вас.');
});

it('places with words for names are filled by them', async () => {
  const { body } = await sends({ template: { name: 'come_back', language: 'en_US', variables: { name: 'Anna' } } });
  await waitUntil(async () => (await deliveryOf(body.id))?.state === 'delivered');
  expect(got().at(-1)).toBe('Hello Anna, we have news.');
});

it.each([
  [{ ...ready, name: 'not_yet' }, 'missing'],
  [{ ...ready, language: 'en' }, 'missing'],
  [{ ...ready, variables: { 1: 'Анна' } }, 'variables'],
  [{ ...ready, variables: { 1: 'Анна', 2: ' ' } }, 'variables'],
])('what cannot be sent is told before anything is stored: %j', async (template, reason) => {
  const before = (await messages()).length;
  const refused = await sends({ template });
  expect([refused.status, refused.body.details]).toEqual([400, { template: reason }]);
  expect((await messages()).length).toBe(before);
});

it('a template that the platform paused says so, and is sent whole at another try', async () => {
  whatsapp.simulator.faults.add('template-paused');
  const { body } = await sends({ template: ready });
  await waitUntil(async () => (await deliveryOf(body.id))?.state === 'rejected');
  expect(await deliveryOf(body.id)).toMatchObject({ reason: 'template_paused' });
  expect((await ask('POST', `/v1/chat/retry-message/${uniqueId()}/${body.id}/`, {})).status).toBe(200);
  await waitUntil(async () => (await deliveryOf(body.id))?.state === 'delivered');
});
