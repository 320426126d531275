import { startSimulatedWhatsApp } from '@otvet/simulators';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { buildBase, listDialogs, messagesOf, until, uploadPhoto } from '../../testing/product/build-samples.ts';
import type { Person } from '../../testing/product/sign-up-people.ts';
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts';
import { uncounted } from '../../testing/uncounted.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { signatureOf } from './fixtures/sample.ts';

const PUBLIC_URL = 'https://shop.example';
const anna = { id: '79990000001', name: 'Анна' };
const boris = { id: '79990000002', name: 'Борис' };

let app: TestApp;
let whatsapp: Awaited<ReturnType<typeof startSimulatedWhatsApp>>;
let owner: Person;
let channelId: string;

beforeAll(async () => {
  const reach: typeof fetch = (address, init) => fetch(String(address).replace(PUBLIC_URL, app.url), init);
  whatsapp = await startSimulatedWhatsApp({ fetch: reach, backoff: { firstMs: 20, maxMs: 100 } });
  app = await startTestApp({ rates: uncounted, env: { PUBLIC_URL, ...whatsapp.environment } });
  owner = await app.signUp();
});
afterAll(async () => {
  await app.close();
  await whatsapp.close();
});

const ask = (method: string, path: string, body?: unknown) =>
  app.api(method, path, { token: owner.accessToken, ...(body === undefined ? {} : { body }) });
const channelNow = async () => (await ask('GET', `/v1/channels/whatsapp/${channelId}/`)).body;
const uniqueIdOf = (chatId: string) => `${chatId}_${channelId}`;
const messages = (chatId = anna.id) => messagesOf(app, owner, uniqueIdOf(chatId));
const textsBy = async (author: string, chatId = anna.id) =>
  (await messages(chatId)).filter((message) => message.author === author).map(({ text }) => text);
const gotBy = (person = anna) =>
  whatsapp.conversation(person.id).flatMap(({ author, text }) => (author === 'business' ? [text] : []));
const answered = (count: number, person = anna) => waitUntil(() => gotBy(person).length >= count);
const writes = (text: string, from = anna) => whatsapp.customerSends({ from, text });
const operatorSends = (body: object, chatId = anna.id) =>
  ask('POST', `/v1/chat/messages/${encodeURIComponent(uniqueIdOf(chatId))}/`, body);
const deliveryOf = async (text: string, chatId = anna.id) => {
  const message = (await messages(chatId)).find((one) => one.text === text);
  return z.object({ state: z.string(), reason: z.string().nullable() }).optional().parse(message?.delivery);
};

describe('connecting', () => {
  it('names what is wrong at its field', async () => {
    const { simulator, number, credentials } = whatsapp;
    const another = simulator.registerApp();
    const temporary = simulator.issueToken(
      { ...another, id: credentials.appId ?? '' },
      { expiresAt: Date.now() + 3_600_000 },
    );
    const foreign = simulator.issueToken(another);
    const cases = [
      [{ accessToken: 'of-nobody' }, 'accessToken', 'token_invalid'],
      [{ accessToken: temporary.token }, 'accessToken', 'token_temporary'],
      [{ accessToken: foreign.token }, 'appId', 'other_app'],
      [{ appSecret: 'wrong' }, 'appSecret', 'app_secret_invalid'],
      [{ businessAccountId: '99999' }, 'businessAccountId', 'business_not_found'],
      [{ phoneNumberId: '99999' }, 'phoneNumberId', 'number_not_found'],
    ] as const;
    for (const [change, field, reason] of cases) {
      const refused = await ask('POST', '/v1/connect/whatsapp/', { ...credentials, ...change });
      expect([refused.status, refused.body.code, refused.body.details]).toEqual([
        400,
        'channels.credentials_invalid',
        expect.objectContaining({ [field]: reason }),
      ]);
    }
    expect(number.webhook).toBeNull();
  });

  it('sets everything up on the platform, and the channel works', async () => {
    const base = await buildBase(app, owner);
    const made = await ask('POST', '/v1/connect/whatsapp/', { ...whatsapp.credentials, knowledgeBaseId: base.id });
    expect(made.status, made.text).toBe(200);
    channelId = z.string().parse(made.body.id);
    expect(whatsapp.number.webhook?.url).toBe(`${PUBLIC_URL}/hooks/whatsapp/${channelId}`);
    expect(await channelNow()).toMatchObject({
      type: 'whatsapp',
      family: 'whatsapp',
      inactiveReason: null,
      inboundMode: 'webhook',
      accountName: whatsapp.number.shown,
    });
  });
});

it('a customer writes and is answered; photo, voice, file and video arrive as files', async () => {
  writes('Сколько стоит доставка?');
  await answered(1);
  expect(gotBy().at(-1)).toContain('300 ₽');
  for (const attachment of ['photo', 'voice', 'file', 'video'] as const)
    whatsapp.customerSends({ from: anna, attachment });
  const attachments = await until(async () => {
    const found = (await messages()).flatMap(({ attachments: list }) =>
      z.array(z.object({ type: z.string(), state: z.string() })).parse(list),
    );
    return found.length === 4 && found.every(({ state }) => state === 'ready') ? found : undefined;
  });
  expect(attachments.map(({ type }) => type)).toEqual(['image', 'voice', 'document', 'video']);
});

it('an operator answers with a photo; then it is delivered and read', async () => {
  const photo = await uploadPhoto(app, owner);
  const sent = await operatorSends({ text: 'Вот диван', urls: [photo.id] });
  expect(sent.status, sent.text).toBe(200);
  await waitUntil(async () => (await deliveryOf('Вот диван'))?.state === 'delivered');
  const { simulator, number } = whatsapp;
  const entry = simulator.entriesOf(number, anna.id).find(({ text }) => text === 'Вот диван');
  expect(entry).toMatchObject({ type: 'image', state: 'delivered' });
  expect(entry?.media?.subarray(1, 4).toString()).toBe('PNG');
  simulator.customerReads({ number, from: anna });
  await waitUntil(async () => (await deliveryOf('Вот диван'))?.state === 'read');
});

it('a limit, an outage and a revoked token: the channel says so, and after the repair all goes out once', async () => {
  whatsapp.fail('rate-limited');
  await operatorSends({ text: 'после паузы' });
  await waitUntil(() => gotBy().includes('после паузы'));
  whatsapp.fail('server-error');
  await operatorSends({ text: 'после сбоя' });
  await waitUntil(() => gotBy().includes('после сбоя'));
  whatsapp.fail('revoked');
  await operatorSends({ text: 'после замены' });
  await operatorSends({ text: 'и ещё' });
  await waitUntil(async () => (await channelNow()).inactiveReason === 'token_revoked');
  writes('Вы тут?', boris);
  await waitUntil(async () => (await textsBy('customer', boris.id)).length === 1);
  expect(gotBy()).not.toContain('после замены');
  whatsapp.repair();
  await app.app.domains.channels.probeBroken();
  expect(await channelNow()).toMatchObject({ inactiveReason: null });
  await waitUntil(() => gotBy().includes('и ещё') && gotBy(boris).length === 1);
  const own = ['после паузы', 'после сбоя', 'после замены', 'и ещё'];
  expect(gotBy().filter((text) => own.includes(text))).toEqual(own);
});

it('a lost answer is not sent twice: the states of the message settle it', async () => {
  whatsapp.fail('no-answer');
  await operatorSends({ text: 'один раз' }, boris.id);
  await waitUntil(async () => (await deliveryOf('один раз', boris.id))?.state === 'delivered');
  expect(gotBy(boris).filter((text) => text === 'один раз')).toHaveLength(1);
});

it('a refusal that comes later says why at its message', async () => {
  whatsapp.simulator.faults.add('refused-later');
  await operatorSends({ text: 'не дойдёт' }, boris.id);
  await waitUntil(async () => (await deliveryOf('не дойдёт', boris.id))?.state === 'rejected');
  expect(await deliveryOf('не дойдёт', boris.id)).toMatchObject({ reason: 'marketing_limit' });
});

it('an ended link says so at its message, and is loaded when a person asks again', async () => {
  whatsapp.fail('expired-media');
  whatsapp.customerSends({ from: anna, attachment: 'photo' });
  const failed = await until(async () => {
    const last = (await messages()).findLast(({ author }) => author === 'customer');
    const [photo] = z
      .array(z.looseObject({ state: z.string(), reason: z.string().nullable() }))
      .parse(last?.attachments);
    return last && photo?.state === 'failed' ? { id: last.id, reason: photo.reason } : undefined;
  });
  expect(failed.reason).toBe('file_gone');
  const path = `/v1/chat/retry-media/${encodeURIComponent(uniqueIdOf(anna.id))}/${failed.id}/`;
  expect((await ask('POST', path, {})).status).toBe(200);
  await until(async () => {
    const message = (await messages()).find(({ id }) => id === failed.id);
    const [photo] = z.array(z.looseObject({ state: z.string() })).parse(message?.attachments);
    return photo?.state === 'ready' ? photo : undefined;
  });
});

it('a customer who takes a user name and hides the number stays the same dialog, and is answered there', async () => {
  const vera = { id: '79990000004', name: 'Вера' };
  writes('Первый вопрос', vera);
  await waitUntil(async () => (await textsBy('customer', vera.id)).length === 1);
  whatsapp.simulator.customerSends({ number: whatsapp.number, from: { ...vera, userId: 'RU.Vera1' }, text: 'Второй' });
  await waitUntil(async () => (await textsBy('customer', 'RU.Vera1')).length === 2);
  const hidden = { ...vera, userId: 'RU.Vera1', isHidden: true };
  whatsapp.simulator.customerSends({ number: whatsapp.number, from: hidden, text: 'Третий' });
  await waitUntil(async () => (await textsBy('customer', 'RU.Vera1')).length === 3);
  expect(
    (await listDialogs(app, owner)).filter(({ chatId }) => [vera.id, 'RU.Vera1'].includes(String(chatId))),
  ).toHaveLength(1);
  await operatorSends({ text: 'по имени' }, 'RU.Vera1');
  await waitUntil(async () => (await deliveryOf('по имени', 'RU.Vera1'))?.state === 'delivered');
});

it('what somebody types in the phone is the business’s, and the assistant pauses', async () => {
  whatsapp.simulator.businessWrites({ number: whatsapp.number, to: boris, text: 'Отвечаю с телефона' });
  await waitUntil(async () => (await textsBy('operator', boris.id)).includes('Отвечаю с телефона'));
});

it('an account that the platform restricts stops the channel, and starts it again', async () => {
  const { simulator, number } = whatsapp;
  simulator.accountChanges({ number, event: 'ACCOUNT_RESTRICTION' });
  await waitUntil(async () => (await channelNow()).inactiveReason === 'account_blocked');
  simulator.accountChanges({ number, event: 'ACCOUNT_RECONNECTED' });
  await waitUntil(async () => (await channelNow()).inactiveReason === null);
});

describe('what comes to the address', () => {
  const countRows = async () =>
    Number((await app.pool.query("select count(*) from inbound_events where event_id like 'message:%'")).rows[0].count);

  it('a storm of repeats in any order makes one row each and keeps the order', async () => {
    const carol = { id: '79990000005', name: 'Кира' };
    const asked = Array.from({ length: 20 }, (_, at) => `вопрос ${at}`);
    for (const text of asked) writes(text, carol);
    await whatsapp.simulator.settled();
    await waitUntil(async () => (await textsBy('customer', carol.id)).length === asked.length);
    const before = await countRows();
    const statuses = await whatsapp.simulator.redeliver((count) =>
      Array.from({ length: count * 2 }, (_, at) => (at * 7919) % count),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await countRows()).toBe(before);
    expect(await textsBy('customer', carol.id)).toEqual(asked);
  });

  it('a foreign signature, a changed byte, none, and another number: no row', async () => {
    const message = { id: 'wamid.forged', from: anna.id, timestamp: '1790000000', type: 'text', text: { body: 'x' } };
    const bodyOf = (phone_number_id: string) => {
      const value = { metadata: { phone_number_id }, messages: [message] };
      const entry = [{ id: '1', changes: [{ field: 'messages', value }] }];
      return Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry }));
    };
    const secret = whatsapp.credentials.appSecret ?? '';
    const body = bodyOf(whatsapp.number.id);
    const before = await countRows();
    const post = async (bytes: Buffer, signature: string) => {
      const headers = { 'content-type': 'application/json', ...(signature && { 'x-hub-signature-256': signature }) };
      return (await app.call('POST', `/hooks/whatsapp/${channelId}`, { body: bytes, headers })).status;
    };
    const changed = Buffer.from(body.toString().replace('forged', 'forgod'));
    const statuses = [
      await post(body, signatureOf(body, 'another-secret')),
      await post(changed, signatureOf(body, secret)),
      await post(body, ''),
      await post(bodyOf('424242'), signatureOf(bodyOf('424242'), secret)),
    ];
    // Events of the application's other numbers may come here: a refusal would bring them again for a week.
    expect(statuses).toEqual([401, 401, 401, 200]);
    expect(await countRows()).toBe(before);
  });
});

it('another program’s address is named before anything is changed', async () => {
  const other = await app.signUp();
  const refused = await app.api('POST', '/v1/connect/whatsapp/', {
    token: other.accessToken,
    body: whatsapp.credentials,
  });
  expect([refused.status, refused.body.code]).toEqual([409, 'channels.webhook_foreign']);
});

it('unlinking takes the addresses away', async () => {
  expect((await ask('DELETE', `/v1/connect/whatsapp/${channelId}/`)).status).toBe(201);
  expect(whatsapp.number.webhook).toBeNull();
});

it('of several numbers one is chosen; a new one is registered by its PIN', async () => {
  const { simulator, number, credentials } = whatsapp;
  const shown = '+7 495 000-00-02';
  const second = simulator.registerNumber({ businessId: number.businessId, shown, isRegistered: false });
  const { phoneNumberId: _first, ...typed } = credentials;
  const { body: begun } = await ask('POST', '/v1/connecting/whatsapp/', {});
  const path = `/v1/connecting/${begun.id}/advance/`;
  const values = { ...typed, pin: '123456' };
  const choice = await ask('POST', path, { input: { kind: 'fields', step: 'credentials', values } });
  expect(choice.body.step, choice.text).toMatchObject({
    kind: 'choice',
    choices: [{ value: number.id }, { title: shown }],
  });
  await ask('POST', path, { input: { kind: 'choice', step: 'number', value: second.id } });
  const done = await ask('POST', path, { input: { kind: 'review', step: 'review', replaceWebhook: true } });
  expect(done.body, done.text).toMatchObject({ status: 'done', channel: { accountName: shown } });
  expect([second.isRegistered, second.webhook?.url]).toEqual([true, `${PUBLIC_URL}/hooks/whatsapp/${begun.id}`]);
});
