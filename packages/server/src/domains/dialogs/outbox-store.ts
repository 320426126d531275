import { RATE_LIMITED } from '@otvet/contract';
import { nullable, statement } from '../../platform/database/statement.ts';

const ON_CHANNEL = { accountId: 'uuid', channelId: 'uuid' } as const;

/**
 * Records that a channel could not send; `heldUntil` keeps everything of the channel back until then, `isClosed` until
 * it is repaired. Gives since when nothing went out. A closed channel keeps its reason: what other sends say meanwhile
 * explains nothing.
 */
export const noteTrouble = statement({
  sql: `insert into channel_outbox as o (account_id, channel_id, since, reason, held_until)
    values (:accountId, :channelId, :now, :reason, case when :isClosed then 'infinity' else :heldUntil end)
    on conflict (account_id, channel_id) do update set
      reason = case when o.held_until = 'infinity' then o.reason else excluded.reason end,
      held_until = greatest(o.held_until, excluded.held_until)
    returning since`,
  params: { ...ON_CHANNEL, reason: 'text', isClosed: 'bool', heldUntil: nullable('timestamptz'), now: 'timestamptz' },
  row: { since: 'timestamptz' },
});

/** Until the end of the transaction no other send says of this channel that its chat was refused. */
export const lockRefusals = statement({
  sql: `select count(*) as locked from pg_advisory_xact_lock(hashtextextended('refusals:' || :accountId::text || :channelId::text, 0))`,
  params: ON_CHANNEL,
  row: { locked: 'int8' },
});

/** Another dialog of the channel whose message waits for the end of a pause that the platform asked for. */
export const findPausedChat = statement({
  sql: `select m.dialog_id from messages m join dialogs d on d.account_id = m.account_id and d.id = m.dialog_id
    where m.account_id = :accountId and m.state in ('queued', 'retry') and coalesce(m.retry_at, '-infinity') > :now and m.state_reason = :reason
      and d.channel_id = :channelId and m.dialog_id <> :dialogId limit 1`,
  params: { ...ON_CHANNEL, dialogId: 'uuid', reason: 'text', now: 'timestamptz' },
  row: { dialogId: 'uuid' },
});

/**
 * The channel sends again; no row when nothing was wrong. `repairedAt` also ends a hold that is
 * not over, of trouble that was there by then: what a platform asked for later stays. After an outage
 * what waits for its next try goes out now. A single message that fails beside others that succeed keeps its pauses:
 * the trouble that it causes is not old. Younger trouble needs no hurry: its pauses are that short. A pause that the
 * platform asked for is kept.
 */
export const clearTrouble = statement({
  sql: `with cleared as (
      delete from channel_outbox where account_id = :accountId and channel_id = :channelId
        and (held_until is null or held_until <= :now or since <= :repairedAt)
      returning since
    ), hurried as (
      update messages m set retry_at = :now from dialogs d, cleared
      where m.account_id = :accountId and m.state = 'retry' and (:repairedAt is not null or m.state_reason is distinct from '${RATE_LIMITED}')
        and d.account_id = :accountId and d.id = m.dialog_id
        and d.channel_id = :channelId and (:repairedAt is not null or cleared.since <= :now - interval '5 seconds')
    )
    select since from cleared`,
  params: { ...ON_CHANNEL, repairedAt: nullable('timestamptz'), now: 'timestamptz' },
  row: { since: 'timestamptz' },
});

/** Channels of all accounts whose outbox is closed until they are repaired. */
export const listClosedOutboxes = statement({
  sql: `select account_id, channel_id from channel_outbox where held_until = 'infinity' limit 1000`,
  params: {},
  row: ON_CHANNEL,
});

/** Of the alias `o`: worth showing to people. Nothing went out for over a minute, or it is known that nothing will for a while. */
const IS_SHOWN = `(o.since <= :now - interval '1 minute' or o.held_until >= o.since + interval '10 seconds')`;
/** When the platform lets the channel send again; null where no time is known. */
const HELD_UNTIL = `case when o.held_until > :now and o.held_until < 'infinity' then o.held_until end as held_until`;

/** What keeps messages of an account's channels from leaving, and how many wait, counted up to 1000. */
export const listTroubles = statement({
  sql: `select o.channel_id, o.since, o.reason, ${HELD_UNTIL}, (select count(*) from (
      select 1 from messages m join dialogs d on d.account_id = m.account_id and d.id = m.dialog_id
      where m.account_id = o.account_id and m.state in ('queued', 'retry') and d.channel_id = o.channel_id limit 1000) waiting) as waiting
    from channel_outbox o where o.account_id = :accountId and ${IS_SHOWN}`,
  params: { accountId: 'uuid', now: 'timestamptz' },
  row: {
    channelId: 'uuid',
    since: 'timestamptz',
    reason: 'text',
    heldUntil: nullable('timestamptz'),
    waiting: 'int8',
  },
});

/** The same of all accounts, without what changes with every message. */
export const listShownTroubles = statement({
  sql: `select o.account_id, o.channel_id, o.reason, ${HELD_UNTIL} from channel_outbox o
    where ${IS_SHOWN} order by o.channel_id limit :limit`,
  params: { now: 'timestamptz', limit: 'int8' },
  row: { ...ON_CHANNEL, reason: 'text', heldUntil: nullable('timestamptz') },
});
