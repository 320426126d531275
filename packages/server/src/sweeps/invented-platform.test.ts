import { randomUUID } from 'node:crypto';
import { connectState } from '@otvet/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type CourierPlatform, startCourierPlatform } from '../connectors/suite/courier-platform.ts';
import { suiteConnectors } from '../connectors/suite/suite-connectors.ts';
import type { Person } from '../testing/product/sign-up-people.ts';
import { startTestApp, type TestApp } from '../testing/start-test-app.ts';
import { uncounted } from '../testing/uncounted.ts';
import { waitUntil } from '../testing/wait-until.ts';

const PUBLIC_URL = 'https://shop.example';

let app: TestApp;
let courier: CourierPlatform;
let owner: Person;

beforeAll(async () => {
  courier = await startCourierPlatform((address, init) => fetch(String(address).replace(PUBLIC_URL, app.url), init));
  app = await startTestApp({
    rates: uncounted,
    connectors: suiteConnectors,
    env: { PUBLIC_URL, COURIER_API_URL: courier.url, ...courier.keys },
  });
  owner = await app.signUp();
  for (const id of ['north', 'south', 'west']) courier.addPage({ id });
  courier.addPage({ id: 'closed', canConnect: false });
});
afterAll(async () => {
  await app.close();
  await courier.close();
});

type Step = Extract<ReturnType<typeof connectState.parse>, { status: 'step' }>;

async function ask(method: string, path: string, body?: unknown, person = owner) {
  return await app.api(method, path, { token: person.accessToken, ...(body === undefined ? {} : { body }) });
}

async function stateOf(method: string, path: string, body?: unknown, person = owner): Promise<Step> {
  const answer = await ask(method, path, body, person);
  const state = connectState.parse(answer.body);
  if (state.status !== 'step') throw new Error('The connection is done already');
  return state;
}

const begin = (person = owner) => stateOf('POST', '/v1/connecting/courier/', { name: 'Courier' }, person);
const advance = (id: string, input: object, person = owner) =>
  ask('POST', `/v1/connecting/${id}/advance/`, { input }, person);

/** The query with which the platform sends the browser back to us. */
function backFrom({ step }: Step): Record<string, string> {
  if (step.kind !== 'redirect') throw new Error(`A login is expected, not ${step.kind}`);
  const back = new URL(courier.logIn(step.url));
  expect(back.origin + back.pathname).toBe(`${PUBLIC_URL}/connect-return/`);
  return Object.fromEntries(back.searchParams);
}

const choose = (page: string) => ({ kind: 'choice', step: 'page', value: page });
const accept = { kind: 'review', step: 'review' };

async function reachReview(page: string, person = owner): Promise<string> {
  const started = await begin(person);
  await stateOf('POST', '/v1/connect-return/', { query: backFrom(started) }, person);
  const answer = await advance(started.id, choose(page), person);
  expect(connectState.parse(answer.body)).toMatchObject({ step: { kind: 'review' } });
  return started.id;
}

async function connectPage(page: string): Promise<string> {
  const id = await reachReview(page);
  const answer = await advance(id, accept);
  expect(answer.body, answer.text).toMatchObject({ status: 'done', channel: { id, type: 'courier' } });
  return id;
}

const channelsOf = async (person = owner): Promise<string[]> => {
  const { body } = await ask('GET', '/v1/channels/all/', undefined, person);
  return z
    .array(z.object({ id: z.string() }))
    .parse(body.channels)
    .map(({ id }) => id);
};

const message = (id: string, text: string) => ({ id, chat: `c-${id}`, name: 'Анна', text, at: Date.now() });

function push(entries: { page: string; events: object[] }[], secret = courier.keys.COURIER_APP_SECRET) {
  return app.call('POST', '/hooks/courier', { body: { type: 'events', secret, entries } });
}

const textsIn = async (channelId: string): Promise<string[]> => {
  const { rows } = await app.pool.query<{ text: string }>(
    `select m.text from messages m join dialogs d on d.account_id = m.account_id and d.id = m.dialog_id
     where d.channel_id = $1 and m.author = 'customer' order by m.created_at, m.seq`,
    [channelId],
  );
  return rows.map(({ text }) => text);
};

describe('connecting step by step', () => {
  it('goes through login and choice, survives a reload, and is a channel at the end', async () => {
    const started = await begin();
    expect(started).toMatchObject({ position: 1, stepCount: 3, step: { kind: 'redirect', name: 'login' } });
    expect(await stateOf('GET', `/v1/connecting/${started.id}/`)).toEqual(started);
    const chosen = await stateOf('POST', '/v1/connect-return/', { query: backFrom(started) });
    expect(chosen).toMatchObject({ id: started.id, position: 2, step: { kind: 'choice', name: 'page' } });
    const { body: list } = await ask('GET', '/v1/connecting/');
    expect(list.connecting).toMatchObject([{ id: started.id, position: 2 }]);
    const refused = await advance(started.id, choose('closed'));
    expect([refused.status, refused.body.code]).toEqual([400, 'request.invalid']);
    await advance(started.id, choose('north'));
    const review = await stateOf('GET', `/v1/connecting/${started.id}/`);
    expect(review.step).toMatchObject({ kind: 'review', account: { title: 'Page north' }, channelName: 'Courier' });
    expect(await channelsOf()).not.toContain(started.id);
    const done = await advance(started.id, accept);
    expect(done.body).toMatchObject({
      status: 'done',
      channel: { id: started.id, inboundMode: 'webhook', options: { signature: '' } },
    });
    expect(await channelsOf()).toContain(started.id);
    expect((await ask('GET', `/v1/connecting/${started.id}/`)).body.status).toBe('done');
    // The platform asked for the confirmation while it was being told of us.
    expect(courier.heard.at(-1)).toEqual({
      url: `${PUBLIC_URL}/hooks/courier/${started.id}`,
      status: 200,
      body: 'confirm-north',
    });
    const { rows } = await app.pool.query('select secrets, draft from channels where id = $1', [started.id]);
    expect(rows[0]).toMatchObject({ draft: null, secrets: expect.not.stringContaining('token') });
  });

  it('takes a state once, and not from another account', async () => {
    const stranger = await app.signUp();
    const started = await begin();
    const query = backFrom(started);
    const foreign = await ask('POST', '/v1/connect-return/', { query }, stranger);
    expect([foreign.status, foreign.body.code]).toEqual([400, 'channels.return_unknown']);
    expect((await ask('GET', `/v1/connecting/${started.id}/`, undefined, stranger)).status).toBe(404);
    expect((await ask('POST', '/v1/connect-return/', { query })).status).toBe(200);
    const again = await ask('POST', '/v1/connect-return/', { query });
    expect([again.status, again.body.code]).toEqual([400, 'channels.return_unknown']);
  });

  it('shows a login that was refused and offers a new one', async () => {
    const started = await begin();
    const { state = '' } = backFrom(started);
    const refused = await ask('POST', '/v1/connect-return/', { query: { state, error: 'denied' } });
    expect([refused.status, refused.body.code]).toEqual([400, 'channels.credentials_invalid']);
    const shown = await stateOf('GET', `/v1/connecting/${started.id}/`);
    expect(shown).toMatchObject({ step: { kind: 'redirect' }, fault: { reason: 'login_refused', field: null } });
    expect(await stateOf('POST', '/v1/connect-return/', { query: backFrom(shown) })).toMatchObject({ position: 2 });
  });

  it('refuses the input of a step that is over', async () => {
    const id = await reachReview('west');
    const late = await advance(id, choose('west'));
    expect([late.status, late.body.code]).toEqual([409, 'request.conflict']);
    expect((await ask('DELETE', `/v1/connecting/${id}/`)).status).toBe(200);
    expect((await ask('GET', `/v1/connecting/${id}/`)).status).toBe(404);
  });

  it('stays in "connecting" with the reason when the platform refuses, and a second try succeeds', async () => {
    const id = await reachReview('west');
    courier.failSubscribing(true);
    const failed = await advance(id, accept);
    expect([failed.status, failed.body.code]).toEqual([400, 'channels.credentials_invalid']);
    expect(await channelsOf()).not.toContain(id);
    expect(await stateOf('GET', `/v1/connecting/${id}/`)).toMatchObject({
      step: { kind: 'review' },
      fault: { reason: 'webhook_refused' },
    });
    courier.failSubscribing(false);
    expect((await advance(id, accept)).body).toMatchObject({ status: 'done' });
    await ask('DELETE', `/v1/connect/courier/${id}/`);
    expect(courier.webhookOf('west')).toBeNull();
  });

  it('gives one of two parallel connections of a page, and the other the words of the catalogue', async () => {
    const [one, other] = [await reachReview('west'), await reachReview('west')];
    const answers = await Promise.all([advance(one, accept), advance(other, accept)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('channels.already_connected');
    const connected = (await channelsOf()).filter((id) => id === one || id === other);
    expect(connected).toHaveLength(1);
    for (const id of connected) await ask('DELETE', `/v1/connect/courier/${id}/`);
  });

  it('is connected without a knowledge base that was deleted meanwhile', async () => {
    const made = await ask('POST', '/v1/learning/create-knowledgebase/', { name: 'Base' });
    const { id: knowledgeBaseId } = z.object({ id: z.string() }).parse(made.body);
    const started = await stateOf('POST', '/v1/connecting/courier/', { knowledgeBaseId });
    await stateOf('POST', '/v1/connect-return/', { query: backFrom(started) });
    await advance(started.id, choose('west'));
    expect((await ask('DELETE', `/v1/learning/knowledgebase/${knowledgeBaseId}/`)).status).toBe(200);
    const done = await advance(started.id, accept);
    expect(done.body).toMatchObject({ status: 'done', channel: { id: started.id, knowledgeBaseId: null } });
    await ask('DELETE', `/v1/connect/courier/${started.id}/`);
  });

  it('is begun, and left to its steps, by the call of the specification', async () => {
    const answer = await ask('POST', '/v1/connect/courier/', { name: 'Courier' });
    expect([answer.status, answer.body.code]).toEqual([409, 'channels.steps_needed']);
    const { id } = z.object({ id: z.string() }).parse(answer.body.details);
    expect((await ask('GET', `/v1/connecting/${id}/`)).body).toMatchObject({ position: 1 });
  });
});

describe('one address for two accounts', () => {
  let north: string;
  let south: string;
  beforeAll(async () => {
    south = await connectPage('south');
    const { rows } = await app.pool.query(`select id from channels where identity = 'north' and unlinked_at is null`);
    north = rows[0]?.id;
  });

  it('answers the challenge of the platform alone', async () => {
    const query = { verify_token: courier.keys.COURIER_VERIFY_TOKEN ?? '', challenge: '4711' };
    const answer = await app.call('GET', '/hooks/courier', { query });
    expect([answer.status, answer.text]).toEqual([200, '4711']);
    expect((await app.call('GET', '/hooks/courier', { query: { ...query, verify_token: 'x' } })).status).toBe(401);
    expect((await app.call('HEAD', '/hooks/courier', { query })).status).toBe(200);
    expect((await app.call('GET', '/hooks/telegram', { query })).status).toBe(410);
  });

  it('gives each page its own events, replies, and answers the customers', async () => {
    const answer = await push([
      { page: 'north', events: [message('n1', 'в северный')] },
      { page: 'south', events: [message('s1', 'в южный')] },
    ]);
    expect([answer.status, answer.text]).toEqual([200, 'ok']);
    await app.app.domains.gateway.idle();
    expect(await textsIn(north)).toEqual(['в северный']);
    expect(await textsIn(south)).toEqual(['в южный']);
    const token = owner.accessToken;
    const reply = await app.api('POST', `/v1/chat/messages/c-s1_${south}/`, {
      token,
      body: { text: 'Открыты', urls: [], clientId: randomUUID() },
    });
    expect(reply.status, reply.text).toBeLessThan(300);
    await app.app.domains.gateway.idle();
    expect(courier.sent).toContainEqual({ page: 'south', chat: 'c-s1', text: 'Открыты' });
  });

  it('refuses a foreign page and a wrong secret, and stores nothing', async () => {
    const count = async () => (await app.pool.query('select count(*)::int n from inbound_events')).rows[0]?.n;
    const before = await count();
    const event = [message('f1', 'чужое')];
    expect((await push([{ page: 'nobody', events: event }])).status).toBe(401);
    expect((await push([{ page: 'north', events: event }], 'app-secret-0123456780')).status).toBe(401);
    expect(await count()).toBe(before);
    // What is for somebody here is kept although the rest is for nobody.
    expect(
      (
        await push([
          { page: 'nobody', events: event },
          { page: 'north', events: [message('n2', 'своё')] },
        ])
      ).status,
    ).toBe(200);
    expect(await count()).toBe(before + 1);
  });

  it('takes a redelivery once', async () => {
    const entries = [{ page: 'north', events: [message('n3', 'дважды')] }];
    await Promise.all([push(entries), push(entries), push(entries)]);
    await app.app.domains.gateway.idle();
    expect((await textsIn(north)).filter((text) => text === 'дважды')).toHaveLength(1);
  });
});

describe('a host without a public address', () => {
  it('pulls what customers write, and answers', async () => {
    const inside = await startTestApp({
      rates: uncounted,
      connectors: suiteConnectors,
      env: { COURIER_API_URL: courier.url, ...courier.keys },
    });
    try {
      const { accessToken: token } = await inside.signUp();
      const call = (path: string, body: object) => inside.api('POST', path, { token, body });
      courier.addPage({ id: 'inside' });
      const started = connectState.parse((await call('/v1/connecting/courier/', {})).body);
      if (started.status !== 'step' || started.step.kind !== 'redirect') throw new Error('A login is expected');
      const query = Object.fromEntries(new URL(courier.logIn(started.step.url)).searchParams);
      await call('/v1/connect-return/', { query });
      await call(`/v1/connecting/${started.id}/advance/`, { input: choose('inside') });
      const done = await call(`/v1/connecting/${started.id}/advance/`, { input: accept });
      expect(done.body).toMatchObject({ status: 'done', channel: { inboundMode: 'pull' } });
      courier.queue('inside', message('p1', 'Вы открыты?'));
      const texts = async () =>
        (await inside.pool.query<{ text: string }>(`select text from messages where author = 'customer'`)).rows;
      await waitUntil(async () => (await texts()).length > 0);
      expect(await texts()).toEqual([{ text: 'Вы открыты?' }]);
      await call(`/v1/chat/messages/c-p1_${started.id}/`, { text: 'Да', urls: [], clientId: randomUUID() });
      await inside.app.domains.gateway.idle();
      expect(courier.sent).toContainEqual({ page: 'inside', chat: 'c-p1', text: 'Да' });
    } finally {
      await inside.close();
    }
  });
});

describe('what platforms ask beside messages', () => {
  const pushOne = async (page: string, event: object) => {
    expect((await push([{ page, events: [event] }])).status).toBe(200);
  };
  const dialogOf = async (channelId: string) => {
    const { body } = await ask('GET', '/v1/chat/all-chats/?limit=30&offset=0');
    const chats = z.array(z.looseObject({ channelId: z.string() })).parse(body.chats);
    return chats.find((chat) => chat.channelId === channelId);
  };

  it('shows who opens a chat the greeting of its channel, in the answer to the webhook', async () => {
    const id = await connectPage('west');
    const secret = courier.webhookOf('west')?.secret;
    const open = (changes: object = {}) =>
      app.call('POST', `/hooks/courier/${id}`, { body: { type: 'opened', secret, page: 'west', ...changes } });
    expect((await open()).text).toMatch(/^Здравствуйте/);
    await ask('PUT', `/v1/connect/courier/${id}/`, { greeting: 'Добрый день, это «Ромашка»' });
    await waitUntil(async () => (await open()).text === 'Добрый день, это «Ромашка»');
    expect((await open({ secret: 'x' })).status).toBe(401);
    await ask('PUT', `/v1/connect/courier/${id}/`, { active: false });
    await waitUntil(async () => (await open()).text === '');
    await ask('PUT', `/v1/connect/courier/${id}/`, { active: true });
  });

  it('asks for the name of a customer whose messages bear none, and keeps what people wrote', async () => {
    const [id = ''] = (await channelsOf()).slice(-1);
    courier.meet('c-n1', 'Пётр');
    await pushOne('west', { ...message('n1', 'Есть доставка?'), name: '' });
    await waitUntil(async () => (await dialogOf(id))?.dialogName === 'Пётр');
    expect(await dialogOf(id)).toMatchObject({ phone: '+79990000001' });
    await pushOne('west', { ...message('n2', 'И самовывоз?'), chat: 'c-n1', name: '' });
    await waitUntil(async () => (await textsIn(id)).length === 2);
    expect(await dialogOf(id)).toMatchObject({ dialogName: 'Пётр' });
  });

  it('believes the platform that an account cannot be used, and that it can again', async () => {
    const [id = ''] = (await channelsOf()).slice(-1);
    const reasonOf = async () => (await ask('GET', `/v1/channels/courier/${id}/`)).body.inactiveReason;
    await pushOne('west', { id: 'a1', page: { isWorking: false, reason: 'account_blocked' } });
    await waitUntil(async () => (await reasonOf()) === 'account_blocked');
    await pushOne('west', { id: 'a2', page: { isWorking: true, reason: '' } });
    await waitUntil(async () => (await reasonOf()) === null);
  });
});
