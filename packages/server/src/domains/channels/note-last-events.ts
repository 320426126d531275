import { readFeed } from '../../events/index.ts';
import { countHours } from './silence/silence-store.ts';
import { noteEvents } from './store.ts';

const HOUR_MS = 3_600_000;

/** When a customer last wrote in each channel, and how many do by hour: owners see it, and a channel that falls silent is noticed by it. */
export const noteLastEvents = readFeed('message.stored', 'channels.note-last-events', async (tx, messages) => {
  const newest = new Map<string, { accountId: string; channelId: string; at: Date }>();
  const hours = new Map<string, Hour>();
  for (const { author, accountId, channelId, at } of messages) {
    const known = newest.get(channelId);
    if (author !== 'customer') continue;
    const hour = new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
    const key = `${channelId} ${hour.getTime()}`;
    hours.set(key, { accountId, channelId, hour, count: (hours.get(key)?.count ?? 0) + 1 });
    if (known === undefined || known.at < at) newest.set(channelId, { accountId, channelId, at });
  }
  const events = [...newest.values()];
  if (events.length === 0) return;
  await noteEvents.run(tx, {
    accountIds: events.map(({ accountId }) => accountId),
    channelIds: events.map(({ channelId }) => channelId),
    times: events.map(({ at }) => at),
  });
  // In one order: two nodes that add to the same hours do not wait for each other in a circle.
  const counted = [...hours].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, hour]) => hour);
  await countHours.run(tx, {
    accountIds: counted.map(({ accountId }) => accountId),
    channelIds: counted.map(({ channelId }) => channelId),
    hours: counted.map(({ hour }) => hour),
    counts: counted.map(({ count }) => count),
  });
});

type Hour = { accountId: string; channelId: string; hour: Date; count: number };
