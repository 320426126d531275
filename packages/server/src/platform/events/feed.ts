import type pg from 'pg';
import { z } from 'zod';
import { unavailableReason } from '../database/database-errors.ts';
import type { Queryable } from '../database/queryable.ts';
import { withTransaction } from '../database/with-transaction.ts';
import type { Jobs } from '../jobs/index.ts';
import type { Log } from '../log/logger.ts';
import type { PeriodicTask } from '../periodic-tasks/periodic-tasks.ts';
import type { Clock } from '../time/clock.ts';
import type { FeedReader } from './event-table.ts';
import { lockPosition, markHandled, movePosition, startReader } from './events-store.ts';
import { createHorizon } from './horizon.ts';

/**
 * Events that come too often for a job each: the rows of a table are their own log. Every row has a rising number,
 * taken inside a transaction that has written something before.
 */
export type Feed = {
  name: string;
  /** The highest number in the table; 0 without any. */
  readTop(db: Queryable): Promise<number>;
  /** Rows with `after` < number ≤ `upTo`, by number. */
  read(
    db: Queryable,
    range: { after: number; upTo: number; limit: number },
  ): Promise<{ number: number; item: unknown }[]>;
};

export type FeedsDeps = { pool: pg.Pool; jobs: Jobs; log: Log; clock: Clock };

const READ_EVERY_MS = 1000;
const BATCH = 500;
const MAX_STEPS = 100;
const MAX_FAILURES = 5;

const asideJob = z.object({
  feed: z.string(),
  reader: z.string(),
  item: z.looseObject({ accountId: z.uuid() }),
});

/** Makes the periodic tasks that hand the feeds to their readers. */
export function createFeedTasks(
  deps: FeedsDeps,
  { feeds, readers }: { feeds: Feed[]; readers: FeedReader[] },
): PeriodicTask[] {
  const aside = deps.jobs.define({
    name: 'events.handle-aside',
    schema: asideJob,
    retries: 20,
    retryDelaySeconds: 5,
    retryDelayMaxSeconds: 900,
    expireSeconds: 60,
    concurrency: 1,
    handler: async ({ feed, reader, item }, { id }) => {
      const known = readers.find((candidate) => candidate.reader === reader && candidate.feed === feed);
      if (known === undefined) throw new Error(`There is no reader ${reader} of ${feed}`);
      // The reader's position is past it already: a repeat of the job finds this note.
      const note = { accountId: item.accountId, eventId: id, subscriber: reader };
      await withTransaction(deps.pool, async (tx) => {
        const isNew = await markHandled.run(tx, { ...note, now: deps.clock.now() });
        if (isNew > 0) await known.handle(tx, [item]);
      });
    },
  });
  return feeds.map((feed) => {
    const advances = readers
      .filter((reader) => reader.feed === feed.name)
      .map((reader) => createAdvance({ ...deps, feed, reader, aside }));
    const moveHorizon = createHorizon({ pool: deps.pool, readTop: feed.readTop });
    return {
      name: `events.read-${feed.name}`,
      everyMs: READ_EVERY_MS,
      work: async () => {
        const upTo = await moveHorizon();
        if (upTo !== undefined) await Promise.all(advances.map((advance) => advance(upTo)));
      },
    };
  });
}

type AdvanceInput = FeedsDeps & {
  feed: Feed;
  reader: FeedReader;
  aside: { enqueue(job: z.output<typeof asideJob>, options: { tx: pg.PoolClient }): Promise<string | null> };
};

/** Moves one reader up to the horizon. An item that keeps failing goes aside into a queue, so that it holds up nobody. */
function createAdvance({ pool, log, feed, reader, aside }: AdvanceInput): (upTo: number) => Promise<void> {
  const key = { feed: feed.name, reader: reader.reader };
  /** Up to where this reader is known to be; another node may have brought it further. */
  let known = -1;
  let failures = 0;
  /** A batch failed somewhere before this number: one by one until there. */
  let carefulUntil = 0;

  async function step(tx: pg.PoolClient, upTo: number): Promise<number | undefined> {
    const after = await lockPosition(tx, key);
    if (after === undefined || after >= upTo) return after;
    const limit = after < carefulUntil ? 1 : BATCH;
    const rows = await feed.read(tx, { after, upTo, limit });
    const items = rows.map(({ item }) => item);
    if (failures >= MAX_FAILURES)
      for (const item of items) await aside.enqueue(asideJob.parse({ ...key, item }), { tx });
    else if (items.length > 0) await reader.handle(tx, items);
    const position = rows.length < limit ? upTo : (rows.at(-1)?.number ?? upTo);
    await movePosition.run(tx, { ...key, position });
    return position;
  }

  function noteFailure(error: unknown, upTo: number): void {
    // Without a database nothing is wrong with an item.
    if (unavailableReason(error) === undefined) {
      failures += 1;
      carefulUntil = upTo;
    }
    log.warn({ err: error, ...key, failures }, 'a reader of a feed failed');
  }

  return async (upTo) => {
    if (known >= upTo) return;
    try {
      if (known < 0) await startReader(pool, { ...key, position: upTo });
      for (let steps = 0; steps < MAX_STEPS && known < upTo; steps += 1) {
        const position = await withTransaction(pool, (tx) => step(tx, upTo));
        if (position === undefined) return;
        known = position;
        failures = 0;
      }
    } catch (error) {
      noteFailure(error, upTo);
    }
  };
}
