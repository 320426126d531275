import type { PgBoss as Boss } from 'pg-boss';
import type { Queryable } from '../database/queryable.ts';
import { JOBS_SCHEMA } from './open-boss.ts';

/** A queue that listens to an event. */
export type EventQueue = { event: string; queue: string };

type NameRow = { name: string };
type SubscriptionRow = NameRow & { event: string };

/**
 * The queues that listen to an event, read in the publisher's transaction: a node of an older version writes for the
 * subscribers of a newer one too. The library's own `publish` would read on a second connection, and transactions that
 * each wait for one more connection can block the whole pool.
 */
export async function listListeners(tx: Queryable, event: string): Promise<string[]> {
  const { rows } = await tx.query<NameRow>(
    `select name from ${JOBS_SCHEMA}.subscription where event = $1 order by name`,
    [event],
  );
  return rows.map(({ name }) => name);
}

/** Adds what is missing. Nothing is removed: a node of an older version must not end a newer one's subscription. */
export async function ensureSubscriptions({
  boss,
  pool,
  subscriptions,
}: {
  boss: Boss;
  pool: Queryable;
  subscriptions: EventQueue[];
}): Promise<void> {
  const { rows } = await pool.query<SubscriptionRow>(`select event, name from ${JOBS_SCHEMA}.subscription`, []);
  const known = new Set(rows.map(({ event, name }) => `${event} ${name}`));
  for (const { event, queue } of subscriptions) {
    if (!known.has(`${event} ${queue}`)) await boss.subscribe(event, queue);
  }
}
