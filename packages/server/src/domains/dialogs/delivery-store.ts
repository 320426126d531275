import type { Attachment } from '@otvet/contract';
import type { Queryable } from '../../platform/database/queryable.ts';

/** A message that this process may now send. */
export type ClaimedDelivery = {
  accountId: string;
  dialogId: string;
  channelId: string;
  chatId: string;
  seq: number;
  messageId: string;
  text: string;
  attachments: Attachment[];
  replyVendorId: string | null;
  sentParts: string[];
  attempt: number;
  claimedUntil: Date;
};

type ClaimRow = {
  channel_id: string;
  chat_id: string;
  seq: string;
  id: string;
  text: string;
  attachments: Attachment[];
  reply_vendor_id: string | null;
  sent_parts: string[];
  attempt: number;
  claimed_until: Date;
};

/** A node renews its claims while it sends; one that stops loses them after this time. */
export const claimSeconds = 25;

/*
 * Only the oldest undelivered message of the dialog can be claimed: order within a dialog is kept.
 * A claim that ran out is not claimed again here: `findLostClaims` finds it, and the gateway decides what it became.
 */
const claimSql = `
update messages m set state = 'sending', attempt = m.attempt + 1, retry_at = null, claimed_by = $4, claimed_until = $3::timestamptz + interval '${claimSeconds} seconds'
from dialogs d
where m.account_id = $1 and m.dialog_id = $2 and d.account_id = $1 and d.id = $2
  and m.seq = (select seq from messages o where o.account_id = $1 and o.dialog_id = $2 and o.state in ('queued', 'retry', 'sending') order by o.seq limit 1)
  and m.state in ('queued', 'retry') and (m.retry_at is null or m.retry_at <= $3)
  and not exists (select 1 from channel_outbox x where x.account_id = $1 and x.channel_id = d.channel_id and x.held_until > $3)
returning d.channel_id, d.chat_id, m.seq, m.id, m.text, m.attachments, m.reply_vendor_id, m.sent_parts, m.attempt, m.claimed_until`;

/** Takes the next message of a dialog for sending; undefined when there is none, it waits, its channel is held, or another process sends. */
export async function claimDelivery(
  db: Queryable,
  input: { accountId: string; dialogId: string; owner: string; now: Date },
): Promise<ClaimedDelivery | undefined> {
  const { rows } = await db.query<ClaimRow>(claimSql, [input.accountId, input.dialogId, input.now, input.owner]);
  const row = rows[0];
  if (!row) return undefined;
  return {
    accountId: input.accountId,
    dialogId: input.dialogId,
    channelId: row.channel_id,
    chatId: row.chat_id,
    seq: Number(row.seq),
    messageId: row.id,
    text: row.text,
    attachments: row.attachments,
    replyVendorId: row.reply_vendor_id,
    sentParts: row.sent_parts,
    attempt: row.attempt,
    claimedUntil: row.claimed_until,
  };
}

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
};

/*
 * `has_more`: something else of the dialog waits to be sent. What another transaction queued while the lock was waited
 * for is not seen here, but its number is.
 */
const recordSql = `
with message as (
  select m.seq from messages m where m.account_id = $1 and m.dialog_id = $2 and m.seq = $3 and m.attempt = $4 and m.state = 'sending' for update
), dialog as (
  update dialogs set version = version + 1 from message where account_id = $1 and id = $2 returning version, last_seq
)
update messages set state = $5, state_reason = $6, vendor_id = coalesce($7, vendor_id), sent_parts = $8, retry_at = $9, claimed_by = null, claimed_until = null, version = dialog.version
from dialog where account_id = $1 and dialog_id = $2 and seq = $3
returning messages.version,
  dialog.last_seq <> (select d.last_seq from dialogs d where d.account_id = $1 and d.id = $2)
  or exists (select 1 from messages o where o.account_id = $1 and o.dialog_id = $2 and o.seq <> $3 and o.state in ('queued', 'retry')) as has_more,
  exists (select 1 from channel_outbox x where x.account_id = $1 and x.channel_id = $10) as is_troubled`;

type RecordRow = { version: string; has_more: boolean; is_troubled: boolean };

/** What a recorded send leaves: whether more of the dialog waits, and whether its channel counts as troubled. */
export type Recorded = { version: number; hasMore: boolean; isTroubled: boolean };

/** Writes how a send ended; undefined when the claim had been lost meanwhile. */
export async function recordDelivery(db: Queryable, result: DeliveryResult): Promise<Recorded | undefined> {
  const { rows } = await db.query<RecordRow>(recordSql, [
    result.accountId,
    result.dialogId,
    result.seq,
    result.attempt,
    result.state,
    result.reason,
    result.vendorId,
    result.sentParts,
    result.retryAt,
    result.channelId,
  ]);
  return rows[0] && { version: Number(rows[0].version), hasMore: rows[0].has_more, isTroubled: rows[0].is_troubled };
}

/** A claimed message whose send ended with its process. */
export type LostClaim = Pick<
  ClaimedDelivery,
  'accountId' | 'dialogId' | 'channelId' | 'chatId' | 'seq' | 'messageId' | 'attempt' | 'sentParts'
>;

type LostRow = Pick<ClaimRow, 'channel_id' | 'chat_id' | 'seq' | 'id' | 'attempt' | 'sent_parts'> & {
  account_id: string;
  dialog_id: string;
};

/** Sends whose claim ran out: their process died, and nobody knows how they ended. */
export async function findLostClaims(db: Queryable, input: { now: Date; limit: number }): Promise<LostClaim[]> {
  const { rows } = await db.query<LostRow>(
    `select m.account_id, m.dialog_id, d.channel_id, d.chat_id, m.seq, m.id, m.attempt, m.sent_parts
     from messages m join dialogs d on d.account_id = m.account_id and d.id = m.dialog_id
     where m.state = 'sending' and m.claimed_until <= $1 order by m.claimed_until limit $2`,
    [input.now, input.limit],
  );
  return rows.map((row) => ({
    accountId: row.account_id,
    dialogId: row.dialog_id,
    channelId: row.channel_id,
    chatId: row.chat_id,
    seq: Number(row.seq),
    messageId: row.id,
    attempt: row.attempt,
    sentParts: row.sent_parts,
  }));
}

/** A node's work that an earlier process of the same node left: its claims run out at once. */
export async function abandonClaims(db: Queryable, input: { owner: string; now: Date }): Promise<void> {
  await db.query("update messages set claimed_until = $2 where claimed_by = $1 and state = 'sending'", [
    input.owner,
    input.now,
  ]);
  await db.query(
    'update dialogs set lease_owner = null, lease_until = null where lease_owner = $1 and answer_due_at is not null',
    [input.owner],
  );
}

/** Keeps what this node is still working on: no other claim, or one whose end got lost would never run out. */
export async function renewClaims(
  db: Queryable,
  input: { owner: string; now: Date; messageIds: string[]; dialogIds: string[] },
): Promise<void> {
  await db.query(
    `update messages set claimed_until = $2::timestamptz + interval '${claimSeconds} seconds' where claimed_by = $1 and state = 'sending' and claimed_until > $2 and id = any($3::uuid[])`,
    [input.owner, input.now, input.messageIds],
  );
  await db.query(
    `update dialogs set lease_until = $2::timestamptz + interval '${claimSeconds} seconds' where lease_owner = $1 and lease_until > $2 and id = any($3::uuid[])`,
    [input.owner, input.now, input.dialogIds],
  );
}

/*
 * Only the head of a dialog's queue counts: what stands behind a message that waits for its next try cannot be sent, and
 * many of those would hide what can.
 */
const dueSql = `
select m.account_id, m.dialog_id from messages m
join dialogs d on d.account_id = m.account_id and d.id = m.dialog_id
where m.state in ('queued', 'retry') and coalesce(m.retry_at, '-infinity') <= $1
  and not exists (select 1 from messages o where o.account_id = m.account_id and o.dialog_id = m.dialog_id and o.seq < m.seq and o.state in ('queued', 'retry', 'sending'))
  and not exists (select 1 from channel_outbox x where x.account_id = d.account_id and x.channel_id = d.channel_id and x.held_until > $1)
order by coalesce(m.retry_at, m.created_at) limit $2`;

/** Dialogs with a message to send now, oldest first, of channels that are not held. */
export async function findDueDeliveries(
  db: Queryable,
  input: { now: Date; limit: number },
): Promise<{ accountId: string; dialogId: string }[]> {
  const { rows } = await db.query<{ account_id: string; dialog_id: string }>(dueSql, [input.now, input.limit]);
  return rows.map((row) => ({ accountId: row.account_id, dialogId: row.dialog_id }));
}

const closeSql = `
with dialog as (
  update dialogs set version = version + 1, unreachable_reason = $3 where account_id = $1 and id = $2 returning version
)
update messages set state = 'rejected', state_reason = $3, claimed_by = null, claimed_until = null, version = dialog.version
from dialog where account_id = $1 and dialog_id = $2 and state in ('queued', 'retry')
returning messages.version`;

/** The customer cannot be reached any more: what waits for him is rejected with the reason. */
export async function closeDialogDelivery(
  db: Queryable,
  input: { accountId: string; dialogId: string; reason: string },
): Promise<void> {
  await db.query(closeSql, [input.accountId, input.dialogId, input.reason]);
}

const retrySql = `
with message as (
  select seq from messages where account_id = $1 and dialog_id = $2 and id = $3 and author in ('assistant', 'operator')
    and state in ('rejected', 'unknown', 'retry') for update
), dialog as (
  update dialogs set version = version + 1 from message where account_id = $1 and id = $2 returning version
)
update messages set state = 'queued', state_reason = null, retry_at = null, claimed_by = null, claimed_until = null, attempt = 0, version = dialog.version
from dialog, message where account_id = $1 and dialog_id = $2 and messages.seq = message.seq
returning messages.version`;

/** A person asks for another try; undefined when the message is not in a state that allows it. */
export async function requeueDelivery(
  db: Queryable,
  input: { accountId: string; dialogId: string; messageId: string },
): Promise<{ version: number } | undefined> {
  const { rows } = await db.query<{ version: string }>(retrySql, [input.accountId, input.dialogId, input.messageId]);
  return rows[0] && { version: Number(rows[0].version) };
}
