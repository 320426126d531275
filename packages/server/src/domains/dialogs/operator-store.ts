import type { Attachment } from '@otvet/contract';
import type { Queryable } from '../../platform/database/queryable.ts';

export type OperatorMessage = {
  accountId: string;
  dialogId: string;
  messageId: string;
  userId: string;
  userName: string;
  text: string;
  preview: string;
  attachments: Attachment[];
  clientId: string | null;
  replyVendorId: string | null;
  replyText: string | null;
  state: 'queued' | 'sent';
  now: Date;
};

type VersionRow = { version: string };

/*
 * The person takes the dialog over in the same statement that stores his message: the assistant pauses, an answer in
 * preparation loses its lease, and the turn it was for is marked as answered by a person.
 */
const sendSql = `
with dialog as (
  update dialogs set last_seq = last_seq + 1, version = version + 1, operator_seq = last_seq + 1, last_text = $5, last_author = 'operator', last_at = $12,
    paused = true, unread = 0, custom_unread = false, waiting_since = null, hand_over_reason = null,
    answer_due_at = null, answered_seq = turn_seq, lease_owner = null, lease_until = null, lease_epoch = lease_epoch + 1
  where account_id = $1 and id = $2 and not banned
  returning id, last_seq, version
), silenced as (
  update messages set silence = 'operator_spoke', version = dialog.version
  from dialog
  where account_id = $1 and dialog_id = $2 and author = 'customer' and silence is null and seq < dialog.last_seq
    and seq > (select coalesce(max(t.turn_seq), 0) from messages t where t.account_id = $1 and t.dialog_id = $2 and t.turn_seq is not null)
)
insert into messages (account_id, dialog_id, seq, id, version, place, author, author_id, author_name, text, attachments, client_id,
  reply_vendor_id, reply_text, created_at, state)
select $1, $2, last_seq, $3, version, last_seq, 'operator', $6, $7, $4, $8::jsonb, $9, $10, $11, $12, $13 from dialog
returning version`;

/** Stores an operator's message and takes the dialog over; undefined when the dialog is banned. A repeated clientId fails with 23505. */
export async function storeOperatorMessage(
  db: Queryable,
  message: OperatorMessage,
): Promise<{ version: number } | undefined> {
  const { rows } = await db.query<VersionRow>(sendSql, [
    message.accountId,
    message.dialogId,
    message.messageId,
    message.text,
    message.preview,
    message.userId,
    message.userName,
    JSON.stringify(message.attachments),
    message.clientId,
    message.replyVendorId,
    message.replyText,
    message.now,
    message.state,
  ]);
  return rows[0] && { version: Number(rows[0].version) };
}

/** The message that a client's id made, if it is stored. */
export async function findByClientId(
  db: Queryable,
  input: { accountId: string; dialogId: string; clientId: string },
): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    'select id from messages where account_id = $1 and dialog_id = $2 and client_id = $3',
    [input.accountId, input.dialogId, input.clientId],
  );
  return rows[0]?.id;
}

type OnDialog = { accountId: string; dialogId: string };

async function changeDialog(db: Queryable, sql: string, values: unknown[]): Promise<number | undefined> {
  const { rows } = await db.query<VersionRow>(sql, values);
  return rows[0] && Number(rows[0].version);
}

const pauseSql = `
with dialog as (
  update dialogs set paused = true, version = version + 1, answer_due_at = null, answered_seq = turn_seq, lease_owner = null, lease_until = null, lease_epoch = lease_epoch + 1
  where account_id = $1 and id = $2 returning version, last_seq
), silenced as (
  update messages set silence = 'taken_over', version = dialog.version from dialog
  where account_id = $1 and dialog_id = $2 and author = 'customer' and silence is null
    and seq > (select coalesce(max(t.turn_seq), 0) from messages t where t.account_id = $1 and t.dialog_id = $2 and t.turn_seq is not null)
)
select version from dialog`;

/** A person takes the dialog: an answer in preparation is dropped. */
export const pauseDialog = (db: Queryable, input: OnDialog) =>
  changeDialog(db, pauseSql, [input.accountId, input.dialogId]);

/*
 * Handing back: what the customer wrote last, and nobody answered, is answered now.
 */
const resumeSql = `
with open as (
  select coalesce(max(m.seq), 0) as seq, coalesce(min(m.seq), 0) as first from messages m join dialogs d on d.account_id = m.account_id and d.id = m.dialog_id
  where m.account_id = $1 and m.dialog_id = $2 and m.author = 'customer' and not m.canceled and m.seq > d.operator_seq
    and m.silence in ('paused', 'taken_over') and m.created_at > $3::timestamptz - interval '1 hour'
    and not exists (select 1 from messages a where a.account_id = $1 and a.dialog_id = $2 and a.author <> 'customer' and a.seq > m.seq)
), reopened as (
  update messages m set silence = null from open, dialogs d
  where m.account_id = $1 and m.dialog_id = $2 and d.account_id = $1 and d.id = $2 and open.seq > 0 and m.author = 'customer'
    and m.seq > d.operator_seq and m.silence in ('paused', 'taken_over') and m.created_at > $3::timestamptz - interval '1 hour'
)
update dialogs set paused = false, version = version + 1, waiting_since = null, hand_over_reason = null, lease_epoch = lease_epoch + 1, lease_owner = null, lease_until = null,
  turn_seq = greatest(turn_seq, open.seq),
  answered_seq = case when open.seq > 0 then least(answered_seq, open.first - 1) else answered_seq end,
  answer_due_at = case when open.seq > 0 then $3::timestamptz end
from open where account_id = $1 and id = $2
returning version, answer_due_at`;

/** Hands the dialog back; tells when an answer is due now. */
export async function resumeDialog(
  db: Queryable,
  input: OnDialog & { now: Date },
): Promise<{ version: number; answerDueAt: Date | null } | undefined> {
  const { rows } = await db.query<VersionRow & { answer_due_at: Date | null }>(resumeSql, [
    input.accountId,
    input.dialogId,
    input.now,
  ]);
  return rows[0] && { version: Number(rows[0].version), answerDueAt: rows[0].answer_due_at };
}

const banSql = `
update dialogs set banned = $3, version = version + 1, answer_due_at = null, lease_owner = null, lease_until = null, lease_epoch = lease_epoch + 1, waiting_since = null
where account_id = $1 and id = $2 returning version`;

export const setBanned = (db: Queryable, input: OnDialog & { banned: boolean }) =>
  changeDialog(db, banSql, [input.accountId, input.dialogId, input.banned]);

const readSql = `
update dialogs set unread = 0, custom_unread = $3, version = version + 1
where account_id = $1 and id = $2 and (unread > 0 or custom_unread <> $3) returning version`;

/** Opening a dialog zeroes its unread count; `customUnread` marks it by hand. Undefined when nothing changed. */
export const setRead = (db: Queryable, input: OnDialog & { customUnread: boolean }) =>
  changeDialog(db, readSql, [input.accountId, input.dialogId, input.customUnread]);

const contactSql = `
insert into dialogs as d (account_id, id, channel_id, chat_id, name, first_name, contact_name, email, phone, version, last_at, created_at)
values ($1, $7, $2, $3, coalesce($6, $3), coalesce($6, ''), $6, $4, $5, 1, $8, $8)
on conflict (account_id, channel_id, chat_id) do update set email = coalesce(excluded.email, d.email), phone = coalesce(excluded.phone, d.phone),
  contact_name = coalesce(excluded.contact_name, d.contact_name), version = d.version + 1
returning version`;

export type Contact = {
  accountId: string;
  channelId: string;
  chatId: string;
  email: string | null;
  phone: string | null;
  name: string | null;
  newDialogId: string;
  now: Date;
};

/** What a customer told of himself; it may come before his first message. */
export async function saveContact(db: Queryable, contact: Contact): Promise<number> {
  const { rows } = await db.query<VersionRow>(contactSql, [
    contact.accountId,
    contact.channelId,
    contact.chatId,
    contact.email,
    contact.phone,
    contact.name,
    contact.newDialogId,
    contact.now,
  ]);
  return Number(rows[0]?.version ?? 0);
}

const attachmentSql = `
with dialog as (
  update dialogs set version = version + 1 where account_id = $1 and id = $2 and (not $6::boolean or exists (
    select 1 from messages m, jsonb_array_elements(m.attachments) item
    where m.account_id = $1 and m.dialog_id = $2 and m.seq = $3 and item ->> 'id' = $4 and item ->> 'state' = 'loading'))
  returning version
)
update messages set version = dialog.version,
  attachments = (select jsonb_agg(case when item ->> 'id' = $4 then item || $5::jsonb else item end order by place)
    from jsonb_array_elements(attachments) with ordinality as list (item, place))
from dialog where account_id = $1 and dialog_id = $2 and seq = $3
returning messages.version`;

/** Changes one attachment of a message: loaded, or failed with a reason. */
export const updateAttachment = (
  db: Queryable,
  input: OnDialog & {
    seq: number;
    attachmentId: string;
    /** Leaves an attachment that is ready or failed as it is. */
    isLoadingOnly?: boolean;
    patch: Partial<Pick<Attachment, 'url' | 'state' | 'reason' | 'contentType' | 'size' | 'name'>>;
  },
) =>
  changeDialog(db, attachmentSql, [
    input.accountId,
    input.dialogId,
    input.seq,
    input.attachmentId,
    JSON.stringify(input.patch),
    input.isLoadingOnly ?? false,
  ]);
