import { connectState } from '@otvet/contract';
import { type IntercomSimulator, startIntercomSimulator } from '@otvet/simulators';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listDialogs, messagesOf, uploadPhoto } from '../testing/product/build-samples.ts';
import type { Person } from '../testing/product/sign-up-people.ts';
import { answerWith } from '../testing/start-core.ts';
import { startTestApp, type TestApp } from '../testing/start-test-app.ts';
import { uncounted } from '../testing/uncounted.ts';
import { waitUntil } from '../testing/wait-until.ts';

const PUBLIC_URL = 'https://shop.example';
const anna = { id: '6a1', name: 'Анна' };
const vera = { id: '6c3', name: 'Вера' };
const pavel = { id: '6b2', name: 'Павел' };

let app: TestApp;
let intercom: IntercomSimulator;
let owner: Person;
let channelId: string;

beforeAll(async () => {
  intercom = await startIntercomSimulator({
    region: 'eu',
    retryMs: 20,
    fetch: (address, init) => fetch(String(address).replace(PUBLIC_URL, app.url), init),
  });
  app = await startTestApp({
    rates: uncounted,
    env: { PUBLIC_URL, ALLOW_PRIVATE_ADDRESSES: '1', ...intercom.environment },
    decideTurn: async ({ turn }) => answerWith(`re: ${turn.turn.map(({ text }) => text).join(' | ')}`),
  });
  owner = await app.signUp();
});
afterAll(async () => {
  await app.close();
  await intercom.close();
});

/** What an address answers to an application with another secret. */
async function pingOfOther(address: string): Promise<number> {
  const other = await startIntercomSimulator({
    retryMs: 60_000,
    fetch: (path, init) => fetch(String(path).replace(PUBLIC_URL, app.url), init),
  });
  const { ping } = await other.saveWebhook(address);
  await other.close();
  return ping;
}

const ask = (method: string, path: string, body?: unknown) =>
  app.api(method, path, { token: owner.accessToken, ...(body === undefined ? {} : { body }) });
const webhookUrl = async () => (await ask('GET', '/v1/connect/get-intercom-webhook/')).body.url;
const channel = async () => (await ask('GET', `/v1/channels/intercom/${channelId}/`)).body;
const heard = ({ id }: { id: string }) =>
  intercom.conversation(id).flatMap(({ author, text }) => (author === 'business' ? [text] : []));
const hasHeard = (person: { id: string }, text: string) => waitUntil(() => heard(person).includes(text));

async function dialogOf({ name }: { name: string }): Promise<string> {
  const find = async () => (await listDialogs(app, owner)).find((dialog) => dialog.dialogName === name)?.uniqueId;
  await waitUntil(async () => (await find()) !== undefined);
  return (await find()) ?? '';
}
const seen = z.object({
  author: z.string(),
  text: z.string(),
  silence: z.string().nullable(),
  attachments: z.array(z.object({ type: z.string(), state: z.string() })),
  delivery: z.object({ state: z.string() }).nullable(),
});
const messages = async (person: { name: string }) =>
  z.array(seen).parse(await messagesOf(app, owner, await dialogOf(person)));
const say = async (person: { name: string }, body: object) =>
  await ask('POST', `/v1/chat/messages/${encodeURIComponent(await dialogOf(person))}/`, body);
const countRows = async () => {
  const { rows } = await app.pool.query<{ count: string }>('select count(*) from inbound_events');
  return Number(rows[0]?.count);
};

it('is connected step by step; the address is tried and told a ping before the last of them', async () => {
  expect((await ask('GET', '/v1/connect/get-intercom-webhook/')).status).toBe(404);
  const begun = await ask('POST', '/v1/connecting/intercom/', {});
  channelId = String(begun.body.id);
  const advance = async (input: object) => {
    const answer = await ask('POST', `/v1/connecting/${channelId}/advance/`, { input });
    expect(answer.status, answer.text).toBe(200);
    return connectState.parse(answer.body);
  };
  const wrong = { kind: 'fields', step: 'credentials', values: { ...intercom.credentials, accessToken: 'x' } };
  const refused = await ask('POST', `/v1/connecting/${channelId}/advance/`, { input: wrong });
  expect(refused.body).toMatchObject({ details: { accessToken: 'token_invalid' } });
  await advance({ kind: 'fields', step: 'credentials', values: intercom.credentials });
  await advance({ kind: 'choice', step: 'sender', value: '7001' });
  const pasting = await advance({ kind: 'choice', step: 'unassigned', value: 'yes' });
  const address = `${PUBLIC_URL}/hooks/intercom/${channelId}`;
  expect(pasting).toMatchObject({ step: { kind: 'code', shown: address } });
  expect(await webhookUrl()).toBe(address);
  const state = async () => (await ask('GET', `/v1/connecting/${channelId}/`)).body;
  // A browser that opens the address is not the platform.
  expect((await app.call('GET', `/hooks/intercom/${channelId}`)).status).toBe(200);
  expect(await state()).toMatchObject({ isAddressTried: false });
  expect(await advance({ kind: 'code', step: 'webhook' })).toMatchObject({ isAddressTried: false });
  expect(await advance({ kind: 'back', step: 'review' })).toMatchObject({ step: { name: 'webhook' } });
  expect(await pingOfOther(address)).toBe(401);
  expect(await state()).toMatchObject({ isAddressTried: true, isRefused: true });
  expect(await intercom.saveWebhook(address)).toEqual({ head: 200, ping: 200 });
  expect(await state()).toMatchObject({ isAddressTried: true, isRefused: false });
  await advance({ kind: 'back', step: 'webhook' });
  expect(await state()).toMatchObject({ step: { name: 'unassigned' }, given: { values: { value: 'yes' } } });
  await advance({ kind: 'choice', step: 'unassigned', value: 'yes' });
  await advance({ kind: 'code', step: 'webhook' });
  const done = await advance({ kind: 'review', step: 'review' });
  expect(done).toMatchObject({ status: 'done', channel: { id: channelId, type: 'intercom', inboundMode: 'webhook' } });
  expect(await channel()).toMatchObject({ enteredAddress: { url: address, isTried: true } });
  expect(await webhookUrl()).toBe(address);
});

it('a customer writes words, a photo, a voice message and a file, and is answered; the operator sends a photo', async () => {
  intercom.customerSends({ from: anna, text: 'Здравствуйте' });
  await hasHeard(anna, 're: Здравствуйте');
  intercom.fail('expired-media');
  for (const attachment of ['photo', 'voice', 'file'] as const) intercom.customerSends({ from: anna, attachment });
  await waitUntil(async () => {
    const states = (await messages(anna)).flatMap(({ attachments }) => attachments.map(({ state }) => state));
    return states.length >= 3 && states.every((state) => state === 'ready');
  });
  const kinds = (await messages(anna)).flatMap(({ author, attachments }) =>
    author === 'customer' ? attachments.map(({ type }) => type) : [],
  );
  expect(kinds).toEqual(['image', 'audio', 'document']);
  const photo = await uploadPhoto(app, owner);
  expect((await say(anna, { text: 'Вот <диван> & кресло', urls: [photo.id] })).status).toBe(200);
  await hasHeard(anna, 'Вот <диван> & кресло');
  expect(intercom.conversation(anna.id).at(-1)).toMatchObject({ attachment: expect.stringMatching(/^image\//) });
});

it('a slow-down, a failure and a lost answer lose nothing and double nothing', async () => {
  for (const fault of ['rate-limited', 'server-error', 'no-answer'] as const) {
    intercom.fail(fault);
    await say(anna, { text: `Текст: ${fault}` });
    await hasHeard(anna, `Текст: ${fault}`);
  }
  await waitUntil(async () =>
    (await messages(anna)).every(({ delivery }) => delivery?.state !== 'queued' && delivery?.state !== 'sending'),
  );
  expect(heard(anna).filter((text) => text.startsWith('Текст'))).toEqual([
    'Текст: rate-limited',
    'Текст: server-error',
    'Текст: no-answer',
  ]);
  const sent = (await messages(anna)).filter(({ text }) => text.startsWith('Текст'));
  expect(sent.map(({ delivery }) => delivery?.state)).toEqual(['sent', 'sent', 'sent']);
});

it('a revoked token is told; what waits goes out once it is replaced', async () => {
  intercom.fail('revoked');
  await say(anna, { text: 'После отзыва' });
  await waitUntil(async () => (await channel()).inactiveReason === 'token_revoked');
  expect(heard(anna)).not.toContain('После отзыва');
  intercom.repair();
  const repaired = await ask('PUT', `/v1/connect/intercom/${channelId}/`, intercom.credentials);
  expect(repaired.status, repaired.text).toBe(201);
  await hasHeard(anna, 'После отзыва');
  expect((await channel()).inactiveReason).toBeNull();
  expect(heard(anna).filter((text) => text === 'После отзыва')).toHaveLength(1);
});

describe('a wrong Client secret over the right one', () => {
  const replaceSecret = async (clientSecret = '') => {
    const replaced = await ask('PUT', `/v1/connect/intercom/${channelId}/`, { ...intercom.credentials, clientSecret });
    expect(replaced.status, replaced.text).toBe(201);
  };

  it('is told with the first message that is refused, which comes once the secret is right', async () => {
    await replaceSecret('another-secret');
    expect((await channel()).refusedSince).toBeNull();
    intercom.customerSends({ from: vera, text: 'Вы меня слышите?' });
    await waitUntil(async () => (await channel()).refusedSince !== null);
    expect(await channel()).toMatchObject({ inactiveReason: null, state: 'active' });
    await replaceSecret(intercom.credentials.clientSecret);
    await hasHeard(vera, 're: Вы меня слышите?');
    await waitUntil(async () => (await channel()).refusedSince === null);
    expect((await channel()).refusedSince).toBeNull();
  });

  it('is over as well when its owner puts the platform right, with the first message that fits', async () => {
    expect(await pingOfOther(`${PUBLIC_URL}/hooks/intercom/${channelId}`)).toBe(401);
    const { refusedSince } = await channel();
    expect(refusedSince).not.toBeNull();
    expect((await app.call('HEAD', `/hooks/intercom/${channelId}`)).status).toBe(200);
    expect((await channel()).refusedSince).toBe(refusedSince);
    intercom.customerSends({ from: vera, text: 'А теперь?' });
    await hasHeard(vera, 're: А теперь?');
    expect((await channel()).refusedSince).toBeNull();
  });
});

describe('who speaks', () => {
  it('a conversation of a colleague is stored and not answered, with the reason', async () => {
    intercom.customerSends({ from: pavel, text: 'Добрый день' });
    await hasHeard(pavel, 're: Добрый день');
    intercom.assign(pavel.id, '7002');
    intercom.customerSends({ from: pavel, text: 'Это Ольге' });
    await waitUntil(async () => (await messages(pavel)).some(({ silence }) => silence === 'assigned'));
    intercom.colleagueReplies(pavel.id, 'Я отвечу');
    await waitUntil(async () => (await messages(pavel)).some(({ text }) => text === 'Я отвечу'));
    expect((await messages(pavel)).find(({ text }) => text === 'Я отвечу')).toMatchObject({ author: 'operator' });
    expect(heard(pavel)).toEqual(['re: Добрый день', 'Я отвечу']);
  });
});

describe('webhooks', () => {
  it('a storm of repeated notifications in the wrong order changes nothing', async () => {
    await intercom.settle();
    const before = [await messages(anna), heard(anna), await countRows()];
    await intercom.redeliverAll(5);
    expect([await messages(anna), heard(anna), await countRows()]).toEqual(before);
    const questions = (await messages(anna)).filter(({ author }) => author === 'customer');
    expect(questions.map(({ text, attachments }) => text || attachments[0]?.type)).toEqual([
      'Здравствуйте',
      'image',
      'audio',
      'document',
    ]);
  });

  it('a foreign signature, a changed byte or none at all: 401 and no row', async () => {
    const before = await countRows();
    expect(await pingOfOther(`${PUBLIC_URL}/hooks/intercom/${channelId}`)).toBe(401);
    const unsigned = await app.call('POST', `/hooks/intercom/${channelId}`, { body: { topic: 'ping' } });
    expect(unsigned.status).toBe(401);
    expect(await countRows()).toBe(before);
  });
});
