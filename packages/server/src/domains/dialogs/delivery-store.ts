import { type Attachment, decisionKinds, RATE_LIMITED, type SentShare } from '@otvet/contract';
import { LATE } from '../../platform/database/late-commits.ts';
import { listOf } from '../../platform/database/list-of.ts';
import type { Queryable } from '../../platform/database/queryable.ts';
import { json, nullable, oneOf, present, type RowOf, statement } from '../../platform/database/statement.ts';
import { CLAIM_SECONDS, followsChoices } from './fragments.ts';
import { LOCK_DIALOG } from './lock-store.ts';
import type { OfferedChoice } from './offers.ts';
import type { SentTemplate } from './operator-store.ts';

const LEASE = `interval '${CLAIM_SECONDS} seconds'`;

const IN_DIALOG = { accountId: 'uuid', dialogId: 'uuid' } as const;
/** Which message a claim is of, and which attempt. */
const CLAIMED = {
  ...IN_DIALOG,
  channelId: 'uuid',
  chatId: 'text',
  seq: 'int8',
  messageId: 'uuid',
  attempt: 'int4',
  sentParts: 'text[]',
} as const;
const FREE_CLAIM = 'claimed_by = null, claimed_until = null';

/** Of the alias `d`: nothing of its channel may leave now. */
const IS_HELD = `exists (select 1 from channel_outbox x
  where x.account_id = d.account_id and x.channel_id = d.channel_id and x.held_until > :now)`;

/**
 * Takes the next message of a dialog for sending; no row when there is none, it waits, its channel is held, or another
 * process sends. Only the oldest undelivered message can be claimed: order within a dialog is kept. A claim that ran out
 * is not claimed again here: `findLostClaims` finds it, and the gateway decides what it became.
 */
export const claimDelivery = statement({
  sql: `update messages m set state = 'sending', attempt = m.attempt + 1, retry_at = null, claimed_by = :owner, claimed_until = :now + ${LEASE}
    from dialogs d
    where m.account_id = :accountId and m.dialog_id = :dialogId and d.account_id = :accountId and d.id = :dialogId
      and m.seq = (select seq from messages o where o.account_id = :accountId and o.dialog_id = :dialogId and o.state in ('queued', 'retry', 'sending') order by o.seq limit 1)
      and m.state in ('queued', 'retry') and (m.retry_at is null or m.retry_at <= :now)
      and not ${IS_HELD}
    returning m.account_id, m.dialog_id, d.channel_id, d.chat_id, m.seq, m.id as message_id, m.text, m.attachments, m.reply_vendor_id,
      m.sent_parts, m.attempt, m.claimed_until, m.unsure_since, m.choices, m.template, d.is_group, d.customer_at,
      m.author = 'operator' as is_by_person,
      ${followsChoices({ dialogId: ':dialogId', seq: 'm.seq' })} as follows_choices`,
  params: { ...IN_DIALOG, owner: 'uuid', now: 'timestamptz' },
  row: {
    ...CLAIMED,
    text: 'text',
    attachments: json<Attachment[]>(),
    replyVendorId: nullable('text'),
    claimedUntil: present('timestamptz'),
    unsureSince: nullable('timestamptz'),
    choices: nullable(json<OfferedChoice[]>('json')),
    template: nullable(json<SentTemplate>()),
    isGroup: 'bool',
    customerAt: nullable('timestamptz'),
    isByPerson: 'bool',
    followsChoices: present('bool'),
  },
});
/** A message that this process may now send. */
export type ClaimedDelivery = RowOf<typeof claimDelivery>;

export type DeliveryResult = {
  accountId: string;
  dialogId: string;
  channelId: string;
  seq: number;
  attempt: number;
  state: 'sent' | 'rejected' | 'unknown' | 'retry' | 'queued';
  reason: string | null;
  vendorId: string | null;
  sentParts: string[];
  retryAt: Date | null;
  /** What of it was sent by this try and those before; null: what is known stays. */
  share: SentShare | null;
  /** Since when it may have arrived, of one that is tried again. */
  unsureSince: Date | null;
};

const RECORDED = {
  version: 'int8',
  withdrawnBy: nullable(oneOf(['banned', 'taken_over'])),
  decision: nullable(oneOf(decisionKinds)),
  counted: 'bool',
  createdAt: 'timestamptz',
  hasMore: 'bool',
  isTroubled: 'bool',
} as const;

/**
 * Writes how a send ended; no row when the claim had been lost meanwhile. An answer of the assistant that the customer
 * does not get, or that nobody knows of, makes the dialog wait for a person: nobody else would know. One that would wait
 * for another try is withdrawn when a person took the dialog or banned the customer meanwhile. `hasMore`: something else of the dialog waits
 * to be sent. What another transaction queued while the lock was waited for is not seen here, but its number is.
 */
export const recordDelivery = statement({
  sql: `with held as (
      ${LOCK_DIALOG}
    ), message as (
      select locked.* from held cross join lateral (
        select m.seq, m.author = 'assistant' and :state in ('rejected', 'unknown') and :callsPerson as is_undelivered,
          m.author = 'assistant' and m.author_id is null and :state in ('retry', 'queued') as is_waiting_answer,
          m.sent_parts = '{}' and cardinality(:sentParts) = 0 and m.vendor_id is null and :unsureSince is null as is_unseen from messages m
        where m.account_id = :accountId and m.dialog_id = held.id and m.seq = :seq and m.attempt = :attempt and m.state = 'sending' for update) locked
    ), dialog as (
      update dialogs set version = version + 1,
        unreachable_reason = case when :state = 'sent' then null else unreachable_reason end,
        waiting_since = case when message.is_undelivered and not banned then coalesce(waiting_since, :now) else waiting_since end,
        hand_over_reason = case when message.is_undelivered and not banned and waiting_since is null
          then case :state when 'unknown' then 'unconfirmed' else 'undelivered' end else hand_over_reason end
      from message where account_id = :accountId and id = :dialogId returning version, last_seq, message.is_unseen,
        case when message.is_waiting_answer then case when banned then 'banned' when paused then 'taken_over' end end as overruled_by
    )
    update messages set state = case when overruled_by is null then :state else 'canceled' end, state_reason = coalesce(overruled_by, :reason),
      canceled = overruled_by is not null and is_unseen, turn_seq = case when overruled_by is not null and is_unseen then null else turn_seq end,
      vendor_id = coalesce(:vendorId, vendor_id), sent_parts = :sentParts, sent_share = coalesce(:share, sent_share), unsure_since = :unsureSince,
      retry_at = case when overruled_by is null then :retryAt end, ${FREE_CLAIM}, version = dialog.version
    from dialog where account_id = :accountId and dialog_id = :dialogId and seq = :seq
    returning messages.version, case when messages.canceled then overruled_by end as withdrawn_by, messages.decision, messages.counted, messages.created_at,
      dialog.last_seq <> (select d.last_seq from dialogs d where d.account_id = :accountId and d.id = :dialogId)
        or exists (select 1 from messages o where o.account_id = :accountId and o.dialog_id = :dialogId and o.seq <> :seq and o.state in ('queued', 'retry')) as has_more,
      exists (select 1 from channel_outbox x where x.account_id = :accountId and x.channel_id = :channelId) as is_troubled`,
  params: {
    ...IN_DIALOG,
    channelId: 'uuid',
    seq: 'int8',
    attempt: 'int4',
    state: oneOf<DeliveryResult['state']>(['sent', 'rejected', 'unknown', 'retry', 'queued']),
    reason: nullable('text'),
    vendorId: nullable('text'),
    sentParts: 'text[]',
    share: nullable(json<SentShare>()),
    retryAt: nullable('timestamptz'),
    unsureSince: nullable('timestamptz'),
    callsPerson: 'bool',
    now: 'timestamptz',
  },
  row: RECORDED,
});
/** What is said of a send that ended as nearly all do: it was one message of the platform, and nothing was unsure before. */
export type PlainSent = Pick<DeliveryResult, 'accountId' | 'dialogId' | 'channelId' | 'seq' | 'attempt'> & {
  vendorId: string;
};

/**
 * `recordDelivery` for plain sends of many dialogs; one whose rows somebody holds is left out, and one whose claim is lost. Its
 * commit need not wait for the disk: what a power cut takes is a claim again, as of a process that died behind the send.
 */
const recordMany = statement({
  sql: `with given as (
      ${listOf('json_to_recordset(:sends) as listed ("accountId" uuid, "dialogId" uuid, "channelId" uuid, seq int8, attempt int4, "vendorId" text)')}
    ), ${LATE}, held as (
      select given.* from late cross join given cross join lateral (
        select from dialogs where account_id = given."accountId" and id = given."dialogId" for update skip locked) locked
      limit :count
    ), message as (
      select held.* from held cross join lateral (
        select from messages where account_id = held."accountId" and dialog_id = held."dialogId" and seq = held.seq and attempt = held.attempt
          and state = 'sending' for update skip locked) locked
      limit :count
    ), dialog as (
      update dialogs d set version = d.version + 1, unreachable_reason = null from message
      where d.account_id = message."accountId" and d.id = message."dialogId"
      returning d.account_id, d.id, d.version, d.last_seq, message.seq, message."channelId", message."vendorId"
    )
    update messages m set state = 'sent', state_reason = null, vendor_id = dialog."vendorId", sent_parts = array[dialog."vendorId"],
      unsure_since = null, retry_at = null, ${FREE_CLAIM}, version = dialog.version
    from dialog where m.account_id = dialog.account_id and m.dialog_id = dialog.id and m.seq = dialog.seq
    returning m.dialog_id, m.seq, m.attempt, m.version, m.decision, m.counted, m.created_at, null as withdrawn_by,
      dialog.last_seq <> (select d.last_seq from dialogs d where d.account_id = m.account_id and d.id = m.dialog_id)
        or exists (select 1 from messages o where o.account_id = m.account_id and o.dialog_id = m.dialog_id and o.seq <> m.seq and o.state in ('queued', 'retry')) as has_more,
      exists (select 1 from channel_outbox x where x.account_id = m.account_id and x.channel_id = dialog."channelId") as is_troubled`,
  params: { sends: json<PlainSent[]>('json'), count: 'int8' },
  row: { dialogId: 'uuid', seq: 'int8', attempt: 'int4', ...RECORDED },
});

/** Records plain sends of many dialogs in one transaction; undefined where `recordDelivery` has to decide. */
export async function recordSends(db: Queryable, sends: PlainSent[]): Promise<(Recorded | undefined)[]> {
  const rows = await recordMany.all(db, { sends, count: sends.length });
  const recorded = new Map(rows.map(({ dialogId, seq, attempt, ...row }) => [`${dialogId} ${seq} ${attempt}`, row]));
  return sends.map(({ dialogId, seq, attempt }) => recorded.get(`${dialogId} ${seq} ${attempt}`));
}

/** What a recorded send leaves: whether more of the dialog waits, and whether its channel counts as troubled. */
export type Recorded = RowOf<typeof recordDelivery>;

/** The platform's number of a message whose send has not ended yet, where a receipt has named it meanwhile. */
export const findNamed = statement({
  // Judged after the lock: who is naming it at this moment has not written it before.
  sql: `with held as (
      ${LOCK_DIALOG}
    ), message as (
      select own.* from held cross join lateral (
        select vendor_id, sent_parts from messages where account_id = :accountId and dialog_id = held.id and seq = :seq and attempt = :attempt
          and state = 'sending' for update) own
    ) select vendor_id from message where vendor_id is not null and vendor_id <> all(sent_parts)`,
  params: { ...IN_DIALOG, seq: 'int8', attempt: 'int4' },
  row: { vendorId: nullable('text') },
});

/** Sends whose claim ran out: their process died, and nobody knows how they ended, nor when the last one began. */
export const findLostClaims = statement({
  sql: `select m.account_id, m.dialog_id, d.channel_id, d.chat_id, m.seq, m.id as message_id, m.attempt, m.sent_parts, m.claimed_by,
      coalesce(m.unsure_since, m.queued_at, m.created_at) as unsure_since
    from messages m join dialogs d on d.account_id = m.account_id and d.id = m.dialog_id
    where m.state = 'sending' and m.claimed_until <= :now order by m.claimed_until limit :limit`,
  params: { now: 'timestamptz', limit: 'int8' },
  row: { ...CLAIMED, claimedBy: nullable('uuid'), unsureSince: present('timestamptz') },
});
/** A claimed message whose send ended with its process. */
export type LostClaim = RowOf<typeof findLostClaims>;
/** What of a claim says how its send ended. */
export type Claimed = Omit<LostClaim, 'unsureSince' | 'claimedBy'>;

/** The first claim of an answer by this process. */
export const findFirstClaim = statement({
  sql: `select m.account_id, m.dialog_id, d.channel_id, d.chat_id, m.seq, m.id as message_id, m.attempt, m.sent_parts
    from messages m join dialogs d on d.account_id = m.account_id and d.id = m.dialog_id
    where m.account_id = :accountId and m.dialog_id = :dialogId and m.id = :messageId and m.state = 'sending' and m.attempt = 1 and m.claimed_by = :sender`,
  params: { ...IN_DIALOG, messageId: 'uuid', sender: 'uuid' },
  row: CLAIMED,
});

/** A node's work that an earlier process of the same node left: its claims run out at once. */
export const abandonClaims = statement({
  sql: "update messages set claimed_until = :now where claimed_by = :owner and state = 'sending'",
  params: { owner: 'uuid', now: 'timestamptz' },
});

export const abandonLeases = statement({
  sql: 'update dialogs set lease_owner = null, lease_until = null where lease_owner = :owner and answer_due_at is not null',
  params: { owner: 'uuid' },
});

/** Keeps what this node is still working on: no other claim, or one whose end got lost would never run out. */
export const renewClaims = statement({
  sql: `update messages set claimed_until = :now + ${LEASE}
    where claimed_by = :owner and state = 'sending' and claimed_until > :now and id = any(:messageIds)`,
  params: { owner: 'uuid', now: 'timestamptz', messageIds: 'uuid[]' },
});

export const renewLeases = statement({
  sql: `update dialogs set lease_until = :now + ${LEASE} where lease_owner = :owner and lease_until > :now and id = any(:dialogIds)`,
  params: { owner: 'uuid', now: 'timestamptz', dialogIds: 'uuid[]' },
});

/**
 * Dialogs with a message to send now, oldest first, of channels that are not held. Only the head of a dialog's queue
 * counts: what stands behind a message that waits for its next try cannot be sent, and many of those would hide what can.
 */
export const findDueDeliveries = statement({
  sql: `select m.account_id, m.dialog_id, d.channel_id from messages m
    join dialogs d on d.account_id = m.account_id and d.id = m.dialog_id
    where m.state in ('queued', 'retry') and coalesce(m.retry_at, '-infinity') <= :now
      and not exists (select 1 from messages o where o.account_id = m.account_id and o.dialog_id = m.dialog_id and o.seq < m.seq and o.state in ('queued', 'retry', 'sending'))
      and not ${IS_HELD}
    order by coalesce(m.retry_at, m.created_at) limit :limit`,
  params: { now: 'timestamptz', limit: 'int8' },
  row: { ...IN_DIALOG, channelId: 'uuid' },
});

/**
 * The customer cannot be reached any more: what waits for him is rejected with the reason. Gives the dialog with each
 * message that ended, or once without one.
 */
export const closeDialogDelivery = statement({
  sql: `with dialog as (
      update dialogs set version = version + 1, unreachable_reason = :reason where account_id = :accountId and id = :dialogId
      returning channel_id, chat_id, version
    ), ended as (
      update messages set state = 'rejected', state_reason = :reason, ${FREE_CLAIM}, version = dialog.version
      from dialog where account_id = :accountId and dialog_id = :dialogId and state in ('queued', 'retry') returning id
    )
    select dialog.channel_id, dialog.chat_id, dialog.version, ended.id as message_id from dialog left join ended on true`,
  params: { ...IN_DIALOG, reason: 'text' },
  row: { channelId: 'uuid', chatId: 'text', version: 'int8', messageId: nullable('uuid') },
});

/**
 * What could not be sent for hours is given up: the dialog waits for a person. The message says what was wrong last, or
 * what kept its channel closed; one that may have arrived stays what nobody knows. One whose dialog somebody holds waits for
 * the next round. Gives every message that ended.
 */
export const giveUpDeliveries = statement({
  sql: `with old as (
      select m.account_id, m.dialog_id, m.seq from messages m
      where m.state in ('queued', 'retry') and coalesce(m.queued_at, m.created_at) <= :before
      order by coalesce(m.queued_at, m.created_at) limit :limit
    ), held as (
      select old.* from old cross join lateral (
        select from dialogs where account_id = old.account_id and id = old.dialog_id for update skip locked) locked
    ), expired as (
      select held.*, locked.is_unsure from held cross join lateral (
        select m.unsure_since is not null as is_unsure from messages m where m.account_id = held.account_id and m.dialog_id = held.dialog_id
          and m.seq = held.seq and m.state in ('queued', 'retry') and coalesce(m.queued_at, m.created_at) <= :before for update skip locked) locked
    ), dialog as (
      update dialogs d set version = d.version + 1,
        waiting_since = case when d.banned then d.waiting_since else coalesce(d.waiting_since, :now) end,
        hand_over_reason = case when d.banned or d.waiting_since is not null then d.hand_over_reason
          when e.is_unsure then 'unconfirmed' else 'undelivered' end
      from (select account_id, dialog_id, bool_and(is_unsure) as is_unsure from expired group by account_id, dialog_id) e where d.account_id = e.account_id and d.id = e.dialog_id
      returning d.account_id, d.id, d.channel_id, d.chat_id, d.version
    ), ended as (
      update messages m set state = case when e.is_unsure then 'unknown' else 'rejected' end,
        state_reason = case when e.is_unsure then 'no_answer' else coalesce(m.state_reason, o.reason, 'too_late') end, retry_at = null, version = d.version
      from expired e join dialog d on d.account_id = e.account_id and d.id = e.dialog_id
        left join channel_outbox o on o.account_id = d.account_id and o.channel_id = d.channel_id
      where m.account_id = e.account_id and m.dialog_id = e.dialog_id and m.seq = e.seq
      returning m.account_id, m.dialog_id, d.channel_id, d.chat_id, m.id as message_id, m.state, m.state_reason as reason, m.version
    )
    select account_id, dialog_id, channel_id, chat_id, message_id, state, reason, version from ended`,
  params: { before: 'timestamptz', now: 'timestamptz', limit: 'int8' },
  row: {
    ...IN_DIALOG,
    channelId: 'uuid',
    chatId: 'text',
    messageId: 'uuid',
    state: oneOf(['rejected', 'unknown']),
    reason: present('text'),
    version: 'int8',
  },
});

/** Of `dialogs` and `message`: a person was called for this message alone; for another one he is still needed. */
const CALLED_FOR_IT = `hand_over_reason in ('undelivered', 'unconfirmed') and not exists (
          select 1 from messages o where o.account_id = :accountId and o.dialog_id = :dialogId and o.author = 'assistant'
            and o.state in ('rejected', 'unknown') and o.seq > dialogs.operator_seq and o.seq <> message.seq)`;

/** Of the message `m`: the platform asked to wait in its chat. */
const IS_PAUSED = `(m.state = 'retry' and m.state_reason = '${RATE_LIMITED}' and coalesce(m.retry_at > :now, false))`;

/**
 * A person asks for another try, the dialog locked before (`lockDialog`), and no longer needs to be called for it; nothing withdraws the message any more; while the channel or its chat is held the message goes on
 * saying why it waits, and until when. The number of the attempt goes on, so that a lost send that ends late is known as an
 * earlier one. No row when the message is not in a state that allows another try, or the platform no longer takes free words:
 * it takes them of a person, and of anyone, where the customer wrote after these times; null: always.
 */
export const requeueDelivery = statement({
  sql: `with message as (
      select seq from messages where account_id = :accountId and dialog_id = :dialogId and id = :messageId and author in ('assistant', 'operator')
        and state in ('rejected', 'unknown', 'retry')
        and (template is not null or coalesce((select customer_at from dialogs where account_id = :accountId and id = :dialogId)
          > case author when 'operator' then :personSince else :anyoneSince end, true)) for update
    ), dialog as (
      update dialogs set version = version + 1,
        waiting_since = case when ${CALLED_FOR_IT} then null else waiting_since end,
        hand_over_reason = case when ${CALLED_FOR_IT} then null else hand_over_reason end
      from message where account_id = :accountId and id = :dialogId returning version, channel_id
    )
    update messages m set state = case when h.reason is null and not ${IS_PAUSED} then 'queued' else 'retry' end,
      state_reason = coalesce(h.reason, case when ${IS_PAUSED} then m.state_reason end),
      retry_at = greatest(nullif(h.held_until, 'infinity'), case when ${IS_PAUSED} then m.retry_at end), queued_at = :now, unsure_since = null, ${FREE_CLAIM},
      author_id = case when m.author = 'assistant' then :userId else m.author_id end, version = d.version
    from message, dialog d left join channel_outbox h on h.account_id = :accountId and h.channel_id = d.channel_id and h.held_until > :now
    where m.account_id = :accountId and m.dialog_id = :dialogId and m.seq = message.seq
    returning m.version`,
  params: {
    ...IN_DIALOG,
    messageId: 'uuid',
    userId: 'text',
    now: 'timestamptz',
    personSince: nullable('timestamptz'),
    anyoneSince: nullable('timestamptz'),
  },
  row: { version: 'int8' },
});

/**
 * A person gives up a message of a person that did not arrive, of which nobody knows, or that still waits to be sent, the
 * dialog locked before (`lockDialog`): it is not sent again, and its dialog no longer counts as failed. What the customer
 * cannot have seen never was; the rest stays readable as what may have arrived. No row while it is being sent.
 */
export const discardDelivery = statement({
  sql: `with message as (
      select seq, state = 'unknown' or state <> 'rejected' and unsure_since is not null as is_unsure, sent_parts = '{}' as is_whole from messages
      where account_id = :accountId and dialog_id = :dialogId and id = :messageId and author = 'operator' and state in ('rejected', 'unknown', 'queued', 'retry') for update
    ), dialog as (
      update dialogs set version = version + 1 from message where account_id = :accountId and id = :dialogId returning version
    )
    update messages m set state = 'canceled', state_reason = case when is_unsure then 'discarded_unconfirmed' when is_whole then 'discarded' else 'discarded_partly' end,
      canceled = is_whole and not is_unsure, retry_at = null, version = d.version
    from message, dialog d where m.account_id = :accountId and m.dialog_id = :dialogId and m.seq = message.seq
    returning m.version`,
  params: { ...IN_DIALOG, messageId: 'uuid' },
  row: { version: 'int8' },
});
