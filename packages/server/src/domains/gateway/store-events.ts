import type pg from 'pg';
import { outsideRequest } from '../../platform/scope/request-scope.ts';
import { insertEvents, type NewEvent } from './store.ts';

/** Two: while one commits, the next is on its way. */
const STATEMENTS_AT_ONCE = 2;
const MAX_TOGETHER = 100;

type Common = Pick<NewEvent, 'accountId' | 'channelId' | 'now' | 'sweepAt'>;
type Arrival = Common & { events: Omit<NewEvent, keyof Common>[] };
type Waiting = { events: NewEvent[]; resolve(fresh: Set<string>): void; reject(error: unknown): void };

const keyOf = (event: Pick<NewEvent, 'channelId' | 'eventId'>) => `${event.channelId} ${event.eventId}`;

/**
 * Stores raw events durably; gives the ids that were new. What arrives while statements are under way is stored by the
 * next one together: a rush costs one commit for many webhooks, a lone webhook waits for nobody.
 */
export function createEventStore(pool: pg.Pool): (arrival: Arrival) => Promise<Set<string>> {
  const waiting: Waiting[] = [];
  let running = 0;

  async function storeTogether(batch: Waiting[]): Promise<void> {
    const inserted = await insertEvents(
      pool,
      batch.flatMap(({ events }) => events),
    );
    const fresh = new Set(inserted.map(keyOf));
    for (const { events, resolve } of batch) {
      // Of two arrivals of one event in a batch, the first has it.
      resolve(new Set(events.filter((event) => fresh.delete(keyOf(event))).map(({ eventId }) => eventId)));
    }
  }

  /** An event that cannot be stored must not take its neighbours with it. */
  async function storeEach(batch: Waiting[]): Promise<void> {
    await Promise.all(batch.map((one) => storeTogether([one]).catch(one.reject)));
  }

  function start(): void {
    if (running >= STATEMENTS_AT_ONCE || waiting.length === 0) return;
    running += 1;
    const batch = waiting.splice(0, MAX_TOGETHER);
    void outsideRequest(() => storeTogether(batch))
      .catch((error: unknown) => {
        const [only] = batch;
        if (batch.length > 1) return storeEach(batch);
        only?.reject(error);
        return undefined;
      })
      .finally(() => {
        running -= 1;
        start();
      });
  }

  return ({ accountId, channelId, events, now, sweepAt }) =>
    new Promise((resolve, reject) => {
      const arrived = events.map((event) => ({ ...event, accountId, channelId, now, sweepAt }));
      waiting.push({ events: arrived, resolve, reject });
      start();
    });
}
