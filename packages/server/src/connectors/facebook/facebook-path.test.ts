import { connectState } from '@otvet/contract';
import { startSimulatedFacebook } from '@otvet/simulators';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  buildBase,
  listDialogs,
  messagesOf,
  type SeenMessage,
  until,
  uploadPhoto,
} from '../../testing/product/build-samples.ts';
import type { Person } from '../../testing/product/sign-up-people.ts';
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts';
import { uncounted } from '../../testing/uncounted.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { signatureOf, toWire } from '../vendors/meta/testing/meta-sample.ts';

const PUBLIC_URL = 'https://shop.example';
const anna = { id: '7788990011223344551', name: 'Анна Лесная' };
const boris = { id: '7788990011223344552', name: 'Борис' };

let app: TestApp;
let facebook: Awaited<ReturnType<typeof startSimulatedFacebook>>;
let owner: Person;
let channelId: string;

beforeAll(async () => {
  const reach: typeof fetch = (address, init) => fetch(String(address).replace(PUBLIC_URL, app.url), init);
  facebook = await startSimulatedFacebook({ fetch: reach, backoff: { firstMs: 20, maxMs: 100 } });
  app = await startTestApp({ rates: uncounted, env: { PUBLIC_URL, ...facebook.environment } });
  owner = await app.signUp();
});
afterAll(async () => {
  await app.close();
  await facebook.close();
});

const ask = (method: string, path: string, body?: unknown) =>
  app.api(method, path, { token: owner.accessToken, ...(body === undefined ? {} : { body }) });
const channelNow = async () => (await ask('GET', `/v1/channels/facebook/${channelId}/`)).body;
const uniqueIdOf = (person: { id: string }) => `${person.id}_${channelId}`;
const messages = (person = anna) => messagesOf(app, owner, uniqueIdOf(person));
const textsBy = async (author: string, person = anna) =>
  (await messages(person)).filter((message) => message.author === author).map(({ text }) => text);
const gotBy = (person = anna) =>
  facebook.conversation(person.id).flatMap(({ author, text }) => (author === 'business' ? [text] : []));
const writes = (text: string, from = anna) => facebook.customerSends({ from, text });
const operatorSends = (body: object, person = anna) =>
  ask('POST', `/v1/chat/messages/${encodeURIComponent(uniqueIdOf(person))}/`, body);
const stateOf = async (text: string, person = anna) => {
  const message = (await messages(person)).find((one) => one.text === text);
  return z.object({ state: z.string() }).optional().parse(message?.delivery)?.state;
};

it('is connected step by step; the platform is asked whether the owner has entered our address', async () => {
  const base = await buildBase(app, owner);
  const begun = await ask('POST', '/v1/connecting/facebook/', { knowledgeBaseId: base.id });
  channelId = String(begun.body.id);
  const advance = (input: object) => ask('POST', `/v1/connecting/${channelId}/advance/`, { input });
  const type = (values: object) =>
    advance({ kind: 'fields', step: 'credentials', values: { ...facebook.credentials, ...values } });
  expect((await type({ appSecret: 'abc' })).body).toMatchObject({ details: { appSecret: 'app_secret_invalid' } });
  expect((await type({ pageToken: 'EAAnobody' })).body).toMatchObject({ details: { pageToken: 'token_invalid' } });
  const shown = connectState.parse((await type({})).body);
  const lines = shown.status === 'step' && shown.step.kind === 'code' ? (shown.step.shown ?? '') : '';
  expect(lines.split('\n')).toEqual([`${PUBLIC_URL}/hooks/facebook/${channelId}`, expect.stringMatching(/^.{20,}$/)]);
  const early = await advance({ kind: 'code', step: 'callback' });
  expect(early.body).toMatchObject({ details: { reason: 'callback_missing' } });
  expect(await facebook.saveCallback(lines.replace(/.$/, '?'))).toBe(false);
  expect(await facebook.saveCallback(lines)).toBe(true);
  expect(connectState.parse((await advance({ kind: 'code', step: 'callback' })).body)).toMatchObject({
    step: { kind: 'review', account: { title: 'Мебель «Дом»' } },
  });
  const done = await advance({ kind: 'review', step: 'review' });
  expect(done.body, done.text).toMatchObject({ status: 'done', channel: { id: channelId, type: 'facebook' } });
  expect(facebook.simulator.subscribersOf(facebook.pageId)).toEqual([facebook.app.id]);
});

it('a customer writes and is answered by name; photo, voice, file and video arrive as files', async () => {
  writes('Сколько стоит доставка?');
  await waitUntil(() => gotBy().length >= 1);
  expect(gotBy().at(-1)).toContain('300 ₽');
  await waitUntil(async () => (await listDialogs(app, owner))[0]?.dialogName === 'Анна Лесная');
  for (const attachment of ['photo', 'voice', 'file', 'video'] as const)
    facebook.customerSends({ from: anna, attachment });
  const attachments = await until(async () => {
    const found = (await messages()).flatMap(({ attachments: list }) =>
      z.array(z.object({ type: z.string(), state: z.string() })).parse(list),
    );
    return found.length === 4 && found.every(({ state }) => state === 'ready') ? found : undefined;
  });
  expect(attachments.map(({ type }) => type)).toEqual(['image', 'voice', 'document', 'video']);
});

it('an operator answers with a photo; it is delivered and read, and no echo doubles it or takes the dialog over', async () => {
  const photo = await uploadPhoto(app, owner);
  const sent = await operatorSends({ text: 'Вот диван', urls: [photo.id] });
  expect(sent.status, sent.text).toBe(200);
  await waitUntil(async () => (await stateOf('Вот диван')) === 'delivered');
  const [picture, words] = facebook.simulator.entriesOf(facebook.pageId, anna.id).slice(-2);
  expect([picture?.attachment, words?.text]).toEqual(['image/png', 'Вот диван']);
  expect(picture?.media?.subarray(1, 4).toString()).toBe('PNG');
  facebook.simulator.customerReads({ accountId: facebook.pageId, from: anna });
  await waitUntil(async () => (await stateOf('Вот диван')) === 'read');
  await facebook.simulator.settled();
  expect((await textsBy('operator')).filter((text) => text === '' || text === 'Вот диван')).toEqual(['Вот диван']);
});

it('a limit, an outage and a revoked token: the channel says so, and after the repair all goes out once', async () => {
  facebook.fail('rate-limited');
  await operatorSends({ text: 'после паузы' });
  await waitUntil(() => gotBy().includes('после паузы'));
  facebook.fail('server-error');
  await operatorSends({ text: 'после сбоя' });
  await waitUntil(() => gotBy().includes('после сбоя'));
  facebook.fail('revoked');
  await operatorSends({ text: 'после замены' });
  await operatorSends({ text: 'и ещё' });
  await waitUntil(async () => (await channelNow()).inactiveReason === 'token_revoked');
  writes('Вы тут?', boris);
  await waitUntil(async () => (await textsBy('customer', boris)).length === 1);
  expect(gotBy()).not.toContain('после замены');
  facebook.repair();
  await app.app.domains.channels.probeBroken();
  expect(await channelNow()).toMatchObject({ inactiveReason: null });
  await waitUntil(() => gotBy().includes('и ещё') && gotBy(boris).length === 1);
  const own = ['после паузы', 'после сбоя', 'после замены', 'и ещё'];
  expect(gotBy().filter((text) => own.includes(text))).toEqual(own);
});

it('a lost answer is not sent twice: the echo bears our number and settles it', async () => {
  facebook.fail('no-answer');
  await operatorSends({ text: 'один раз' }, boris);
  await waitUntil(async () => ['sent', 'delivered'].includes((await stateOf('один раз', boris)) ?? ''));
  expect(gotBy(boris).filter((text) => text === 'один раз')).toHaveLength(1);
});

it('what a person writes in the page inbox stands in the dialog as the operator’s', async () => {
  facebook.simulator.personAnswers({ accountId: facebook.pageId, from: boris, text: 'Пишу из Facebook' });
  await waitUntil(async () => (await textsBy('operator', boris)).includes('Пишу из Facebook'));
});

it('an ended link says so at its message, and is loaded when a person asks again', async () => {
  facebook.fail('expired-media');
  facebook.customerSends({ from: anna, attachment: 'photo' });
  const photoOf = (message: SeenMessage | undefined) =>
    z.array(z.looseObject({ state: z.string(), reason: z.string().nullable() })).parse(message?.attachments)[0];
  const failed = await until(async () => {
    const last = (await messages()).findLast(({ author }) => author === 'customer');
    return last && photoOf(last)?.state === 'failed' ? last : undefined;
  });
  expect(photoOf(failed)?.reason).toBe('file_gone');
  const path = `/v1/chat/retry-media/${encodeURIComponent(uniqueIdOf(anna))}/${failed.id}/`;
  expect((await ask('POST', path, {})).status).toBe(200);
  await waitUntil(async () => photoOf((await messages()).find(({ id }) => id === failed.id))?.state === 'ready');
});

describe('what comes to the address', () => {
  /** Our own answers go on coming back. */
  const countRows = async () => {
    const sql = `select count(*) from inbound_events where event_id like 'message:%' and payload::text not like '%is_echo%'`;
    return Number((await app.pool.query(sql)).rows[0].count);
  };

  it('a storm of repeats in any order makes one row each and keeps the order', async () => {
    const carol = { id: '7788990011223344553', name: 'Кира' };
    const asked = Array.from({ length: 20 }, (_, at) => `вопрос ${at}`);
    for (const text of asked) writes(text, carol);
    await facebook.simulator.settled();
    await waitUntil(async () => (await textsBy('customer', carol)).length === asked.length);
    await waitUntil(() => gotBy(carol).length > 0);
    await facebook.simulator.settled();
    const before = await countRows();
    const shuffled = (count: number) => Array.from({ length: count * 2 }, (_, at) => (at * 7919) % count);
    expect(new Set(await facebook.simulator.redeliver(shuffled))).toEqual(new Set([200]));
    expect(await countRows()).toBe(before);
    expect(await textsBy('customer', carol)).toEqual(asked);
  });

  it('a foreign signature, a changed byte, no signature, another page, another secret: 401 and no row', async () => {
    const item = {
      sender: { id: anna.id },
      recipient: { id: facebook.pageId },
      timestamp: 1,
      message: { mid: 'm_x', text: 'x' },
    };
    const bodyFor = (id: string) => toWire({ object: 'page', entry: [{ id, time: 1, messaging: [item] }] });
    const body = bodyFor(facebook.pageId);
    const before = await countRows();
    const statuses: number[] = [];
    const { secret, instagramSecret } = facebook.app;
    for (const [bytes, signature] of [
      [body, signatureOf(body, instagramSecret)],
      [Buffer.from(body.toString().replace('m_x', 'm_y')), signatureOf(body, secret)],
      [bodyFor('42'), signatureOf(bodyFor('42'), secret)],
      [body, ''],
    ] as const) {
      const headers = { 'x-hub-signature-256': signature, 'content-type': 'application/json' };
      statuses.push((await app.call('POST', `/hooks/facebook/${channelId}`, { body: bytes, headers })).status);
    }
    statuses.push((await app.call('POST', `/hooks/facebook/${channelId}`, { body })).status);
    // No application of the installation: nothing proves anything at the address of all.
    const headers = { 'x-hub-signature-256': signatureOf(body, ''), 'content-type': 'application/json' };
    statuses.push((await app.call('POST', '/hooks/facebook', { body, headers })).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401]);
    expect(await countRows()).toBe(before);
  });
});

it('the same page is not connected twice, and unlinking takes the subscription away', async () => {
  const other = await app.signUp();
  const call = (path: string, body: object) => app.api('POST', path, { token: other.accessToken, body });
  const begun = await call('/v1/connecting/facebook/', {});
  const advance = (input: object) => call(`/v1/connecting/${begun.body.id}/advance/`, { input });
  const shown = await advance({ kind: 'fields', step: 'credentials', values: facebook.credentials });
  const { shown: lines } = z.object({ step: z.object({ shown: z.string() }) }).parse(shown.body).step;
  expect(await facebook.saveCallback(lines)).toBe(true);
  await advance({ kind: 'code', step: 'callback' });
  const refused = await advance({ kind: 'review', step: 'review' });
  expect([refused.status, refused.body.code]).toEqual([409, 'channels.already_connected']);
  expect((await ask('DELETE', `/v1/connect/facebook/${channelId}/`)).status).toBe(201);
  expect(facebook.simulator.subscribersOf(facebook.pageId)).toEqual([]);
});
