import { withTransaction } from '../../../platform/database/with-transaction.ts';
import type { ChannelDeps } from '../deps.ts';
import type { StoredChannel } from '../store.ts';
import { judgeSilence, WEEKS_KNOWN } from './judge-silence.ts';
import { deleteOldHours, endSilences, findRepair, listHours, noteSilence } from './silence-store.ts';

const HOUR_MS = 3_600_000;
/** A look at the channels comes every minute; after a longer pause this node, or its database, was away. */
const AWAY_MS = 5 * 60_000;
const KEPT_MS = (WEEKS_KNOWN + 1) * 7 * 24 * HOUR_MS;

type Channel = { accountId: string; id: string };

/** Notices channels in which nobody writes although their platforms know of no fault. */
export function createSilenceWatch(deps: ChannelDeps) {
  let watchedSince: Date | undefined;
  let seenAt = Number.NEGATIVE_INFINITY;
  return {
    /** Ends silences that are over, and notes that this node is there: what did not come while it was away is no silence. */
    async look(onChanged: (channel: Channel) => void): Promise<void> {
      const now = deps.sharedClock.now();
      for (const channel of await endSilences.all(deps.pool, {})) onChanged(channel);
      if (watchedSince === undefined || now.getTime() - seenAt > AWAY_MS) watchedSince = now;
      seenAt = now.getTime();
    },
    /** True where the silence of a channel that works is news, or has grown. */
    async judge(channel: StoredChannel): Promise<boolean> {
      const { accountId, id, lastEventAt, createdAt } = channel;
      if (lastEventAt === null || watchedSince === undefined) return false;
      const now = deps.sharedClock.now();
      const from = new Date(now.getTime() - KEPT_MS);
      const repair = await findRepair.first(deps.pool, { accountId, id });
      const since = latest([lastEventAt, watchedSince, repair?.repairedAt ?? lastEventAt]);
      const hours = await listHours.all(deps.pool, { accountId, id, from });
      const counts = new Map(hours.map(({ hour, messages }) => [hour.getTime() / HOUR_MS, messages]));
      const expected = judgeSilence({ now, since, createdAt, counts });
      if (expected === null) return false;
      return await note(deps, { accountId, id, since: lastEventAt, expected: Math.round(expected) });
    },
  };
}

export type SilenceWatch = ReturnType<typeof createSilenceWatch>;

async function note(deps: ChannelDeps, silence: Channel & { since: Date; expected: number }): Promise<boolean> {
  return await withTransaction(deps.pool, async (tx) => {
    const noted = await noteSilence.first(tx, silence);
    if (!noted) return false;
    const { accountId, id, since, expected } = silence;
    const channel = { accountId, channelId: id, channelType: noted.type };
    const news = { ...channel, since: since.toISOString(), expected };
    if (!noted.wasKnown) await deps.events.publish(tx, 'channel.fell-silent', news);
    return true;
  });
}

/** Counts that are too old to say what is usual. */
export async function forgetHours({ pool, sharedClock }: ChannelDeps): Promise<void> {
  await deleteOldHours.run(pool, { before: new Date(sharedClock.now().getTime() - KEPT_MS) });
}

function latest(times: Date[]): Date {
  return new Date(Math.max(...times.map((time) => time.getTime())));
}
