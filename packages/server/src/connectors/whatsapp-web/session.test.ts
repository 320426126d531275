import { startWhatsappWebDouble } from '@otvet/simulators';
import { expect, it } from 'vitest';
import { waitUntil } from '../../testing/wait-until.ts';
import type { RawEvent } from '../port.ts';
import type { SessionKeys, SessionOptions } from '../session-port.ts';
import { buildMessage, makeIo, plainChannel } from '../suite/build-connector-input.ts';
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
async function start(accept: SessionOptions['accept']) {
  const phone = startWhatsappWebDouble();
  const open = createSessionOpener(phone.load, { minMs: 0, spreadMs: 0 });
  const states: string[] = [];
  const ends: string[] = [];
  const options: SessionOptions = {
    channel: plainChannel,
    link: {},
    keys: keepInMemory(),
    io: makeIo({}),
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
  return { phone, session, ends };
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
