import { connectState } from '@otvet/contract';
import { startSimulatedInstagram } from '@otvet/simulators';
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
const anna = { id: '2001778899001122551', name: 'Анна Лесная' };
const boris = { id: '2001778899001122552', name: 'Борис' };

let app: TestApp;
let instagram: Awaited<ReturnType<typeof startSimulatedInstagram>>;
let owner: Person;
let channelId: string;

beforeAll(async () => {
  const reach: typeof fetch = (address, init) => fetch(String(address).replace(PUBLIC_URL, app.url), init);
  instagram = await startSimulatedInstagram({ fetch: reach, backoff: { firstMs: 20, maxMs: 100 } });
  app = await startTestApp({ rates: uncounted, env: { PUBLIC_URL, ...instagram.environment } });
  owner = await app.signUp();
});
afterAll(async () => {
  await app.close();
  await instagram.close();
});

const ask = (method: string, path: string, body?: unknown) =>
  app.api(method, path, { token: owner.accessToken, ...(body === undefined ? {} : { body }) });
const channelNow = async () => (await ask('GET', `/v1/channels/instagram/${channelId}/`)).body;
const uniqueIdOf = (person: { id: string }) => `${person.id}_${channelId}`;
const messages = (person = anna) => messagesOf(app, owner, uniqueIdOf(person));
const textsBy = async (author: string, person = anna) =>
  (await messages(person)).filter((message) => message.author === author).map(({ text }) => text);
const gotBy = (person = anna) =>
  instagram.conversation(person.id).flatMap(({ author, text }) => (author === 'business' ? [text] : []));
const writes = (text: string, from = anna) => instagram.customerSends({ from, text });
const operatorSends = (body: object, person = anna) =>
  ask('POST', `/v1/chat/messages/${encodeURIComponent(uniqueIdOf(person))}/`, body);
const stateOf = async (text: string, person = anna) => {
  const message = (await messages(person)).find((one) => one.text === text);
  return z.object({ state: z.string() }).optional().parse(message?.delivery)?.state;
};

it('is connected step by step; the platform is asked whether the owner has entered our address', async () => {
  const base = await buildBase(app, owner);
  const begun = await ask('POST', '/v1/connecting/instagram/', { knowledgeBaseId: base.id });
  channelId = String(begun.body.id);
  const advance = (input: object) => ask('POST', `/v1/connecting/${channelId}/advance/`, { input });
  const type = (values: object) =>
    advance({ kind: 'fields', step: 'credentials', values: { ...instagram.credentials, ...values } });
  expect((await type({ appSecret: 'abc' })).body).toMatchObject({ details: { appSecret: 'app_secret_invalid' } });
  expect((await type({ pageToken: 'EAAnobody' })).body).toMatchObject({ details: { pageToken: 'token_invalid' } });
  const shown = connectState.parse((await type({})).body);
  const lines = shown.status === 'step' && shown.step.kind === 'code' ? (shown.step.shown ?? '') : '';
  expect(lines.split('\n')).toEqual([`${PUBLIC_URL}/hooks/instagram/${channelId}`, expect.stringMatching(/^.{20,}$/)]);
  const early = await advance({ kind: 'code', step: 'callback' });
  expect(early.body).toMatchObject({ details: { reason: 'callback_missing' } });
  expect(await instagram.saveCallback(lines.replace(/.$/, '?'))).toBe(false);
  expect(await instagram.saveCallback(lines)).toBe(true);
  expect(connectState.parse((await advance({ kind: 'code', step: 'callback' })).body)).toMatchObject({
    step: { kind: 'review', account: { title: 'Дом мебели', accountName: 'dom.mebel' } },
  });
  const done = await advance({ kind: 'review', step: 'review' });
  expect(done.body, done.text).toMatchObject({ status: 'done', channel: { id: channelId, type: 'instagram' } });
  expect(instagram.simulator.subscribersOf(instagram.pageId)).toEqual([instagram.app.id]);
});

it('a customer writes and is answered by name; photo, voice, file and video arrive as files', async () => {
  writes('Сколько стоит доставка?');
  await waitUntil(() => gotBy().length >= 1);
  expect(gotBy().at(-1)).toContain('300 ₽');
  await waitUntil(async () => (await listDialogs(app, owner))[0]?.dialogName === 'Анна Лесная');
  for (const attachment of ['photo', 'voice', 'file', 'video'] as const)
    instagram.customerSends({ from: anna, attachment });
  const attachments = await until(async () => {
    const found = (await messages()).flatMap(({ attachments: list }) =>
      z.array(z.object({ type: z.string(), state: z.string() })).parse(list),
    );
    return found.length === 4 && found.every(({ state }) => state === 'ready') ? found : undefined;
  });
  expect(attachments.map(({ type }) => type)).toEqual(['image', 'voice', 'document', 'video']);
});

it('an operator answers with a photo; it is read, and no echo doubles it or takes the dialog over', async () => {
  const photo = await uploadPhoto(app, owner);
  const sent = await operatorSends({ text: 'Вот диван', urls: [photo.id] });
  expect(sent.status, sent.text).toBe(200);
  await waitUntil(async () => (await stateOf('Вот диван')) === 'sent');
  const [picture, words] = instagram.simulator.entriesOf(instagram.accountId, anna.id).slice(-2);
  expect([picture?.attachment, words?.text]).toEqual(['image/png', 'Вот диван']);
  expect(picture?.media?.subarray(1, 4).toString()).toBe('PNG');
  instagram.simulator.customerReads({ accountId: instagram.accountId, from: anna });
  await waitUntil(async () => (await stateOf('Вот диван')) === 'read');
  await instagram.simulator.settled();
  await waitUntil(async () => {
    const { rows } = await app.pool.query("select from inbound_events where state = 'new' or note = 'early_echo'");
    return rows.length === 0;
  });
  expect((await textsBy('operator')).filter((text) => text === '' || text === 'Вот диван')).toEqual(['Вот диван']);
});

it('a limit, an outage and a revoked token: the channel says so, and after the repair all goes out once', async () => {
  instagram.fail('rate-limited');
  await operatorSends({ text: 'после паузы' });
  await waitUntil(() => gotBy().includes('после паузы'));
  instagram.fail('server-error');
  await operatorSends({ text: 'после сбоя' });
  await waitUntil(() => gotBy().includes('после сбоя'));
  instagram.fail('revoked');
  await operatorSends({ text: 'после замены' });
  await operatorSends({ text: 'и ещё' });
  await waitUntil(async () => (await channelNow()).inactiveReason === 'token_revoked');
  writes('Вы тут?', boris);
  await waitUntil(async () => (await textsBy('customer', boris)).length === 1);
  expect(gotBy()).not.toContain('после замены');
  instagram.repair();
  await app.app.domains.channels.probeBroken();
  expect(await channelNow()).toMatchObject({ inactiveReason: null });
  await waitUntil(() => gotBy().includes('и ещё') && gotBy(boris).length === 1);
  const own = ['после паузы', 'после сбоя', 'после замены', 'и ещё'];
  expect(gotBy().filter((text) => own.includes(text))).toEqual(own);
});

it('a lost answer is not sent twice: the echo waits for the end of the send and settles it by its words', async () => {
  instagram.fail('no-answer');
  await operatorSends({ text: 'один раз' }, boris);
  await waitUntil(async () => ['sent', 'delivered'].includes((await stateOf('один раз', boris)) ?? ''));
  expect(gotBy(boris).filter((text) => text === 'один раз')).toHaveLength(1);
});

it('what a person writes in the page inbox stands in the dialog as the operator’s', async () => {
  instagram.simulator.personAnswers({ accountId: instagram.accountId, from: boris, text: 'Пишу из Instagram' });
  await waitUntil(async () => (await textsBy('operator', boris)).includes('Пишу из Instagram'));
});

it('an ended link says so at its message, and is loaded when a person asks again', async () => {
  instagram.fail('expired-media');
  instagram.customerSends({ from: anna, attachment: 'photo' });
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
    const carol = { id: '2001778899001122553', name: 'Кира' };
    const asked = Array.from({ length: 20 }, (_, at) => `вопрос ${at}`);
    for (const text of asked) writes(text, carol);
    await instagram.simulator.settled();
    await waitUntil(async () => (await textsBy('customer', carol)).length === asked.length);
    await waitUntil(() => gotBy(carol).length > 0);
    await instagram.simulator.settled();
    const before = await countRows();
    const shuffled = (count: number) => Array.from({ length: count * 2 }, (_, at) => (at * 7919) % count);
    expect(new Set(await instagram.simulator.redeliver(shuffled))).toEqual(new Set([200]));
    expect(await countRows()).toBe(before);
    expect(await textsBy('customer', carol)).toEqual(asked);
  });

  it('a foreign signature, a changed byte, no signature, another page, another secret: 401 and no row', async () => {
    const item = {
      sender: { id: anna.id },
      recipient: { id: instagram.accountId },
      timestamp: 1,
      message: { mid: 'm_x', text: 'x' },
    };
    const bodyFor = (id: string) => toWire({ object: 'instagram', entry: [{ id, time: 1, messaging: [item] }] });
    const body = bodyFor(instagram.accountId);
    const before = await countRows();
    const statuses: number[] = [];
    const { secret, instagramSecret } = instagram.app;
    for (const [bytes, signature] of [
      [body, signatureOf(body, instagramSecret)],
      [Buffer.from(body.toString().replace('m_x', 'm_y')), signatureOf(body, secret)],
      [bodyFor('42'), signatureOf(bodyFor('42'), secret)],
      [body, ''],
    ] as const) {
      const headers = { 'x-hub-signature-256': signature, 'content-type': 'application/json' };
      statuses.push((await app.call('POST', `/hooks/instagram/${channelId}`, { body: bytes, headers })).status);
    }
    statuses.push((await app.call('POST', `/hooks/instagram/${channelId}`, { body })).status);
    // No application of the installation: nothing proves anything at the address of all.
    const headers = { 'x-hub-signature-256': signatureOf(body, ''), 'content-type': 'application/json' };
    statuses.push((await app.call('POST', '/hooks/instagram', { body, headers })).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401]);
    expect(await countRows()).toBe(before);
  });
});

it('the same account is not connected twice; unlinking leaves the page to its other channels', async () => {
  const other = await app.signUp();
  const call = (path: string, body: object) => app.api('POST', path, { token: other.accessToken, body });
  const begun = await call('/v1/connecting/instagram/', {});
  const advance = (input: object) => call(`/v1/connecting/${begun.body.id}/advance/`, { input });
  const shown = await advance({ kind: 'fields', step: 'credentials', values: instagram.credentials });
  const { shown: lines } = z.object({ step: z.object({ shown: z.string() }) }).parse(shown.body).step;
  expect(await instagram.saveCallback(lines)).toBe(true);
  await advance({ kind: 'code', step: 'callback' });
  const refused = await advance({ kind: 'review', step: 'review' });
  expect([refused.status, refused.body.code]).toEqual([409, 'channels.already_connected']);
  expect((await ask('DELETE', `/v1/connect/instagram/${channelId}/`)).status).toBe(201);
});
