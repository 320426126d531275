import { startSimulatedViber } from '@otvet/simulators';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { buildBase, listDialogs, messagesOf, until, uploadPhoto } from '../../testing/product/build-samples.ts';
import type { Person } from '../../testing/product/sign-up-people.ts';
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts';
import { uncounted } from '../../testing/uncounted.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { signatureOf } from './fixtures/sample.ts';

const PUBLIC_URL = 'https://shop.example';
/** As the platform makes them: nothing of it may be taken for a part of an address. */
const anna = { id: '01234567890A+/=', name: 'Анна' };
const boris = { id: 'Zm9v/bar+baz==', name: 'Борис' };

let app: TestApp;
let viber: Awaited<ReturnType<typeof startSimulatedViber>>;
let owner: Person;
let channelId: string;

beforeAll(async () => {
  const reach: typeof fetch = (address, init) => fetch(String(address).replace(PUBLIC_URL, app.url), init);
  viber = await startSimulatedViber({ fetch: reach, backoff: { firstMs: 20, maxMs: 100 } });
  app = await startTestApp({ rates: uncounted, env: { PUBLIC_URL, ...viber.environment } });
  owner = await app.signUp();
});
afterAll(async () => {
  await app.close();
  await viber.close();
});

const ask = (method: string, path: string, body?: unknown) =>
  app.api(method, path, { token: owner.accessToken, ...(body === undefined ? {} : { body }) });
const channelNow = async () => (await ask('GET', `/v1/channels/viber/${channelId}/`)).body;
const uniqueIdOf = (person: { id: string }) => `${person.id}_${channelId}`;
const messages = (person = anna) => messagesOf(app, owner, uniqueIdOf(person));
const textsBy = async (author: string, person = anna) =>
  (await messages(person)).filter((message) => message.author === author).map(({ text }) => text);
const gotBy = (person = anna) =>
  viber.conversation(person.id).flatMap(({ author, text }) => (author === 'business' ? [text] : []));
const answered = (count: number, person = anna) => waitUntil(() => gotBy(person).length >= count);
const writes = (text: string, from = anna) => viber.customerSends({ from, text });
const operatorSends = (body: object, person = anna) =>
  ask('POST', `/v1/chat/messages/${encodeURIComponent(uniqueIdOf(person))}/`, body);
const deliveryOf = async (text: string, person = anna) => {
  const message = (await messages(person)).find((one) => one.text === text);
  return z.object({ state: z.string(), reason: z.string().nullable() }).optional().parse(message?.delivery);
};

it('is connected by name and token: the platform asks our address, and the channel works', async () => {
  const base = await buildBase(app, owner);
  const wrong = await ask('POST', '/v1/connect/viber/', { botName: 'Мебель', token: 'of-nobody' });
  expect([wrong.status, wrong.body.code]).toEqual([400, 'channels.credentials_invalid']);
  const made = await ask('POST', '/v1/connect/viber/', { ...viber.credentials, knowledgeBaseId: base.id });
  expect(made.status, made.text).toBe(200);
  channelId = z.string().parse(made.body.id);
  expect(viber.simulator.webhookOf(viber.token)).toBe(`${PUBLIC_URL}/hooks/viber/${channelId}`);
  expect(await channelNow()).toMatchObject({ type: 'viber', inactiveReason: null, inboundMode: 'webhook' });
});

it('who opens the chat is greeted by the answer to the webhook, once', async () => {
  viber.simulator.customerOpens({ token: viber.token, from: anna });
  await answered(1);
  expect(gotBy()).toEqual([expect.stringMatching(/^Здравствуйте/)]);
  expect(await listDialogs(app, owner)).toEqual([]);
});

it('a customer writes and is answered; photo, voice, file and sticker arrive as files', async () => {
  writes('Сколько стоит доставка?');
  await answered(2);
  expect(gotBy().at(-1)).toContain('300 ₽');
  for (const attachment of ['photo', 'voice', 'file', 'video'] as const)
    viber.customerSends({ from: anna, attachment });
  viber.simulator.customerSends({ token: viber.token, from: anna, message: { type: 'sticker', sticker_id: 46105 } });
  const attachments = await until(async () => {
    const found = (await messages()).flatMap(({ attachments: list }) =>
      z.array(z.object({ type: z.string(), state: z.string() })).parse(list),
    );
    return found.length === 5 && found.every(({ state }) => state === 'ready') ? found : undefined;
  });
  expect(attachments.map(({ type }) => type)).toEqual(['image', 'audio', 'document', 'video', 'sticker']);
});

it('an operator answers with a photo, which the platform fetches from us; then it is delivered and read', async () => {
  const photo = await uploadPhoto(app, owner);
  const sent = await operatorSends({ text: 'Вот диван', urls: [photo.id] });
  expect(sent.status, sent.text).toBe(200);
  await waitUntil(async () => (await deliveryOf('Вот диван'))?.state === 'delivered');
  const entry = viber.simulator.entriesOf(viber.token, anna.id).find(({ text }) => text === 'Вот диван');
  expect(entry).toMatchObject({ type: 'picture', state: 'delivered' });
  expect(entry?.media?.subarray(1, 4).toString()).toBe('PNG');
  viber.simulator.customerReads({ token: viber.token, from: anna });
  await waitUntil(async () => (await deliveryOf('Вот диван'))?.state === 'read');
});

it('a limit, an outage and a revoked token: the channel says so, and after the repair all goes out once', async () => {
  viber.fail('rate-limited');
  await operatorSends({ text: 'после паузы' });
  await waitUntil(() => gotBy().includes('после паузы'));
  viber.fail('server-error');
  await operatorSends({ text: 'после сбоя' });
  await waitUntil(() => gotBy().includes('после сбоя'));
  viber.fail('revoked');
  await operatorSends({ text: 'после замены' });
  await operatorSends({ text: 'и ещё' });
  await waitUntil(async () => (await channelNow()).inactiveReason === 'token_revoked');
  writes('Вы тут?', boris);
  await waitUntil(async () => (await textsBy('customer', boris)).length === 1);
  expect(gotBy()).not.toContain('после замены');
  viber.repair();
  await app.app.domains.channels.probeBroken();
  expect(await channelNow()).toMatchObject({ inactiveReason: null });
  await waitUntil(() => gotBy().includes('и ещё') && gotBy(boris).length === 1);
  const own = ['после паузы', 'после сбоя', 'после замены', 'и ещё'];
  expect(gotBy().filter((text) => own.includes(text))).toEqual(own);
});

it('a webhook that the platform lost is set again, and what waited goes out', async () => {
  viber.simulator.faults.add('no-webhook', 1);
  await operatorSends({ text: 'после нового адреса' });
  await waitUntil(async () => (await channelNow()).inactiveReason === 'webhook_not_set');
  await app.app.domains.channels.probeBroken();
  await waitUntil(() => gotBy().includes('после нового адреса'));
});

it('a lost answer is not sent twice, and is settled by the customer’s next message', async () => {
  viber.fail('no-answer');
  await operatorSends({ text: 'один раз' }, boris);
  await waitUntil(() => gotBy(boris).includes('один раз'));
  await waitUntil(async () => ['unknown', 'delivered'].includes((await deliveryOf('один раз', boris))?.state ?? ''));
  writes('Спасибо', boris);
  await waitUntil(async () => (await deliveryOf('один раз', boris))?.state === 'delivered');
  expect(gotBy(boris).filter((text) => text === 'один раз')).toHaveLength(1);
});

it('an ended link says so at its message, and is loaded when a person asks again', async () => {
  viber.fail('expired-media');
  viber.customerSends({ from: anna, attachment: 'photo' });
  const failed = await until(async () => {
    const last = (await messages()).findLast(({ author }) => author === 'customer');
    const [photo] = z
      .array(z.looseObject({ state: z.string(), reason: z.string().nullable() }))
      .parse(last?.attachments);
    return last && photo?.state === 'failed' ? { id: last.id, reason: photo.reason } : undefined;
  });
  expect(failed.reason).toBe('file_gone');
  const path = `/v1/chat/retry-media/${encodeURIComponent(uniqueIdOf(anna))}/${failed.id}/`;
  expect((await ask('POST', path, {})).status).toBe(200);
  await until(async () => {
    const message = (await messages()).find(({ id }) => id === failed.id);
    const [photo] = z.array(z.looseObject({ state: z.string() })).parse(message?.attachments);
    return photo?.state === 'ready' ? photo : undefined;
  });
});

it('who blocks the bot cannot be reached, and can again after coming back', async () => {
  const isReachable = async () =>
    (await listDialogs(app, owner)).find(({ chatId }) => chatId === boris.id)?.isUnreachable === false;
  viber.simulator.customerSubscribes({ token: viber.token, from: boris, isSubscribed: false });
  await waitUntil(async () => !(await isReachable()));
  viber.simulator.customerSubscribes({ token: viber.token, from: boris, isSubscribed: true });
  await waitUntil(isReachable);
});

describe('what comes to the address', () => {
  /** Readings of what the assistant has answered go on coming. */
  const countRows = async () =>
    Number(
      (await app.pool.query("select count(*) from inbound_events where event_id ~ '^(message|unsubscribed):'")).rows[0]
        .count,
    );

  it('a storm of repeats in any order makes one row each and keeps the order', async () => {
    const carol = { id: 'carol+1/=', name: 'Кира' };
    const asked = Array.from({ length: 20 }, (_, at) => `вопрос ${at}`);
    for (const text of asked) writes(text, carol);
    await viber.simulator.settled();
    await waitUntil(async () => (await textsBy('customer', carol)).length === asked.length);
    const before = await countRows();
    const shuffled = (count: number) => Array.from({ length: count * 2 }, (_, at) => (at * 7919) % count);
    const statuses = await viber.simulator.redeliver(shuffled);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await countRows()).toBe(before);
    expect(await textsBy('customer', carol)).toEqual(asked);
  });

  it('a foreign signature, a changed byte, another channel’s token and another channel: 401 and no row', async () => {
    const body = Buffer.from(
      JSON.stringify({ event: 'unsubscribed', message_token: 99, user_id: anna.id, timestamp: 1_790_000_000_000 }),
    );
    const hook = `/hooks/viber/${channelId}`;
    const before = await countRows();
    const statuses: number[] = [];
    for (const [bytes, signature] of [
      [body, signatureOf(body, 'another-token')],
      [Buffer.from(body.toString().replace('99', '98')), signatureOf(body, viber.token)],
      [body, ''],
    ] as const) {
      const headers = { 'x-viber-content-signature': signature, 'content-type': 'application/json' };
      statuses.push((await app.call('POST', hook, { body: bytes, headers })).status);
    }
    statuses.push((await app.call('POST', hook, { body })).status);
    expect(statuses).toEqual([401, 401, 401, 401]);
    expect(await countRows()).toBe(before);
  });
});

it('another program that takes the bot over is named before anything is changed', async () => {
  const other = await app.signUp();
  const again = { token: other.accessToken, body: viber.credentials };
  const refused = await app.api('POST', '/v1/connect/viber/', again);
  expect([refused.status, refused.body.code]).toEqual([409, 'channels.webhook_foreign']);
});

it('unlinking takes the webhook away', async () => {
  expect((await ask('DELETE', `/v1/connect/viber/${channelId}/`)).status).toBe(201);
  expect(viber.simulator.webhookOf(viber.token)).toBe('');
});

it('without a public address it is told in words, before anything is typed', async () => {
  const hidden = await startTestApp({ rates: uncounted, env: viber.environment });
  try {
    const person = await hidden.signUp();
    const started = await hidden.api('POST', '/v1/connecting/viber/', { token: person.accessToken, body: {} });
    expect([started.status, started.body.code]).toEqual([409, 'channels.public_address_needed']);
  } finally {
    await hidden.close();
  }
});
