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
 * A claim that ran out is not claimed again here: `expireDeliveries` decides what it became.
 */
const claimSql = `
update messages m set state = 'sending', attempt = m.attempt + 1, retry_at = null, claimed_by = $4, claimed_until = $3::timestamptz + interval '${claimSeconds} seconds'
from dialogs d
where m.account_id = $1 and m.dialog_id = $2 and d.account_id = $1 and d.id = $2
  and m.seq = (select seq from messages o where o.account_id = $1 and o.dialog_id = $2 and o.state in ('queued', 'retry', 'sending') order by o.seq limit 1)
  and m.state in ('queued', 'retry') and (m.retry_at is null or m.retry_at <= $3)
returning d.channel_id, d.chat_id, m.seq, m.id, m.text, m.attachments, m.reply_vendor_id, m.sent_parts, m.attempt, m.claimed_until`;

/** Takes the next message of a dialog for sending; undefined when there is none, it waits, or another process sends. */
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
  or exists (select 1 from messages o where o.account_id = $1 and o.dialog_id = $2 and o.seq <> $3 and o.state in ('queued', 'retry')) as has_more`;

/** Writes how a send ended, and tells whether more waits; undefined when the claim had been lost meanwhile. */
export async function recordDelivery(
  db: Queryable,
  result: DeliveryResult,
): Promise<{ version: number; hasMore: boolean } | undefined> {
  const { rows } = await db.query<{ version: string; has_more: boolean }>(recordSql, [
    result.accountId,
    result.dialogId,
    result.seq,
    result.attempt,
    result.state,
    result.reason,
    result.vendorId,
    result.sentParts,
    result.retryAt,
  ]);
  return rows[0] && { version: Number(rows[0].version), hasMore: rows[0].has_more };
}

export type DialogPlace = { accountId: string; dialogId: string; channelId: string; chatId: string; version: number };

type PlaceRow = { account_id: string; id: string; channel_id: string; chat_id: string; version: string };

const toPlace = (row: PlaceRow): DialogPlace => ({
  accountId: row.account_id,
  dialogId: row.id,
  channelId: row.channel_id,
  chatId: row.chat_id,
  version: Number(row.version),
});

const expireSql = `
with stale as (
  select m.account_id, m.dialog_id, m.seq, c.type = any($2::text[]) as is_idempotent
  from messages m join dialogs d on d.account_id = m.account_id and d.id = m.dialog_id
  join channels c on c.account_id = d.account_id and c.id = d.channel_id
  where m.state = 'sending' and m.claimed_until <= $1 order by m.claimed_until limit $3 for update of m skip locked
), dialog as (
  update dialogs d set version = d.version + 1 from (select distinct account_id, dialog_id from stale) s
  where d.account_id = s.account_id and d.id = s.dialog_id returning d.account_id, d.id, d.channel_id, d.chat_id, d.version
), marked as (
  update messages m set state = case when s.is_idempotent then 'queued' else 'unknown' end,
    state_reason = case when s.is_idempotent then null else 'interrupted' end, claimed_by = null, claimed_until = null, version = d.version
  from stale s join dialog d on d.account_id = s.account_id and d.id = s.dialog_id
  where m.account_id = s.account_id and m.dialog_id = s.dialog_id and m.seq = s.seq
)
select account_id, id, channel_id, chat_id, version from dialog`;

/** Sends that died with their process: unknown, or queued again where the platform drops repeats by key. */
export async function expireDeliveries(
  db: Queryable,
  input: { now: Date; idempotentTypes: string[]; limit: number },
): Promise<DialogPlace[]> {
  const { rows } = await db.query<PlaceRow>(expireSql, [input.now, input.idempotentTypes, input.limit]);
  return rows.map(toPlace);
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

/** Dialogs with a message to send now, oldest first, of channels that work. */
export async function findDueDeliveries(
  db: Queryable,
  input: { now: Date; limit: number },
): Promise<{ accountId: string; dialogId: string }[]> {
  const { rows } = await db.query<{ account_id: string; dialog_id: string }>(
    `select m.account_id, m.dialog_id from messages m
     join dialogs d on d.account_id = m.account_id and d.id = m.dialog_id
     join channels c on c.account_id = d.account_id and c.id = d.channel_id
     where m.state in ('queued', 'retry', 'sending') and coalesce(m.retry_at, m.created_at) <= $1 and m.state <> 'sending'
       and c.inactive_reason is null and c.unlinked_at is null and (c.held_until is null or c.held_until <= $1)
     group by m.account_id, m.dialog_id order by min(coalesce(m.retry_at, m.created_at)) limit $2`,
    [input.now, input.limit],
  );
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
