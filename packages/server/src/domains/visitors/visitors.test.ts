import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestDatabase, type TestDatabase } from '../../testing/start-test-database.ts';
import { buildWidgetChannel } from './testing/memory-doors.ts';
import { startVisitorServer, type VisitorServer } from './testing/start-visitor-server.ts';
import { createVisitorClient } from './testing/visitor-client.ts';

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const time: { aheadMs: number; frozenAt: number | undefined } = { aheadMs: 0, frozenAt: undefined };
let database: TestDatabase;
let server: VisitorServer;

beforeAll(async () => {
  database = await startTestDatabase({ kind: 'embedded' });
  server = await startVisitorServer({ database, time });
});
afterAll(async () => {
  await server?.close();
  await database?.close();
});

function setUp(own: Parameters<typeof buildWidgetChannel>[0] = {}, headers: Record<string, string> = {}) {
  const channel = buildWidgetChannel(own);
  server.doors.addChannel(channel);
  return { channel, client: createVisitorClient({ url: server.url, channel, headers }) };
}
const refusal = z.object({ code: z.string() });
const codeOf = async (response: Response) => `${response.status} ${refusal.parse(await response.json()).code}`;
const eventsOf = (dialogId: string) =>
  server.doors.events.filter((event) => event.eventId.startsWith(`${dialogId}:`)).length;

describe('sessions', () => {
  it('a page view (the config) costs no row; opening the window makes one, with only a hash of the token', async () => {
    const { channel, client } = setUp();
    await client.call('config');
    const count = () =>
      database.pool.query('select id, encode(token_hash, $2) as hash from visitors where channel_id = $1', [
        channel.id,
        'hex',
      ]);
    expect((await count()).rows).toEqual([]);
    const visitor = await client.start();
    const { rows } = await count();
    expect(rows).toHaveLength(1);
    expect(Buffer.from(visitor.token, 'base64url')).toHaveLength(16);
    expect(JSON.stringify(rows)).not.toContain(visitor.token);
    const again = await (await client.post('start', { token: visitor.token })).json();
    expect(again).toEqual({ ...visitor, isKnown: true });
    expect((await count()).rows).toHaveLength(1);
  });

  it('the core hears of the first opening only where the owner greets', async () => {
    const silent = setUp();
    const greeting = setUp({ settings: { greeting: 'Здравствуйте!' } });
    const quiet = await silent.client.start();
    const greeted = await greeting.client.start();
    expect(eventsOf(quiet.dialogId)).toBe(0);
    expect(server.doors.events.map((event) => event.eventId)).toContain(`${greeted.dialogId}:opened`);
  });

  it('the config speaks the language that is asked for, else that of the browser', async () => {
    const { client } = setUp({}, { 'accept-language': 'ru' });
    const greetingOf = async (path: string) =>
      z.object({ greeting: z.string() }).parse(await (await client.call(path)).json()).greeting;
    expect(await greetingOf('config')).toBe('Здравствуйте! Чем помочь?');
    expect(await greetingOf('config?lang=en')).toBe('Hello! How can I help?');
    expect(await greetingOf('config?lang=xx')).toBe('Здравствуйте! Чем помочь?');
  });

  it('where the assistant is switched off the widget stays and takes messages: people answer', async () => {
    const { client } = setUp({ settings: { active: false } });
    expect((await client.call('config')).status).toBe(200);
    expect((await client.post('start', { token: null })).status).toBe(200);
  });

  it('contact fields are saved and remembered', async () => {
    const { client } = setUp();
    const visitor = await client.start();
    expect((await client.post('contact', { name: 'Анна', email: 'anna@mail.ru' }, visitor.token)).status).toBe(204);
    expect(server.doors.talk.seen.contacts.at(-1)).toMatchObject({ chatId: visitor.dialogId, name: 'Анна' });
    expect(await (await client.post('start', { token: visitor.token })).json()).toMatchObject({ hasContact: true });
    expect(await codeOf(await client.post('contact', { phone: 'call me' }, visitor.token))).toBe('400 request.invalid');
    expect(await codeOf(await client.post('contact', {}, visitor.token))).toBe('400 request.invalid');
  });
});

describe('a visitor reaches only the own dialog', () => {
  it.each(['messages', 'images', 'typing', 'contact', 'events', `files/${randomUUID()}`])(
    'no token, a guess, a foreign one and a malformed one are the same 404 on %s',
    async (path) => {
      const { client } = setUp();
      const foreign = await setUp().client.start();
      const method = path === 'events' || path.startsWith('files') ? 'GET' : 'POST';
      for (const token of [undefined, 'A'.repeat(22), foreign.token, "'; drop table visitors --", '__proto__'])
        expect(await codeOf(await client.call(path, { method, ...(token === undefined ? {} : { token }) }))).toBe(
          '404 widget.token_invalid',
        );
    },
  );

  it('the dialog id is no key, and a picture of another dialog is not found', async () => {
    const { client } = setUp();
    const one = await client.start();
    const other = await client.start();
    expect(await codeOf(await client.post('start', { token: one.dialogId }))).toBe('404 widget.token_invalid');
    const form = new FormData();
    form.append('file', new Blob([png], { type: 'image/png' }), 'sofa.png');
    const sent = await client.call(`images?clientId=${randomUUID()}`, { method: 'POST', body: form, token: one.token });
    expect(sent.status).toBe(202);
    const stream = await client.open(one.token);
    const [event] = await stream.until('message', 1);
    stream.close();
    const [image] = JSON.parse(JSON.stringify(event?.data.images));
    const own = await client.call(`files/${image.id}`, { token: one.token });
    expect(own.status).toBe(200);
    expect(own.headers.get('content-type')).toBe('image/png');
    expect(own.headers.get('x-content-type-options')).toBe('nosniff');
    expect(Buffer.from(await own.arrayBuffer())).toEqual(png);
    expect(await codeOf(await client.call(`files/${image.id}`, { token: other.token }))).toBe('404 files.not_found');
  });
});

describe('messages', () => {
  it('risk: a retry on a bad network doubles a message. 10 parallel repeats and a later one are one event', async () => {
    const { client } = setUp();
    const visitor = await client.start();
    const message = { clientId: randomUUID(), text: 'Диван раскладывается?' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => client.post('messages', message, visitor.token)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(202));
    time.aheadMs += 60_000;
    const late = await client.post('messages', message, visitor.token);
    expect([late.status, await late.json()]).toEqual([202, { id: message.clientId }]);
    expect(eventsOf(visitor.dialogId)).toBe(1);
  });

  it('not durable is not accepted: a failure inside is 503 with Retry-After, and the repeat arrives', async () => {
    const { client } = setUp();
    const visitor = await client.start();
    const message = { clientId: randomUUID(), text: 'x' };
    server.doors.failures.next = 1;
    const failed = await client.post('messages', message, visitor.token);
    expect(failed.status).toBe(503);
    expect(failed.headers.get('retry-after')).toBe('1');
    expect((await client.post('messages', message, visitor.token)).status).toBe(202);
  });

  it.each([
    ['NUL', 'a\u0000b', 'ab'],
    ['lone surrogate', 'a\ud800b', 'a\ufffdb'],
    ['RTL override and zero width', '\u202egnp\u200b', '\u202egnp\u200b'],
    ['one long word', 'x'.repeat(20_000), 'x'.repeat(20_000)],
    ['markup', '<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
  ])('%s is stored as text', async (_name, text, stored) => {
    const { client } = setUp();
    const visitor = await client.start();
    const body = JSON.stringify({ clientId: randomUUID(), text });
    const headers = { 'content-type': 'application/json' };
    const response = await client.call('messages', { method: 'POST', body, headers, token: visitor.token });
    expect(response.status).toBe(202);
    expect(server.doors.events.at(-1)?.payload).toMatchObject({ text: stored });
  });

  it.each([
    ['array', { clientId: randomUUID(), text: ['a'] }],
    ['object', { clientId: { $ne: 1 }, text: 'a' }],
    ['extra fields', { clientId: randomUUID(), text: 'a', role: 'operator' }],
    ['no id', { text: 'a' }],
    ['id that is no UUID', { clientId: 'a:b', text: 'a' }],
    ['only spaces', { clientId: randomUUID(), text: ' \n ' }],
    ['too long', { clientId: randomUUID(), text: 'x'.repeat(20_001) }],
    ['no object', 'text'],
  ])('%s is refused and not stored', async (_name, body) => {
    const { client } = setUp();
    const visitor = await client.start();
    expect(await codeOf(await client.post('messages', body, visitor.token))).toBe('400 request.invalid');
    expect(eventsOf(visitor.dialogId)).toBe(0);
  });

  it.each([
    ['5 MB', JSON.stringify({ text: 'x'.repeat(5_000_000) }), 413],
    ['depth', '['.repeat(10_000) + ']'.repeat(10_000), 400],
    ['__proto__', `{"clientId":"${randomUUID()}","text":"a","__proto__":{"isAdmin":true}}`, 400],
    ['broken JSON', '{"text":', 400],
    ['empty', '', 400],
  ])('%s body gets a plain refusal', async (_name, body, status) => {
    const { client } = setUp();
    const visitor = await client.start();
    const headers = { 'content-type': 'application/json' };
    const response = await client.call('messages', { method: 'POST', body, headers, token: visitor.token });
    expect(response.status).toBe(status);
    expect(await response.text()).not.toContain('at ');
    expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false);
  });

  it.each([
    ['no picture', [['file', Buffer.from('<script>')]], '400 files.wrong_type'],
    ['empty', [['file', Buffer.alloc(0)]], '400 files.empty'],
    ['10 MB + 1', [['file', Buffer.alloc(10 * 1024 * 1024 + 1, 0x89)]], '413 files.too_large'],
    ['another field', [['photo', png]], '400 request.invalid'],
    ['no file', [], '400 request.invalid'],
  ] satisfies [string, [string, Buffer][], string][])('image upload: %s', async (_name, parts, code) => {
    const { client } = setUp();
    const visitor = await client.start();
    const form = new FormData();
    for (const [field, bytes] of parts) form.append(field, new Blob([new Uint8Array(bytes)]), 'a.png');
    if (parts.length === 0) form.append('text', 'x');
    const path = `images?clientId=${randomUUID()}`;
    expect(await codeOf(await client.call(path, { method: 'POST', body: form, token: visitor.token }))).toBe(code);
    expect(eventsOf(visitor.dialogId)).toBe(0);
  });
});

describe('origins', () => {
  const widget = { allowedOrigins: ['https://shop.example', '*.wild.example'] };

  it.each(['https://shop.example', 'https://a.wild.example'])('%s is let in and echoed exactly', async (origin) => {
    const { client } = setUp({ widget }, { origin });
    const response = await client.post('start', { token: null });
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    expect(response.headers.get('vary')).toContain('Origin');
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  it.each(['https://evil.example', 'null', 'https://shop.example.evil.example', ''])(
    '%j is refused',
    async (origin) => {
      const { client } = setUp({ widget }, origin === '' ? {} : { origin });
      const response = await client.post('start', { token: null });
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
      expect(await codeOf(response)).toBe('403 widget.origin_refused');
    },
  );

  it('the preflight states what may be sent, to listed origins only; errors have the headers too', async () => {
    const { client } = setUp({ widget }, { origin: 'https://shop.example' });
    const preflight = await client.call('messages', { method: 'OPTIONS' });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization');
    const refused = await client.post('messages', {}, 'A'.repeat(22));
    expect(refused.headers.get('access-control-allow-origin')).toBe('https://shop.example');
    const foreign = setUp({ widget }, { origin: 'https://evil.example' });
    expect((await foreign.client.call('messages', { method: 'OPTIONS' })).status).toBe(403);
  });

  it('pages of this server (the try-out page) are always let in', async () => {
    const { client } = setUp({ widget }, { origin: server.url });
    expect((await client.post('start', { token: null })).status).toBe(200);
  });
});

describe('rates', () => {
  beforeEach(() => {
    time.aheadMs += 120_000;
    time.frozenAt = Date.now();
  });
  afterEach(() => {
    time.frozenAt = undefined;
    time.aheadMs += 120_000;
  });

  it('10 messages at once, then 429 with Retry-After, then again after the wait; the model is never reached', async () => {
    const { client } = setUp();
    const visitor = await client.start();
    const send = () => client.post('messages', { clientId: randomUUID(), text: 'x' }, visitor.token);
    const first = await Promise.all(Array.from({ length: 14 }, send));
    const refused = first.filter((response) => response.status === 429);
    expect(refused).toHaveLength(4);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(eventsOf(visitor.dialogId)).toBe(10);
    time.aheadMs += 3500;
    expect((await send()).status).toBe(202);
  });

  it('risk: a patient stranger uses up the answers of a business: some hundred messages a day, then few', async () => {
    const { client } = setUp();
    const visitor = await client.start();
    const send = async () =>
      (await client.post('messages', { clientId: randomUUID(), text: 'x' }, visitor.token)).status;
    const statuses: number[] = [];
    for (let minute = 0; minute < 12; minute += 1) {
      for (let number = 0; number < 20; number += 1) {
        time.aheadMs += 3000;
        statuses.push(await send());
      }
    }
    const accepted = statuses.filter((status) => status === 202).length;
    expect(accepted).toBeGreaterThanOrEqual(200);
    expect(accepted).toBeLessThan(210);
    expect(statuses.at(-1)).toBe(429);
    time.aheadMs += 24 * 3_600_000;
    expect(await send()).toBe(202);
  });

  it('60 new visitors a minute from one address', async () => {
    const { client } = setUp();
    const answers = [];
    for (let index = 0; index < 64; index += 1) answers.push((await client.post('start', { token: null })).status);
    expect(answers.filter((status) => status === 200)).toHaveLength(60);
    expect(answers.at(-1)).toBe(429);
  });

  it('typing is throttled to one signal in 600 ms and never refused', async () => {
    const { client } = setUp();
    const visitor = await client.start();
    const before = server.doors.talk.seen.typings.length;
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => client.call('typing', { method: 'POST', token: visitor.token })),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(204));
    expect(server.doors.talk.seen.typings.length - before).toBe(1);
  });
});

it.each([
  ['traversal', 'GET', '/widget/..%2f..%2fetc/config', 404],
  ['preflight of no channel', 'OPTIONS', '/widget/not-a-uuid/messages', 404],
  ['unknown channel', 'GET', `/widget/${randomUUID()}/config`, 404],
  ['SQL in the path', 'GET', "/widget/'%20or%201=1--/config", 404],
])('%s', async (_name, method, path, status) => {
  expect((await fetch(server.url + path, { method })).status).toBe(status);
});

it('the place in the stream is a number, once', async () => {
  const { client } = setUp();
  const { token } = await client.start();
  for (const query of ['after=1&after=2', 'after[]=1', 'after=-1', 'after=NaN', 'after=1e99', 'limit=5'])
    expect(await codeOf(await client.call(`events?${query}`, { token }))).toBe('400 request.invalid');
  const headers = { 'last-event-id': "1' or 1=1" };
  expect(await codeOf(await client.call('events', { token, headers }))).toBe('400 request.invalid');
});

it('nothing that visitors wrote and no token reaches the log', async () => {
  const { client } = setUp();
  const visitor = await client.start();
  await client.post('messages', { clientId: randomUUID(), text: 'canary-text-81723' }, visitor.token);
  await client.post('contact', { phone: '+7 999 000 11 22' }, visitor.token);
  const log = server.logged.join('\n');
  for (const secret of [visitor.token, 'canary-text-81723', '999 000']) expect(log).not.toContain(secret);
});
