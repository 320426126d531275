import { expect, it } from 'vitest';
import { createLog } from '../../../platform/log/logger.ts';
import { createTestClock } from '../../../testing/test-clock.ts';
import { waitUntil } from '../../../testing/wait-until.ts';
import type { WidgetChannel } from '../deps.ts';
import { buildWidgetChannel, createMemoryDoors } from '../testing/memory-doors.ts';
import { createEventStreams } from './event-streams.ts';

const LOOK_MS = 2000;

async function setUp() {
  const clock = createTestClock();
  const doors = createMemoryDoors();
  const streams = createEventStreams({ ...doors, clock, log: createLog({ level: 'silent' }) });
  const open = (channel: WidgetChannel, chatId: string) => {
    const state = { isEnded: false };
    const sink = {
      write: () => undefined,
      bufferedBytes: () => 0,
      onceDrained: () => undefined,
      end: () => {
        state.isEnded = true;
      },
    };
    const dialog = { accountId: channel.accountId, channelId: channel.id, chatId, locale: 'ru' } as const;
    streams.open({ dialog, leave: () => undefined, after: 0, sink });
    return state;
  };
  const [unlinked, kept] = [buildWidgetChannel({}), buildWidgetChannel({})];
  for (const channel of [unlinked, kept]) doors.addChannel(channel);
  const ending = [open(unlinked, 'one'), open(unlinked, 'two')];
  return { clock, doors, streams, unlinked, ending, staying: open(kept, 'one') };
}

it('every stream of a channel that is unlinked on this node ends at once, without any time passing', async () => {
  const { doors, streams, unlinked, ending, staying } = await setUp();
  doors.unlink(unlinked.id, { isToldHere: true });
  await waitUntil(() => ending.every(({ isEnded }) => isEnded));
  expect(staying.isEnded).toBe(false);
  await streams.close();
  expect(staying.isEnded).toBe(true);
});

it('where another node unlinked it they end within two seconds', async () => {
  const { clock, doors, streams, unlinked, ending, staying } = await setUp();
  doors.unlink(unlinked.id, { isToldHere: false });
  clock.advance(LOOK_MS - 1);
  expect(ending.map(({ isEnded }) => isEnded)).toEqual([false, false]);
  clock.advance(1);
  await waitUntil(() => ending.every(({ isEnded }) => isEnded));
  expect(staying.isEnded).toBe(false);
  await streams.close();
});

it('a look that fails ends nothing, and the next one is taken', async () => {
  const { clock, doors, streams, unlinked, ending } = await setUp();
  const { findConnected } = doors.channels;
  let looks = 0;
  doors.channels.findConnected = async (ids) => {
    looks += 1;
    throw new Error(`no database for ${ids.length}`);
  };
  const timers = clock.countSet();
  clock.advance(LOOK_MS);
  await waitUntil(() => looks === 1 && clock.countSet() > timers);
  expect(ending.map(({ isEnded }) => isEnded)).toEqual([false, false]);
  doors.channels.findConnected = findConnected;
  doors.unlink(unlinked.id, { isToldHere: false });
  clock.advance(LOOK_MS);
  await waitUntil(() => ending.every(({ isEnded }) => isEnded));
  await streams.close();
});
