import type { RawEvent } from '../../connectors/port.ts';
import type { Queryable } from '../../platform/database/queryable.ts';

export type WaitingEvent = { accountId: string; channelId: string; eventId: string; payload: unknown; attempt: number };

/** JSON text that PostgreSQL can hold: U+0000 and lone surrogates stay as JSON escapes. */
const toText = (payload: unknown) => JSON.stringify(payload) ?? 'null';

export type NewEvent = RawEvent & { accountId: string; channelId: string; now: Date; sweepAt: Date };

/** Stores raw events, each under its own account and channel, in the order given; gives those that were new. A repeat ends here. */
export async function insertEvents(
  db: Queryable,
  events: NewEvent[],
): Promise<{ channelId: string; eventId: string }[]> {
  const { rows } = await db.query<{ channel_id: string; event_id: string }>(
    `insert into inbound_events (account_id, channel_id, event_id, payload, next_at, received_at)
     select account_id, channel_id, event_id, payload, next_at, received_at
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[])
       with ordinality as event (account_id, channel_id, event_id, payload, next_at, received_at, place) order by place
     on conflict do nothing returning channel_id, event_id`,
    [
      events.map(({ accountId }) => accountId),
      events.map(({ channelId }) => channelId),
      events.map(({ eventId }) => eventId),
      events.map(({ payload }) => toText(payload)),
      events.map(({ sweepAt }) => sweepAt),
      events.map(({ now }) => now),
    ],
  );
  return rows.map((row) => ({ channelId: row.channel_id, eventId: row.event_id }));
}

type EventRow = { account_id: string; channel_id: string; event_id: string; payload: string; attempt: number };

/** Raw events of all accounts that nobody settled in time, in order of acceptance; pushes their next look away so that nodes do not collide. */
export async function takeWaitingEvents(
  db: Queryable,
  input: { now: Date; nextAt: Date; limit: number },
): Promise<WaitingEvent[]> {
  const { rows } = await db.query<EventRow>(
    `with taken as (
       update inbound_events set next_at = $2
       where (account_id, channel_id, event_id) in (
         select account_id, channel_id, event_id from inbound_events where state = 'new' and next_at <= $1 order by number limit $3 for update skip locked)
       returning account_id, channel_id, event_id, payload, attempt, number
     )
     select account_id, channel_id, event_id, payload, attempt from taken order by number`,
    [input.now, input.nextAt, input.limit],
  );
  return rows.map((row) => ({
    accountId: row.account_id,
    channelId: row.channel_id,
    eventId: row.event_id,
    payload: JSON.parse(row.payload),
    attempt: row.attempt,
  }));
}

type EventKey = { accountId: string; channelId: string; eventId: string };

/** Locks a raw event for its ingest; false when it is settled already. */
export async function lockEvent(db: Queryable, key: EventKey): Promise<boolean> {
  const { rows } = await db.query<{ one: number }>(
    `select 1 as one from inbound_events where account_id = $1 and channel_id = $2 and event_id = $3 and state = 'new' for update`,
    [key.accountId, key.channelId, key.eventId],
  );
  return rows.length === 1;
}

/** Ends a raw event: done, or failed with a note. */
export async function settleEvent(
  db: Queryable,
  input: EventKey & { state: 'done' | 'failed'; note: string | null },
): Promise<void> {
  await db.query(
    `update inbound_events set state = $4, note = $5 where account_id = $1 and channel_id = $2 and event_id = $3 and state = 'new'`,
    [input.accountId, input.channelId, input.eventId, input.state, input.note],
  );
}

/** Parks a raw event until `nextAt`. */
export async function postponeEvent(db: Queryable, input: EventKey & { nextAt: Date; note: string }): Promise<void> {
  await db.query(
    `update inbound_events set attempt = attempt + 1, next_at = $4, note = $5 where account_id = $1 and channel_id = $2 and event_id = $3 and state = 'new'`,
    [input.accountId, input.channelId, input.eventId, input.nextAt, input.note],
  );
}

/** Settled events older than `before` go; the message they made stays. */
export async function deleteOldEvents(db: Queryable, input: { before: Date; limit: number }): Promise<number> {
  const { rowCount } = await db.query(
    `delete from inbound_events where (account_id, channel_id, event_id) in (
       select account_id, channel_id, event_id from inbound_events where state = 'done' and received_at < $1 limit $2)`,
    [input.before, input.limit],
  );
  return rowCount ?? 0;
}

type MediaRow = { seq: string; attachments: { id: string; state: string; vendorRef?: string | null }[] };

/** Attachments of a message that failed to load. */
export async function findFailedMedia(
  db: Queryable,
  input: { accountId: string; dialogId: string; messageId: string },
): Promise<{ seq: number; media: { attachmentId: string; vendorRef: string }[] } | undefined> {
  const { rows } = await db.query<MediaRow>(
    'select seq, attachments from messages where account_id = $1 and dialog_id = $2 and id = $3',
    [input.accountId, input.dialogId, input.messageId],
  );
  const row = rows[0];
  if (!row) return undefined;
  const media = row.attachments.flatMap((item) =>
    item.state === 'failed' && item.vendorRef ? [{ attachmentId: item.id, vendorRef: item.vendorRef }] : [],
  );
  return { seq: Number(row.seq), media };
}
