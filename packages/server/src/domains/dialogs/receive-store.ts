import type { Attachment, SilenceReason } from '@otvet/contract';
import type { Queryable } from '../../platform/database/queryable.ts';

/** A customer's message on its way in. `eventId` null: the event row is settled by the caller's transaction. */
export type IncomingMessage = {
  accountId: string;
  channelId: string;
  eventId: string | null;
  newDialogId: string;
  messageId: string;
  chatId: string;
  dialogName: string;
  firstName: string;
  userName: string | null;
  language: string | null;
  phone: string | null;
  isGroup: boolean;
  authorId: string;
  authorName: string;
  text: string;
  preview: string;
  attachments: Attachment[];
  vendorId: string;
  /** Rises within the chat on the platform; null where the order of acceptance is the order. */
  vendorOrder: number | null;
  albumId: string | null;
  clientId: string | null;
  replyVendorId: string | null;
  replyText: string | null;
  sentAt: Date;
  now: Date;
  /** When an answer is due if nothing forbids it. */
  dueAt: Date;
  /** Known before the dialog is looked at: no answer to this message. */
  silence: SilenceReason | null;
};

export type StoredMessage = {
  dialogId: string;
  seq: number;
  version: number;
  isNew: boolean;
  answerDueAt: Date | null;
};

type StoredRow = { id: string; last_seq: string; version: string; is_new: boolean; answer_due_at: Date | null };

/*
 * One statement: settles the raw event, opens or bumps the dialog, stores the message, sets when the answer is due.
 * The row lock of the upsert gives the dialog one writer; `late` is a message that the platform had numbered before the newest one.
 */
const storeIncomingSql = `
with event as (
  update inbound_events set state = 'done', note = null
  where $3::text is not null and account_id = $1 and channel_id = $2 and event_id = $3 and state = 'new'
  returning 1
), go as (
  select 1 from event union all select 1 where $3::text is null
), dialog as (
  insert into dialogs as d (
    account_id, id, channel_id, chat_id, name, first_name, user_name, language, phone, is_group, last_seq, version,
    last_text, last_author, last_at, unread, last_order, turn_seq, answer_due_at, created_at
  )
  select $1, $4, $2, $6, $7, $8, $9, $10, $11, $12, 1, 1, $16, 'customer', $24, 1, $19,
    case when $26::text is null then 1 else 0 end, case when $26::text is null then $25::timestamptz end, $24
  from go
  on conflict (account_id, channel_id, chat_id) do update set
    last_seq = d.last_seq + 1,
    version = d.version + 1,
    name = excluded.name,
    first_name = excluded.first_name,
    user_name = coalesce(excluded.user_name, d.user_name),
    language = coalesce(excluded.language, d.language),
    phone = coalesce(excluded.phone, d.phone),
    last_text = case when excluded.last_order < d.last_order then d.last_text else excluded.last_text end,
    last_author = 'customer',
    last_at = excluded.last_at,
    unread = d.unread + 1,
    unreachable_reason = null,
    last_order = greatest(d.last_order, excluded.last_order),
    turn_seq = case when $26::text is null and not d.paused and not d.banned and not coalesce(excluded.last_order < d.answered_order, false)
      then d.last_seq + 1 else d.turn_seq end,
    answer_due_at = case when $26::text is null and not d.paused and not d.banned and not coalesce(excluded.last_order < d.answered_order, false)
      then excluded.answer_due_at else d.answer_due_at end
  returning d.id, d.last_seq, d.version, d.paused, d.banned, d.answer_due_at, d.answered_order, d.turn_seq,
    coalesce(d.last_order > $19, false) as late, (xmax = 0) as is_new
), message as (
  insert into messages (
    account_id, dialog_id, seq, id, version, place, author, author_id, author_name, text, attachments, vendor_id, vendor_order,
    album_id, client_id, reply_vendor_id, reply_text, created_at, sent_at, state, silence
  )
  select $1, d.id, d.last_seq, $5, d.version,
    case when d.late then coalesce(
      (select (after.place + coalesce((select max(before.place) from messages before
          where before.account_id = $1 and before.dialog_id = d.id and before.place < after.place), after.place - 1)) / 2
        from (select min(m.place) as place from messages m
          where m.account_id = $1 and m.dialog_id = d.id and m.author = 'customer' and m.vendor_order > $19) after
        where after.place is not null),
      d.last_seq) else d.last_seq end,
    'customer', $13, $14, $15, $17::jsonb, $18, $19, $20, $21, $22, $23, $24, $27, 'received',
    case when $26::text is not null then $26::text when d.banned then 'banned' when d.paused then 'paused'
      when d.turn_seq <> d.last_seq then 'too_old' end
  from dialog d
)
select id, last_seq, version, is_new, answer_due_at from dialog`;

/** Stores a customer's message; undefined when its event was settled before. A known vendor id fails with 23505. */
export async function storeIncoming(db: Queryable, message: IncomingMessage): Promise<StoredMessage | undefined> {
  const { rows } = await db.query<StoredRow>(storeIncomingSql, [
    message.accountId,
    message.channelId,
    message.eventId,
    message.newDialogId,
    message.messageId,
    message.chatId,
    message.dialogName,
    message.firstName,
    message.userName,
    message.language,
    message.phone,
    message.isGroup,
    message.authorId,
    message.authorName,
    message.text,
    message.preview,
    JSON.stringify(message.attachments),
    message.vendorId,
    message.vendorOrder,
    message.albumId,
    message.clientId,
    message.replyVendorId,
    message.replyText,
    message.now,
    message.dueAt,
    message.silence,
    message.sentAt,
  ]);
  const row = rows[0];
  if (!row) return undefined;
  return {
    dialogId: row.id,
    seq: Number(row.last_seq),
    version: Number(row.version),
    isNew: row.is_new,
    answerDueAt: row.answer_due_at,
  };
}

type ChangedRow = { id: string; version: string };

const editSql = `
with message as (
  select m.dialog_id, m.seq from messages m join dialogs d on d.account_id = m.account_id and d.id = m.dialog_id
  where m.account_id = $1 and d.channel_id = $2 and d.chat_id = $3 and m.vendor_id = $4 and m.author = 'customer'
    and (m.edited_at is null or m.edited_at <= $6)
), dialog as (
  update dialogs set version = version + 1,
    last_text = case when last_seq = message.seq then $7 else last_text end
  from message where account_id = $1 and id = message.dialog_id returning id, version
)
update messages set text = $5, edited_at = $6, version = dialog.version
from dialog, message
where messages.account_id = $1 and messages.dialog_id = dialog.id and messages.seq = message.seq
returning dialog.id, dialog.version`;

/** Applies an edit by the customer; undefined when the message is not here (yet) or the edit is older than the last one. */
export async function editIncoming(
  db: Queryable,
  edit: {
    accountId: string;
    channelId: string;
    chatId: string;
    vendorId: string;
    text: string;
    preview: string;
    editedAt: Date;
  },
): Promise<{ dialogId: string; version: number } | undefined> {
  const { rows } = await db.query<ChangedRow>(editSql, [
    edit.accountId,
    edit.channelId,
    edit.chatId,
    edit.vendorId,
    edit.text,
    edit.editedAt,
    edit.preview,
  ]);
  return rows[0] && { dialogId: rows[0].id, version: Number(rows[0].version) };
}

const cancelSql = `
with dialog as (
  update dialogs set version = version + 1 where account_id = $1 and channel_id = $2 and chat_id = $3
    and exists (select 1 from messages m where m.account_id = $1 and m.dialog_id = dialogs.id and m.vendor_id = any($4::text[]) and not m.canceled)
  returning id, version
)
update messages set canceled = true, version = dialog.version
from dialog where account_id = $1 and dialog_id = dialog.id and vendor_id = any($4::text[]) and not canceled
returning dialog.id, dialog.version`;

/** Marks messages that the customer deleted. */
export async function cancelIncoming(
  db: Queryable,
  input: { accountId: string; channelId: string; chatId: string; vendorIds: string[] },
): Promise<{ dialogId: string; version: number } | undefined> {
  const { rows } = await db.query<ChangedRow>(cancelSql, [
    input.accountId,
    input.channelId,
    input.chatId,
    input.vendorIds,
  ]);
  return rows[0] && { dialogId: rows[0].id, version: Number(rows[0].version) };
}

const reachableSql = `
update dialogs set version = version + 1, unreachable_reason = $4
where account_id = $1 and channel_id = $2 and chat_id = $3 and unreachable_reason is distinct from $4
returning id, version`;

/** Notes that the customer blocked the channel (a reason) or came back (null). */
export async function setReachable(
  db: Queryable,
  input: { accountId: string; channelId: string; chatId: string; reason: string | null },
): Promise<{ dialogId: string; version: number } | undefined> {
  const { rows } = await db.query<ChangedRow>(reachableSql, [
    input.accountId,
    input.channelId,
    input.chatId,
    input.reason,
  ]);
  return rows[0] && { dialogId: rows[0].id, version: Number(rows[0].version) };
}

// The new chat numbers its messages from the beginning: numbers of the old one must neither meet theirs nor be their past.
const moveSql = `
with dialog as (
  update dialogs set chat_id = $4, version = version + 1, last_order = null, answered_order = null
  where account_id = $1 and channel_id = $2 and chat_id = $3
    and not exists (select 1 from dialogs other where other.account_id = $1 and other.channel_id = $2 and other.chat_id = $4)
  returning id, version
), renamed as (
  update messages set vendor_id = $3 || ':' || vendor_id, vendor_order = null
  from dialog where account_id = $1 and dialog_id = dialog.id and vendor_id is not null
)
select id, version from dialog`;

/** Follows a chat to its new id on the platform (a group that became a supergroup). */
export async function moveChat(
  db: Queryable,
  input: { accountId: string; channelId: string; fromChatId: string; toChatId: string },
): Promise<{ dialogId: string; version: number } | undefined> {
  const { rows } = await db.query<ChangedRow>(moveSql, [
    input.accountId,
    input.channelId,
    input.fromChatId,
    input.toChatId,
  ]);
  return rows[0] && { dialogId: rows[0].id, version: Number(rows[0].version) };
}

const ownMessageSql = `
with dialog as (
  update dialogs set last_seq = last_seq + 1, version = version + 1, operator_seq = last_seq + 1, last_text = $6, last_author = 'operator', last_at = $8,
    paused = true, waiting_since = null, hand_over_reason = null, answer_due_at = null, lease_epoch = lease_epoch + 1
  where account_id = $1 and channel_id = $2 and chat_id = $3 returning id, last_seq, version
)
insert into messages (account_id, dialog_id, seq, id, version, place, author, text, vendor_id, created_at, sent_at, state)
select $1, id, last_seq, $4, version, last_seq, 'operator', $5, $7, $8, $9, 'sent' from dialog
returning dialog_id as id, version`;

/** A person of the business answered on the platform itself: his message is recorded and the assistant pauses. */
export async function storeOwnMessage(
  db: Queryable,
  input: {
    accountId: string;
    channelId: string;
    chatId: string;
    messageId: string;
    text: string;
    preview: string;
    vendorId: string;
    now: Date;
    sentAt: Date;
  },
): Promise<{ dialogId: string; version: number } | undefined> {
  const { rows } = await db.query<ChangedRow>(ownMessageSql, [
    input.accountId,
    input.channelId,
    input.chatId,
    input.messageId,
    input.text,
    input.preview,
    input.vendorId,
    input.now,
    input.sentAt,
  ]);
  return rows[0] && { dialogId: rows[0].id, version: Number(rows[0].version) };
}

const matchEchoSql = `
with candidate as (
  select m.dialog_id, m.seq from messages m join dialogs d on d.account_id = m.account_id and d.id = m.dialog_id
  where m.account_id = $1 and d.channel_id = $2 and d.chat_id = $3 and m.author in ('assistant', 'operator')
    and (m.vendor_id = $4 or $4 = any(m.sent_parts) or (m.vendor_id is null and m.state in ('sending', 'unknown') and position($5 in m.text) > 0))
  order by m.seq desc limit 1
), dialog as (
  update dialogs set version = version + 1 from candidate where account_id = $1 and id = candidate.dialog_id returning id, version
)
update messages set state = case when state in ('sending', 'unknown') then 'sent' else state end, state_reason = null,
  vendor_id = coalesce(vendor_id, $4), version = dialog.version
from dialog, candidate where messages.account_id = $1 and messages.dialog_id = dialog.id and messages.seq = candidate.seq
returning dialog.id, dialog.version`;

/** Recognises the platform's echo of our own message; an unknown delivery becomes sent by it. */
export async function matchEcho(
  db: Queryable,
  input: { accountId: string; channelId: string; chatId: string; vendorId: string; text: string },
): Promise<{ dialogId: string; version: number } | undefined> {
  const { rows } = await db.query<ChangedRow>(matchEchoSql, [
    input.accountId,
    input.channelId,
    input.chatId,
    input.vendorId,
    input.text,
  ]);
  return rows[0] && { dialogId: rows[0].id, version: Number(rows[0].version) };
}
