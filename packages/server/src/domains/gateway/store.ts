import type { RawEvent } from '../../connectors/port.ts';
import type { Queryable } from '../../platform/database/queryable.ts';
import { json, nullable, oneOf, present, type RowValues, statement } from '../../platform/database/statement.ts';
import {
  ACCEPTED_ROW,
  type AcceptedMessage,
  acceptManySql,
  INCOMING_PARAMS,
  INCOMING_ROW,
  type IncomingMessage,
  openManySql,
  STORED_OR_NOT_ROW,
  type StoredMessage,
  storeIncomingSql,
  storeManySql,
} from '../dialogs/index.ts';

/** A raw event that is to be read. `chatId`: whose order it keeps, empty where it refers to no chat. */
export type WaitingEvent = {
  accountId: string;
  channelId: string;
  eventId: string;
  chatId: string;
  payload: unknown;
  attempt: number;
  receivedAt: Date;
};

/** JSON text that PostgreSQL can hold: U+0000 and lone surrogates stay as JSON escapes. */
export const toText = (payload: unknown) => JSON.stringify(payload) ?? 'null';

export type NewEvent = RawEvent & {
  accountId: string;
  channelId: string;
  chatId: string;
  now: Date;
  sweepAt: Date;
};

const insertAll = statement({
  sql: `
insert into inbound_events (account_id, channel_id, event_id, chat_id, payload, next_at, received_at)
select account_id, channel_id, event_id, chat_id, payload, next_at, received_at
from unnest(:accountIds, :channelIds, :eventIds, :chatIds, :payloads, :sweepTimes, :receivedTimes)
  with ordinality as event (account_id, channel_id, event_id, chat_id, payload, next_at, received_at, place) order by place
on conflict do nothing returning channel_id, event_id`,
  params: {
    accountIds: 'uuid[]',
    channelIds: 'uuid[]',
    eventIds: 'text[]',
    chatIds: 'text[]',
    payloads: 'text[]',
    sweepTimes: 'timestamptz[]',
    receivedTimes: 'timestamptz[]',
  },
  row: { channelId: 'uuid', eventId: 'text' },
});

/** Stores raw events, each under its own account and channel, in the order given; gives those that were new. A repeat ends here. */
export async function insertEvents(
  db: Queryable,
  events: NewEvent[],
): Promise<{ channelId: string; eventId: string }[]> {
  return await insertAll.all(db, {
    accountIds: events.map(({ accountId }) => accountId),
    channelIds: events.map(({ channelId }) => channelId),
    eventIds: events.map(({ eventId }) => eventId),
    chatIds: events.map(({ chatId }) => chatId),
    payloads: events.map(({ payload }) => toText(payload)),
    sweepTimes: events.map(({ sweepAt }) => sweepAt),
    receivedTimes: events.map(({ now }) => now),
  });
}

const KEY = { accountId: 'uuid', channelId: 'uuid', eventId: 'text' } as const;
const OF_KEY = 'event.account_id = :accountId and event.channel_id = :channelId and event.event_id = :eventId';
const WAITING_COLUMNS = 'account_id, channel_id, event_id, chat_id, payload, attempt, received_at';
const WAITING = {
  ...KEY,
  chatId: 'text',
  payload: 'text',
  attempt: 'int4',
  receivedAt: 'timestamptz',
} as const;

const toWaiting = (row: Omit<WaitingEvent, 'payload'> & { payload: string }): WaitingEvent => ({
  ...row,
  payload: JSON.parse(row.payload),
});

/** Said so that it is looked up by its key: of the index of unread events the planner believes that it is empty, also in a rush. */
const IS_UNREAD = `event.state not in ('done', 'failed')`;
/** Not by `=`, which another index could look up: while the planner knows nothing of a young table, one of all events of the channel. */
const isOfChannel = (channelId: string) => `older.channel_id is not distinct from ${channelId}`;
/** Unread events of the same chat that were accepted before. One that failed by its own fault holds nobody up. */
const OLDER = `older.account_id = event.account_id and older.chat_id = event.chat_id and ${isOfChannel('event.channel_id')}
    and older.state = 'new' and older.attempt = 0 and older.number < event.number`;
/** A value and no join: joined, those of the whole channel would be read for each. */
const noneOf = (older: string) => `not coalesce((select true from inbound_events older where ${older} limit 1), false)`;
const IS_NEXT = noneOf(OLDER);

const takeWaiting = statement({
  sql: `
with taken as (
  update inbound_events set next_at = :nextAt
  where (account_id, channel_id, event_id) in (
    select account_id, channel_id, event_id from inbound_events where state = 'new' and (next_at <= :now or next_at <= :untriedUntil and attempt = 0 and note is null)
    order by number limit :limit for update skip locked)
  returning ${WAITING_COLUMNS}, number
)
select ${WAITING_COLUMNS} from taken order by number`,
  params: { now: 'timestamptz', untriedUntil: 'timestamptz', nextAt: 'timestamptz', limit: 'int4' },
  row: WAITING,
});

/**
 * Raw events of all accounts that nobody settled in time, in order of acceptance, and those that nobody tried to read whose
 * time comes until `untriedUntil`; pushes their next look away so that nodes do not collide.
 */
export async function takeWaitingEvents(
  db: Queryable,
  input: { now: Date; untriedUntil: Date; nextAt: Date; limit: number },
): Promise<WaitingEvent[]> {
  return (await takeWaiting.all(db, input)).map(toWaiting);
}

type EventKey = { accountId: string; channelId: string; eventId: string };

/** Whether an event was accepted: for a week after, settled or not. */
export const findEvent = statement({
  sql: `select event.event_id from inbound_events event where ${OF_KEY}`,
  params: KEY,
  row: { eventId: 'text' },
});

/** What an event that was accepted in the last week said. */
export const findPayload = statement({
  sql: `select event.payload from inbound_events event where ${OF_KEY}`,
  params: KEY,
  row: { payload: 'text' },
});

const findOlder = statement({
  sql: `
select ${WAITING_COLUMNS.replaceAll(/\w+/g, 'older.$&')}
from inbound_events event cross join lateral (
  select ${WAITING_COLUMNS} from inbound_events older where ${OLDER} order by number limit 100) older
where ${OF_KEY} and ${IS_UNREAD}`,
  params: KEY,
  row: WAITING,
});

/** What must be read before this event, oldest first, whoever accepted it; empty as well when the event is settled. */
export async function findOlderEvents(
  db: Queryable,
  { accountId, channelId, eventId }: EventKey,
): Promise<WaitingEvent[]> {
  return (await findOlder.all(db, { accountId, channelId, eventId })).map(toWaiting);
}

/** Whether this event still waits to be read. */
export const findUnread = statement({
  sql: `select event.event_id from inbound_events event where ${OF_KEY} and ${IS_UNREAD}`,
  params: KEY,
  row: { eventId: 'text' },
});

/**
 * A plain text message in one statement: its event is settled, if it is the next one of its chat, and the message stored.
 * The text of the second half is the dialogs domain's.
 */
export const readTextMessage = statement({
  sql: storeIncomingSql(`
    update inbound_events event set state = 'done', note = null where ${OF_KEY} and ${IS_UNREAD} and ${IS_NEXT} returning 1`),
  params: { ...INCOMING_PARAMS, eventId: 'text' },
  row: INCOMING_ROW,
});

/** A text message of a raw event. */
export type TextMessage = IncomingMessage & { eventId: string };

const STORED_EVENTS = {
  columns: '"eventId" text',
  isNext: `select from inbound_events event where event.account_id = h."accountId" and event.channel_id = h."channelId" and event.event_id = h."eventId"
      and ${IS_UNREAD} and ${IS_NEXT}`,
  settle: `
  update inbound_events event set state = 'done', note = null from stored join next h on h."messageId" = stored.id
  where event.account_id = h."accountId" and event.channel_id = h."channelId" and event.event_id = h."eventId"`,
};

const readTextMessages = statement({
  sql: storeManySql(STORED_EVENTS),
  params: { messages: json<TextMessage[]>('json'), count: 'int8' },
  row: STORED_OR_NOT_ROW,
});

const openTextMessages = statement({
  sql: openManySql(STORED_EVENTS),
  params: { messages: json<TextMessage[]>('json'), count: 'int8' },
  row: { messageId: 'uuid', ...INCOMING_ROW },
});

/** `opening`: its chat has no dialog. */
export type ReadText = StoredMessage | 'opening';

/** `readTextMessage` for many chats; undefined where it has to decide. */
export async function readTexts(db: Queryable, messages: TextMessage[]): Promise<(ReadText | undefined)[]> {
  const rows = await readTextMessages.all(db, { messages, count: messages.length });
  const read = new Map(rows.map((row) => [row.messageId, toReadText(row)]));
  return messages.map(({ messageId }) => read.get(messageId));
}

function toReadText({
  dialogId,
  seq,
  version,
  isNameless,
  answerDueAt,
  opensDialog,
}: StoredOrNot): ReadText | undefined {
  if (dialogId === null || seq === null || version === null) return opensDialog ? 'opening' : undefined;
  return { dialogId, seq, version, isNew: false, isNameless: isNameless === true, answerDueAt };
}
type StoredOrNot = RowValues<typeof STORED_OR_NOT_ROW>;

/** `readTextMessage` for many chats that have no dialog; undefined where it has to decide. */
export async function openTexts(db: Queryable, messages: TextMessage[]): Promise<(StoredMessage | undefined)[]> {
  const rows = await openTextMessages.all(db, { messages, count: messages.length });
  const opened = new Map(rows.map(({ messageId, ...row }) => [messageId, row]));
  return messages.map(({ messageId }) => opened.get(messageId));
}

/** A text message of an event that is not stored yet. */
export type ArrivingText = TextMessage & { orderKey: string; payload: string; receivedAt: Date; sweepAt: Date };

/** `claimer`: the process that gives its answer at once. */
type ClaimingText = ArrivingText & { claimer: string | null; claimedAt: Date };

const acceptMany = statement({
  sql: acceptManySql({
    columns: '"eventId" text, "orderKey" text, payload text, "receivedAt" timestamptz, "sweepAt" timestamptz',
    isNext:
      noneOf(`older.account_id = h."accountId" and older.chat_id = h."orderKey" and ${isOfChannel('h."channelId"')}
      and older.state = 'new' and older.attempt = 0`),
    keep: `
  insert into inbound_events (account_id, channel_id, event_id, chat_id, payload, next_at, received_at, state)
  select h."accountId", h."channelId", h."eventId", h."orderKey", h.payload, h."sweepAt", h."receivedAt",
    case when exists (select 1 from ready where ready."messageId" = h."messageId") then 'done' else 'new' end
  from given h order by h."channelId", h."eventId" on conflict do nothing returning channel_id, event_id`,
    isKept: 'kept.channel_id = h."channelId" and kept.event_id = h."eventId"',
  }),
  params: { messages: json<ClaimingText[]>('json'), count: 'int8', isLate: 'bool' },
  row: ACCEPTED_ROW,
});

/**
 * Stores events of plain texts with their messages, of different chats, and claims what may be answered at once. Undefined
 * for a repeat; without a dialog where the event is stored and left to be read, behind older unread events. `isLate`: without waiting for the disk.
 */
export async function acceptTexts(
  db: Queryable,
  { messages, isLate }: { messages: ClaimingText[]; isLate: boolean },
): Promise<(AcceptedMessage | undefined)[]> {
  const rows = await acceptMany.all(db, { messages, isLate, count: messages.length });
  const accepted = new Map(rows.map((row) => [row.messageId, row]));
  return messages.map(({ messageId }) => accepted.get(messageId));
}

const lock = statement({
  sql: `select ${IS_NEXT} as is_next from inbound_events event where ${OF_KEY} and ${IS_UNREAD} for update`,
  params: KEY,
  row: { isNext: 'bool' },
});

/** Locks a raw event for reading; false when it is settled already, or older events of its chat come first. */
export async function lockEvent(db: Queryable, { accountId, channelId, eventId }: EventKey): Promise<boolean> {
  return (await lock.first(db, { accountId, channelId, eventId }))?.isNext ?? false;
}

/** Ends a raw event: done, or failed with a note. */
export const settleEvent = statement({
  sql: `update inbound_events event set state = :state, note = :note where ${OF_KEY} and ${IS_UNREAD}`,
  params: { ...KEY, state: oneOf(['done', 'failed']), note: nullable('text') },
});

/** Parks a raw event, which failed by its own fault, until `nextAt`. */
export const postponeEvent = statement({
  sql: `update inbound_events event set attempt = attempt + :counted, next_at = :nextAt, note = :note where ${OF_KEY} and ${IS_UNREAD}`,
  params: { ...KEY, counted: 'int4', nextAt: 'timestamptz', note: 'text' },
});

/** None of a channel's events can be read now: all wait together, and no attempt is counted. */
export const postponeChannel = statement({
  sql: `update inbound_events set next_at = :nextAt, note = :note
    where account_id = :accountId and channel_id = :channelId and state = 'new' and next_at < :nextAt`,
  params: { accountId: 'uuid', channelId: 'uuid', nextAt: 'timestamptz', note: 'text' },
});

/** Settled events older than `before` go, those that failed later; the message they made stays. */
export const deleteSettled = statement({
  sql: `
delete from inbound_events where (account_id, channel_id, event_id) in (
  select account_id, channel_id, event_id from inbound_events
  where state = 'done' and received_at < :before or state = 'failed' and received_at < :failedBefore limit :limit)`,
  params: { before: 'timestamptz', failedBefore: 'timestamptz', limit: 'int4' },
});

/** Events that cannot be read since the secrets of their channel do not open, and came before `before`, end unread. */
export const deleteUnreadable = statement({
  sql: `
with gone as (
  delete from inbound_events where (account_id, channel_id, event_id) in (
    select account_id, channel_id, event_id from inbound_events
    where state = 'new' and note = :note and received_at < :before limit :limit)
  returning channel_id
)
select channel_id, count(*) as count from gone group by channel_id`,
  params: { note: 'text', before: 'timestamptz', limit: 'int4' },
  row: { channelId: 'uuid', count: present('int8') },
});
