import type pg from 'pg';
import { withTransaction } from '../database/with-transaction.ts';
import type { Jobs } from '../jobs/index.ts';
import type { PeriodicTask } from '../periodic-tasks/periodic-tasks.ts';
import type { Clock } from '../time/clock.ts';
import type { NewId } from '../time/ids.ts';
import { type EventTable, type Payloads, type StoredEvent, type Subscription, storedEvent } from './event-table.ts';
import { deleteHandled, markHandled } from './events-store.ts';

/** Facts that other domains must not miss, at least once and with one effect, whatever dies meanwhile. */
export type Events<Table extends Payloads> = {
  /** Exists if and only if the transaction commits. */
  publish<Name extends keyof Table & string>(tx: pg.PoolClient, name: Name, payload: Table[Name]): Promise<void>;
  /** To be called before the jobs start. */
  subscribe(subscription: Subscription): void;
  periodicTasks: PeriodicTask[];
};

export type EventsDeps<Table extends Payloads> = {
  table: EventTable<Table>;
  pool: pg.Pool;
  jobs: Jobs;
  clock: Clock;
  newId: NewId;
};

/** About three hours until a subscriber that keeps failing gives up; then the event is listed as failed. */
const RETRIES = 20;
const RETRY_DELAY_SECONDS = 1;
const RETRY_DELAY_MAX_SECONDS = 900;
const EXPIRE_SECONDS = 60;
const CONCURRENCY = 2;
const HOUR_MS = 3_600_000;
/** Longer than an event can wait in a queue and, once failed, in its list. */
const KEEP_HANDLED_MS = 60 * 24 * HOUR_MS;
const DELETE_BATCH = 10_000;

export function createEvents<Table extends Payloads>(deps: EventsDeps<Table>): Events<Table> {
  const { table, pool, jobs, clock, newId } = deps;
  return {
    async publish(tx, name, payload) {
      const event: StoredEvent = storedEvent.parse({
        id: newId(),
        name,
        at: clock.now(),
        payload: table[name].parse(payload),
      });
      await jobs.publish({ tx, event: name, payload: event });
    },
    subscribe({ subscriber, handlers }) {
      jobs.define({
        name: subscriber,
        schema: storedEvent,
        retries: RETRIES,
        retryDelaySeconds: RETRY_DELAY_SECONDS,
        retryDelayMaxSeconds: RETRY_DELAY_MAX_SECONDS,
        expireSeconds: EXPIRE_SECONDS,
        concurrency: CONCURRENCY,
        handler: (event) => handleOnce({ pool, clock, subscription: { subscriber, handlers }, event }),
      });
      for (const { event } of handlers) jobs.subscribe({ event, queue: subscriber });
    },
    periodicTasks: [
      {
        name: 'events.delete-handled',
        everyMs: HOUR_MS,
        work: () =>
          deleteHandled.run(pool, { before: new Date(clock.now().getTime() - KEEP_HANDLED_MS), limit: DELETE_BATCH }),
      },
    ],
  };
}

/** The note that an event is handled and the effect of handling it are one transaction: a repeat finds the note. */
async function handleOnce({
  pool,
  clock,
  subscription: { subscriber, handlers },
  event,
}: {
  pool: pg.Pool;
  clock: Clock;
  subscription: Subscription;
  event: StoredEvent;
}): Promise<void> {
  const handler = handlers.find((candidate) => candidate.event === event.name);
  // A node of an older version: one of the newer version takes it at another try.
  if (handler === undefined) throw new Error(`${subscriber} does not know the event ${event.name}`);
  await withTransaction(pool, async (tx) => {
    const { accountId } = event.payload;
    const isNew = await markHandled.run(tx, { accountId, eventId: event.id, subscriber, now: clock.now() });
    if (isNew > 0) await handler.handle(tx, event);
  });
}
