import type { Queryable } from '../database/queryable.ts';
import { statement } from '../database/statement.ts';

/** Notes that a subscriber handles an event in this transaction; 0 rows: it has done so before. */
export const markHandled = statement({
  sql: `insert into handled_events (account_id, event_id, subscriber, handled_at)
    values (:accountId, :eventId, :subscriber, :now) on conflict do nothing`,
  params: { accountId: 'uuid', eventId: 'uuid', subscriber: 'text', now: 'timestamptz' },
});

/** By age alone: an event older than its queue keeps it cannot come again. */
export const deleteHandled = statement({
  sql: `delete from handled_events where (account_id, event_id, subscriber) in (
      select account_id, event_id, subscriber from handled_events where handled_at < :before limit :limit)`,
  params: { before: 'timestamptz', limit: 'int8' },
});

const startAt = statement({
  sql: `insert into feed_positions (feed, reader, position) values (:feed, :reader, :position) on conflict do nothing`,
  params: { feed: 'text', reader: 'text', position: 'int8' },
});

const takePosition = statement({
  sql: 'select position from feed_positions where feed = :feed and reader = :reader for update skip locked',
  params: { feed: 'text', reader: 'text' },
  row: { position: 'int8' },
});

/** Where a new reader begins. */
export async function startReader(
  db: Queryable,
  input: { feed: string; reader: string; position: number },
): Promise<void> {
  await startAt.run(db, input);
}

/** Locks the place of a reader for this transaction; undefined while another node reads. */
export async function lockPosition(
  db: Queryable,
  input: { feed: string; reader: string },
): Promise<number | undefined> {
  return (await takePosition.first(db, input))?.position;
}

export const movePosition = statement({
  sql: 'update feed_positions set position = :position where feed = :feed and reader = :reader',
  params: { feed: 'text', reader: 'text', position: 'int8' },
});

/** The oldest transaction that still runs and the first that has not begun, as the asking statement sees them. */
export const readSnapshot = statement({
  sql: `select pg_snapshot_xmin(pg_current_snapshot())::text::int8 as oldest_running,
      pg_snapshot_xmax(pg_current_snapshot())::text::int8 as next_to_begin`,
  params: {},
  row: { oldestRunning: 'int8', nextToBegin: 'int8' },
});
