import { startWhatsappWebDouble } from '@otvet/simulators';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Clock } from '../../platform/time/clock.ts';
import { TimeLimitError } from '../../platform/time/within-time.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import type { RawEvent } from '../port.ts';
import { type SessionKeys, SessionKeysError, type SessionOptions } from '../session-port.ts';
import { buildMessage, makeIo, plainChannel } from '../suite/build-connector-input.ts';
import { requireLibrary, type WaSocket } from './api.ts';
import { createSessionOpener } from './session.ts';

const anna = { id: '79161234567', name: 'Анна' };
const chatId = `9${anna.id}9@lid`;

function keepInMemory(): SessionKeys {
  const rows = new Map<string, string>();
  return {
    read: async (type, ids) =>
      Object.fromEntries(
        ids.flatMap((id) => {
          const value = rows.get(`${type} ${id}`);
          return value === undefined ? [] : [[id, value]];
        }),
      ),
    async write(values) {
      for (const { type, id, value } of values)
        if (value === null) rows.delete(`${type} ${id}`);
        else rows.set(`${type} ${id}`, value);
    },
  };
}

/** A linked session over a double of the library. */
async function start(
  accept: SessionOptions['accept'],
  { change = (socket) => socket, clock }: { change?: (socket: WaSocket) => WaSocket; clock?: Clock } = {},
) {
  const keys = keepInMemory();
  const phone = startWhatsappWebDouble();
  const load = async () => {
    const library = await requireLibrary(phone.load);
    return { ...library, default: (config: Record<string, unknown>) => change(library.default(config)) };
  };
  const open = createSessionOpener(load, { minMs: 0, spreadMs: 0 });
  const states: string[] = [];
  const ends: string[] = [];
  const options: SessionOptions = {
    channel: plainChannel,
    link: {},
    keys,
    io: makeIo({ ...(clock && { clock }) }),
    accept,
    readEvent: async () => undefined,
    report: ({ state }) => states.push(state),
    onEnd: ({ kind }) => ends.push(kind),
  };
  await open(options);
  await waitUntil(() => phone.scan());
  await waitUntil(() => ends.length === 1);
  const session = await open(options);
  await waitUntil(() => states.includes('open'));
  return { phone, session, ends, open, options, keys };
}

it('risk: what was read when the connection ends is never stored, and the platform does not bring it again', async () => {
  const isStored = Promise.withResolvers<void>();
  const events: RawEvent[] = [];
  let asked = 0;
  const { phone, session, ends } = await start(async (given) => {
    asked += 1;
    await isStored.promise;
    events.push(...given);
  });
  phone.customerSends({ from: anna, text: 'Первое' });
  phone.customerSends({ from: anna, text: 'Второе' });
  await waitUntil(() => asked === 1);
  const closed = session.close().then(() => events.length);
  isStored.resolve();
  expect(await closed).toBeGreaterThan(0);
  expect(ends).toEqual(['restart']);
});

it('risk: a message whose answer was lost is sent again, though the platform has it', async () => {
  const { phone, session } = await start(async () => undefined);
  phone.customerSends({ from: anna, text: 'Здравствуйте' });
  const message = buildMessage({ chatId, text: 'Да' });
  expect(await session.send(message)).toMatchObject({ kind: 'sent' });
  await waitUntil(async () => {
    await session.send(message);
    return true;
  });
  phone.fail('server-error', 99);
  // Its number was acknowledged: nothing is asked of the platform.
  await waitUntil(async () => (await session.send(message)).kind === 'sent');
  expect(phone.conversation(anna.id).filter(({ author }) => author === 'business')).toHaveLength(1);
});

const idsOf = (events: readonly RawEvent[]) => events.map(({ eventId }) => eventId);

it('risk: a process dies after the platform was told that a message arrived, and before the message was stored', async () => {
  const never = new Promise<void>(() => undefined);
  let asked = 0;
  const { phone, open, options } = await start(async () => {
    asked += 1;
    await never;
  });
  for (const text of ['Первое', 'Второе', 'Третье']) phone.customerSends({ from: anna, text });
  await waitUntil(() => asked === 1);
  const events: RawEvent[] = [];
  // Another process takes the session over, with the keys that the first one left.
  await open({ ...options, accept: async (given) => void events.push(...given) });
  const expected = phone.idsOf(anna.id).map((id) => `message:${chatId}:${id}:0`);
  await waitUntil(() => new Set(idsOf(events)).size === expected.length);
  expect([...new Set(idsOf(events))]).toEqual(expected);
  expect(phone.ledger.undecryptable).toBe(0);
});

it('risk: keys that could not be stored let a message be acknowledged that nobody can read any more', async () => {
  const events: RawEvent[] = [];
  const { phone, open, options, keys, ends } = await start(async (given) => void events.push(...given));
  const write = keys.write;
  keys.write = async () => {
    throw new Error('another node has the session');
  };
  phone.customerSends({ from: anna, text: 'Первое' });
  await waitUntil(() => ends.includes('lost'));
  keys.write = write;
  await open(options);
  await waitUntil(() => events.length > 0);
  expect([...new Set(idsOf(events))]).toEqual(phone.idsOf(anna.id).map((id) => `message:${chatId}:${id}:0`));
  expect(phone.ledger.undecryptable).toBe(0);
});

it('risk: a message that could not be read at first is taken for a repeat when it comes again', async () => {
  const events: RawEvent[] = [];
  const { phone, open, options, keys } = await start(async (given) => void events.push(...given));
  await keys.write([{ type: 'session', id: 'all', value: JSON.stringify(7) }]);
  phone.customerSends({ from: anna, text: 'Первое' });
  await waitUntil(() => phone.ledger.undecryptable === 1);
  await waitUntil(() => events.length > 0);
  await open(options);
  expect(events.map(({ payload }) => payload)).toMatchObject([{ message: { conversation: 'Первое' } }]);
});

it('an edit and a removal that were acknowledged and not stored are taken up as well', async () => {
  const never = new Promise<void>(() => undefined);
  const { phone, open, options, keys } = await start(async () => undefined);
  phone.customerSends({ from: anna, text: 'Шкав' });
  const [messageId = ''] = phone.idsOf(anna.id);
  let asked = 0;
  await open({
    ...options,
    accept: async () => {
      asked += 1;
      await never;
    },
  });
  phone.customerEdits({ from: anna, messageId, text: 'Шкаф' });
  phone.customerDeletes({ from: anna, messageId });
  await waitUntil(() => asked > 0);
  const events: RawEvent[] = [];
  await open({ ...options, keys, accept: async (given) => void events.push(...given) });
  await waitUntil(() => idsOf(events).some((id) => id.startsWith('delete:')));
  expect(new Set(events.map(({ payload }) => z.object({ kind: z.string() }).parse(payload).kind))).toContain('edit');
});

it('the former address of a chat is told once, not after each connection again', async () => {
  const events: RawEvent[] = [];
  const { phone, open, options } = await start(async (given) => void events.push(...given));
  phone.customerSends({ from: anna, text: 'Первое' });
  await waitUntil(() => events.length === 1);
  phone.drop(428);
  const later: RawEvent[] = [];
  await open({ ...options, accept: async (given) => void later.push(...given) });
  await waitUntil(() => phone.isConnected());
  phone.customerSends({ from: anna, text: 'Второе' });
  const lastId = `message:${chatId}:${phone.idsOf(anna.id).at(-1)}:0`;
  await waitUntil(() => idsOf(later).includes(lastId));
  expect(events[0]?.payload).toMatchObject({ isNewPair: true });
  expect(later.find(({ eventId }) => eventId === lastId)?.payload).toMatchObject({ isNewPair: false });
});

it('risk: a call that the library never ends stops what waits behind it, and the closing of the session', async () => {
  const clock = createTestClock();
  let calls = 0;
  const never = () => new Promise<never>(() => undefined);
  const change = (socket: WaSocket): WaSocket => {
    const { sendMessage } = socket;
    const isFirst = () => {
      calls += 1;
      return calls === 1;
    };
    return Object.assign(socket, {
      sendMessage: (...message: Parameters<WaSocket['sendMessage']>) => (isFirst() ? never() : sendMessage(...message)),
      logout: never,
    });
  };
  const { phone, session } = await start(async () => undefined, { change, clock });
  phone.customerSends({ from: anna, text: 'Здравствуйте' });
  const first = session.send(buildMessage({ chatId, text: 'Да', idempotencyKey: 'first' }));
  const second = session.send(buildMessage({ chatId, text: 'Нет', idempotencyKey: 'second' }));
  await waitUntil(() => calls === 1);
  const timers = clock.countSet();
  clock.advance(30_000);
  await expect(first).rejects.toThrow(TimeLimitError);
  expect(await second).toMatchObject({ kind: 'sent' });
  expect(clock.countSet()).toBeGreaterThan(timers);
  const left = session.leave();
  clock.advance(8000);
  await left;
});

it('risk: a link that the library refuses is opened again and again, as if the network were away', async () => {
  const { open, options, keys } = await start(async () => undefined);
  await keys.write([{ type: 'creds', id: '', value: '{"noiseKey":' }]);
  await expect(open(options)).rejects.toThrow(SessionKeysError);
  await keys.write([{ type: 'creds', id: '', value: '"no credentials"' }]);
  await expect(open(options)).rejects.toThrow(SessionKeysError);
  await keys.write([{ type: 'creds', id: '', value: '{}' }]);
  const refuse = () => {
    throw new TypeError("Cannot read properties of undefined (reading 'public')");
  };
  const library = { ...(await requireLibrary(startWhatsappWebDouble().load)), default: refuse };
  const strict = createSessionOpener(async () => library, { minMs: 0, spreadMs: 0 });
  await expect(strict(options)).rejects.toThrow(SessionKeysError);
});
