import { readFeed } from '../../events/index.ts';
import { noteEvents } from './store.ts';

/** When a customer last wrote in each channel: owners see it, and a channel that falls silent is noticed by it. */
export const noteLastEvents = readFeed('message.stored', 'channels.note-last-events', async (tx, messages) => {
  const newest = new Map<string, { accountId: string; channelId: string; at: Date }>();
  for (const { author, accountId, channelId, at } of messages) {
    const known = newest.get(channelId);
    if (author === 'customer' && (known === undefined || known.at < at))
      newest.set(channelId, { accountId, channelId, at });
  }
  const events = [...newest.values()];
  if (events.length === 0) return;
  await noteEvents.run(tx, {
    accountIds: events.map(({ accountId }) => accountId),
    channelIds: events.map(({ channelId }) => channelId),
    times: events.map(({ at }) => at),
  });
});
