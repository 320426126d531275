import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../testing/start-test-database.ts';
import { buildWidgetChannel } from '../testing/memory-doors.ts';
import { startVisitorServer, type VisitorServer } from '../testing/start-visitor-server.ts';
import { createVisitorClient } from '../testing/visitor-client.ts';

let database: TestDatabase;
let server: VisitorServer;

beforeAll(async () => {
  database = await startTestDatabase({ kind: 'embedded' });
  server = await startVisitorServer({ database });
});
afterAll(async () => {
  await server?.close();
  await database?.close();
});

async function setUp() {
  const channel = buildWidgetChannel({});
  server.doors.addChannel(channel);
  const client = createVisitorClient({ url: server.url, channel });
  const visitor = await client.start();
  return { client, visitor, dialog: client.dialogOf(visitor), talk: server.doors.talk };
}

it('history first, then live; each message once, in order of its version; nothing from inside', async () => {
  const { client, visitor, dialog, talk } = await setUp();
  talk.change(dialog, { author: 'customer', authorName: 'Гость', text: 'Вопрос', silence: 'paused' });
  talk.change(dialog, { author: 'system', text: 'SECRET-system' });
  talk.change(dialog, { author: 'assistant', text: 'Ответ' });
  const stream = await client.open(visitor.token);
  await stream.until('ready', 1);
  talk.change(dialog, { author: 'operator', authorName: 'Анна', text: 'Я здесь' });
  const messages = await stream.until('message', 3);
  stream.close();
  expect(messages.map((event) => [event.data.from, event.data.name, event.data.text])).toEqual([
    ['visitor', null, 'Вопрос'],
    ['assistant', null, 'Ответ'],
    ['operator', 'Анна', 'Я здесь'],
  ]);
  expect(messages.map((event) => event.id)).toEqual(['1', '3', '4']);
  expect(JSON.stringify(stream.events)).not.toMatch(/SECRET|silence|paused|confidence|debug|delivery/);
});

it('what calls a person says how soon one answers, as long as nobody has', async () => {
  const { client, visitor, dialog, talk } = await setUp();
  talk.waits.seconds = 8 * 60;
  talk.change(dialog, { author: 'customer', text: 'Позовите человека' });
  talk.change(dialog, { author: 'assistant', text: 'Передал', decision: 'hand-over' });
  const stream = await client.open(visitor.token);
  const said = (await stream.until('message', 2)).map(({ data }) => data.waiting);
  stream.close();
  expect(said).toEqual(['', 'Сотрудник обычно отвечает в течение 10 минут']);
  talk.change(dialog, { author: 'operator', authorName: 'Анна', text: 'Слушаю' });
  const later = await client.open(visitor.token);
  const again = (await later.until('message', 3)).map(({ data }) => data.waiting);
  later.close();
  expect(again).toEqual(['', '', '']);
});

it('risk: a message is lost or doubled while the line is down. Replay goes on exactly after the last version', async () => {
  const { client, visitor, dialog, talk } = await setUp();
  const seen: number[] = [];
  let version = 0;
  for (let round = 0; round < 12; round += 1) {
    for (let index = 0; index < 9; index += 1) talk.change(dialog, { text: `${round}-${index}` });
    const stream = await client.open(visitor.token, version);
    await stream.until('message', 3 + (round % 4));
    stream.close();
    await stream.ended;
    const read = stream.events.filter((event) => event.name === 'message').map((event) => Number(event.id));
    seen.push(...read);
    version = read.at(-1) ?? version;
  }
  const last = await client.open(visitor.token, version);
  await last.until('ready', 1);
  last.close();
  seen.push(...last.events.filter((event) => event.name === 'message').map((event) => Number(event.id)));
  expect(seen).toEqual(Array.from({ length: 108 }, (_, index) => index + 1));
});

it('a gap larger than a page is caught up whole', async () => {
  const { client, visitor, dialog, talk } = await setUp();
  talk.change(dialog, { text: 'first' });
  for (let index = 0; index < 170; index += 1) talk.change(dialog, { text: String(index) });
  const stream = await client.open(visitor.token, 1);
  await stream.until('ready', 1);
  stream.close();
  expect(stream.events.filter((event) => event.name === 'message')).toHaveLength(170);
});

it('a canceled message disappears; its repeat never comes', async () => {
  const { client, visitor, dialog, talk } = await setUp();
  const said = talk.change(dialog, { text: 'Ошибка' });
  const stream = await client.open(visitor.token);
  await stream.until('message', 1);
  talk.cancel(dialog, said.id);
  expect((await stream.until('removed', 1))[0]?.data).toEqual({ id: said.id, version: 2 });
  stream.close();
  const again = await client.open(visitor.token);
  await again.until('ready', 1);
  again.close();
  expect(again.events.filter((event) => event.name === 'message')).toEqual([]);
});

it('typing of the business is shown, the own is not; analytics are sent once per stream', async () => {
  const { client, visitor, dialog, talk } = await setUp();
  const stream = await client.open(visitor.token);
  await stream.until('ready', 1);
  await client.call('typing', { method: 'POST', token: visitor.token });
  talk.type(dialog, 'Анна');
  expect((await stream.until('typing', 1)).map((event) => event.data)).toEqual([{ name: 'Анна' }]);
  talk.change(dialog, { author: 'customer', text: '1' });
  talk.change(dialog, { author: 'customer', text: '2' });
  talk.complete(dialog);
  const analytics = await stream.until('analytics', 2);
  talk.change(dialog, { author: 'customer', text: '3' });
  await stream.until('message', 3);
  stream.close();
  expect(analytics.map((event) => event.data.name)).toEqual(['athena_first_user_message', 'athena_complete']);
  expect(stream.events.filter((event) => event.name === 'analytics')).toHaveLength(2);
});

it('a stream hears its own dialog alone; two tabs hear the same', async () => {
  const { client, visitor, dialog, talk } = await setUp();
  const other = await client.start();
  const streams = await Promise.all([client.open(visitor.token), client.open(visitor.token), client.open(other.token)]);
  await Promise.all(streams.map((stream) => stream.until('ready', 1)));
  talk.change(dialog, { text: 'canary' });
  await Promise.all(streams.slice(0, 2).map((stream) => stream.until('message', 1)));
  talk.change(client.dialogOf(other), { text: 'own' });
  const [own] = (await streams[2]?.until('message', 1)) ?? [];
  for (const stream of streams) stream.close();
  expect(own?.data.text).toBe('own');
  expect(JSON.stringify(streams[2]?.events)).not.toContain('canary');
});

it('the seventh stream of a visitor is refused with Retry-After, and there is room again when one ends', async () => {
  const { client, visitor } = await setUp();
  const streams = await Promise.all(Array.from({ length: 6 }, () => client.open(visitor.token)));
  await Promise.all(streams.map((stream) => stream.until('ready', 1)));
  const refused = await client.call('events', { token: visitor.token });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
  streams[0]?.close();
  await streams[0]?.ended;
  await expect
    .poll(async () => {
      const stream = await client.open(visitor.token).catch(() => undefined);
      stream?.close();
      return stream !== undefined;
    })
    .toBe(true);
  for (const stream of streams) stream.close();
});

it('a server that stops ends its streams instead of waiting for them', async () => {
  const stopping = await startVisitorServer({ database });
  const channel = buildWidgetChannel({});
  stopping.doors.addChannel(channel);
  const client = createVisitorClient({ url: stopping.url, channel });
  const stream = await client.open((await client.start()).token);
  await stream.until('ready', 1);
  await stopping.close();
  await stream.ended;
});
