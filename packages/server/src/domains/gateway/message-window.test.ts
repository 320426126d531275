import { afterEach, describe, expect, it } from 'vitest';
import type { Connector, OutboundMessage } from '../../connectors/port.ts';
import { connectors } from '../../connectors/registry.ts';
import { telegramConnector } from '../../connectors/telegram/index.ts';
import {
  buildAccount,
  buildTelegramChannel,
  buildUpdate,
  type Core,
  meetCustomer,
  startCore,
} from '../../testing/start-core.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { readWindow } from './message-window.ts';

const HOUR_MS = 3_600_000;
const CHAT = 700;

const open: Core[] = [];
afterEach(async () => {
  for (const core of open.splice(0)) await core.close();
});

/** A platform that takes free words for a day, and those of a person for a week. */
async function start(window: Connector['descriptor']['window']) {
  const clock = createTestClock();
  const sent: OutboundMessage[] = [];
  const telegram: Connector = {
    ...telegramConnector,
    descriptor: { ...telegramConnector.descriptor, window },
    send: async (message) => {
      sent.push(message);
      return { kind: 'sent', vendorIds: [String(sent.length)] };
    },
  };
  const core = await startCore({ clock, connectors: { ...connectors, telegram } });
  open.push(core);
  const channel = await buildTelegramChannel(core, await buildAccount(core), { comeBackMinutes: 0 });
  const { accountId, channelId, bot } = channel;
  meetCustomer(core, bot, CHAT);
  const place = { accountId, channelId, chatId: String(CHAT) };
  const date = Math.floor(clock.now().getTime() / 1000);
  const update = buildUpdate({ updateId: 1, chatId: CHAT, messageId: 5, text: 'Привет', date });
  await core.gateway.acceptEvents({ accountId, channelId, events: [update] });
  await core.idle();
  const write = async (text: string) => {
    const by = { userId: core.newId(), userName: 'Анна', replyToId: null, clientId: core.newId() };
    const { dialogId } = await core.dialogs.send({ ...place, ...by, text, urls: [], state: 'queued' });
    core.gateway.deliver({ accountId, dialogId });
    await core.idle();
    const { messages } = await core.dialogs.messages({ ...place, limit: 10, offset: 0 });
    return messages.find((message) => message.text === text)?.delivery;
  };
  const retry = async (text: string) => {
    const { messages } = await core.dialogs.messages({ ...place, limit: 10, offset: 0 });
    const messageId = messages.find((message) => message.text === text)?.id ?? '';
    await core.dialogs.retry({ ...place, messageId, userId: core.newId() });
  };
  return { clock, sent, write, retry };
}

describe('a platform that takes answers for a time after the customer wrote', () => {
  it('takes what a person writes as that of a person, then nothing, and the message says why', async () => {
    const { clock, sent, write } = await start({ hours: 24, personHours: 168 });
    await write('сразу');
    expect(sent.map(({ text, isLate }) => [text, isLate])).toEqual([
      ['re: Привет', false],
      ['сразу', false],
    ]);
    clock.advance(25 * HOUR_MS);
    expect(await write('на другой день')).toMatchObject({ state: 'sent' });
    expect(sent.at(-1)).toMatchObject({ isLate: true });
    clock.advance(7 * 24 * HOUR_MS);
    expect(await write('через неделю')).toMatchObject({ state: 'rejected', reason: 'window_closed', canRetry: true });
    expect(sent).toHaveLength(3);
  });

  it('risk: one that failed before is tried again when nothing can leave any more, and forgets why it failed', async () => {
    const { clock, sent, write, retry } = await start({ hours: 24, personHours: 168 });
    clock.advance(8 * 24 * HOUR_MS);
    await write('поздно');
    await expect(retry('поздно')).rejects.toMatchObject({ code: 'dialogs.not_retryable' });
    expect(sent).toHaveLength(1);
  });
});

const customerAt = new Date('2026-11-20T12:00:00Z');
const read = (hours: number, { isByPerson = false, personHours = null as number | null } = {}) => {
  const now = new Date(customerAt.getTime() + hours * HOUR_MS);
  return readWindow({ window: { hours: 24, personHours }, customerAt, isByPerson, now });
};

it.each([
  { hours: 23.9, isByPerson: false, personHours: null, state: 'open' },
  { hours: 24, isByPerson: false, personHours: null, state: 'closed' },
  { hours: 24, isByPerson: true, personHours: null, state: 'closed' },
  { hours: 24, isByPerson: false, personHours: 168, state: 'closed' },
  { hours: 167, isByPerson: true, personHours: 168, state: 'person' },
  { hours: 168, isByPerson: true, personHours: 168, state: 'closed' },
])('$hours h after the customer wrote, by a person: $isByPerson, for persons $personHours h: $state', (given) => {
  expect(read(given.hours, given)).toBe(given.state);
});

it('where the platform sets no time, or none is known, it is open', () => {
  const now = new Date();
  expect(readWindow({ window: null, customerAt, isByPerson: false, now })).toBe('open');
  const window = { hours: 24, personHours: null };
  expect(readWindow({ window, customerAt: null, isByPerson: false, now })).toBe('open');
});
