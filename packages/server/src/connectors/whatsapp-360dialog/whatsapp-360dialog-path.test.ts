import { startSimulated360Dialog } from '@otvet/simulators';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { buildBase, messagesOf, until, uploadPhoto } from '../../testing/product/build-samples.ts';
import type { Person } from '../../testing/product/sign-up-people.ts';
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts';
import { uncounted } from '../../testing/uncounted.ts';
import { waitUntil } from '../../testing/wait-until.ts';

const PUBLIC_URL = 'https://shop.example';
const anna = { id: '79990000001', name: 'Анна' };

let app: TestApp;
let provider: Awaited<ReturnType<typeof startSimulated360Dialog>>;
let owner: Person;
let channelId: string;

beforeAll(async () => {
  const reach: typeof fetch = (address, init) => fetch(String(address).replace(PUBLIC_URL, app.url), init);
  provider = await startSimulated360Dialog({ fetch: reach, backoff: { firstMs: 20, maxMs: 100 } });
  app = await startTestApp({ rates: uncounted, env: { PUBLIC_URL, ...provider.environment } });
  owner = await app.signUp();
});
afterAll(async () => {
  await app.close();
  await provider.close();
});

const ask = (method: string, path: string, body?: unknown) =>
  app.api(method, path, { token: owner.accessToken, ...(body === undefined ? {} : { body }) });
const channelNow = async () => (await ask('GET', `/v1/channels/whatsapp/${channelId}/`)).body;
const uniqueId = () => `${anna.id}_${channelId}`;
const messages = () => messagesOf(app, owner, uniqueId());
const got = () => provider.conversation(anna.id).flatMap(({ author, text }) => (author === 'business' ? [text] : []));
const operatorSends = (body: object) => ask('POST', `/v1/chat/messages/${uniqueId()}/`, body);
const deliveryOf = async (text: string) => {
  const message = (await messages()).find((one) => one.text === text);
  return z.object({ state: z.string(), reason: z.string().nullable() }).optional().parse(message?.delivery);
};

it('a wrong key is named; another program’s address is asked about; then the channel works', async () => {
  const base = await buildBase(app, owner);
  const wrong = await ask('POST', '/v1/connect/whatsapp-360dialog/', { apiKey: 'of-nobody' });
  expect([wrong.status, wrong.body.details]).toEqual([400, expect.objectContaining({ apiKey: 'key_invalid' })]);
  provider.number.hosted = { url: 'https://other.example/secret/path', headers: {} };
  const typed = { ...provider.credentials, knowledgeBaseId: base.id };
  const refused = await ask('POST', '/v1/connect/whatsapp-360dialog/', typed);
  expect([refused.status, refused.body.details]).toEqual([409, { address: 'https://other.example' }]);
  const made = await ask('POST', '/v1/connect/whatsapp-360dialog/', { ...typed, replaceWebhook: true });
  expect(made.status, made.text).toBe(200);
  channelId = z.string().parse(made.body.id);
  expect(provider.number.hosted?.url).toMatch(
    new RegExp(`^${PUBLIC_URL}/hooks/whatsapp-360dialog/${channelId}/[\\w-]{20,}$`),
  );
  expect(await channelNow()).toMatchObject({ type: 'whatsapp-360dialog', family: 'whatsapp', inactiveReason: null });
});

it('a customer is answered; files of all kinds arrive through the provider', async () => {
  provider.customerSends({ from: anna, text: 'Сколько стоит доставка?' });
  await waitUntil(() => got().length === 1);
  expect(got()[0]).toContain('300 ₽');
  for (const attachment of ['photo', 'voice', 'file'] as const) provider.customerSends({ from: anna, attachment });
  const attachments = await until(async () => {
    const found = (await messages()).flatMap(({ attachments: list }) =>
      z.array(z.object({ type: z.string(), state: z.string() })).parse(list),
    );
    return found.length === 3 && found.every(({ state }) => state === 'ready') ? found : undefined;
  });
  expect(attachments.map(({ type }) => type)).toEqual(['image', 'voice', 'document']);
});

it('an operator’s photo goes out; a limit and an outage are waited for, a lost answer is settled by its state', async () => {
  const photo = await uploadPhoto(app, owner);
  await operatorSends({ text: 'Вот диван', urls: [photo.id] });
  await waitUntil(async () => (await deliveryOf('Вот диван'))?.state === 'delivered');
  for (const [fault, text] of [
    ['rate-limited', 'после паузы'],
    ['server-error', 'после сбоя'],
    ['no-answer', 'один раз'],
  ] as const) {
    provider.fail(fault);
    await operatorSends({ text });
    await waitUntil(async () => (await deliveryOf(text))?.state === 'delivered');
    expect(got().filter((one) => one === text)).toHaveLength(1);
  }
});

it('a new key stops the channel; typed in, it sets the address again and what waited goes out', async () => {
  const { number } = provider;
  number.apiKey = 'd360-new-key-0123456789';
  number.hosted = null;
  await operatorSends({ text: 'после замены' });
  await waitUntil(async () => (await channelNow()).inactiveReason === 'token_revoked');
  const changed = await ask('PUT', `/v1/connect/whatsapp/${channelId}/`, { apiKey: number.apiKey });
  expect(changed.status, changed.text).toBe(201);
  expect(await channelNow()).toMatchObject({ inactiveReason: null });
  await waitUntil(() => got().includes('после замены'));
  provider.customerSends({ from: anna, text: 'Слышно?' });
  await waitUntil(async () => (await messages()).some(({ text }) => text === 'Слышно?'));
});

it('events without the header or the secret address are refused, without a row', async () => {
  const value = {
    metadata: { phone_number_id: provider.number.id },
    messages: [{ id: 'wamid.forged', from: anna.id, timestamp: '1790000000', type: 'text', text: { body: 'x' } }],
  };
  const entry = [{ id: '1', changes: [{ field: 'messages', value }] }];
  const body = Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry }));
  const { url = '', headers = {} } = provider.number.hosted ?? {};
  const path = new URL(url).pathname;
  const post = async (to: string, extra: Record<string, string>) =>
    (await app.call('POST', to, { body, headers: { 'content-type': 'application/json', ...extra } })).status;
  const statuses = [
    await post(path, {}),
    await post(path, { authorization: 'Bearer x' }),
    await post(`${path}x`, headers),
    await post(`/hooks/whatsapp-360dialog/${channelId}`, headers),
  ];
  expect(statuses).toEqual([401, 401, 401, 401]);
  expect((await messages()).some(({ text }) => text === 'x')).toBe(false);
});

it('an address that was dropped without a word is noticed and set again', async () => {
  provider.number.hosted = null;
  // Its minute of the hour has come.
  await app.pool.query('update channels set next_probe_at = $1 where id = $2', [new Date(0), channelId]);
  await app.app.domains.channels.probeWorking();
  await waitUntil(() => provider.number.hosted !== null);
});
