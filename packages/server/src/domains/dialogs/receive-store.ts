import type { Attachment, DialogContext } from '@otvet/contract';
import { json, nullable, type ParamsOf, type RowOf, statement } from '../../platform/database/statement.ts';

/** An attachment as its row keeps it: with the platform's reference, so that a failed load can be tried again; readers never get it. */
export type StoredAttachment = Attachment & { vendorRef: string | null };

/** The declared parameters of `storeIncomingSql`. */
export const INCOMING_PARAMS = {
  accountId: 'uuid',
  channelId: 'uuid',
  newDialogId: 'uuid',
  messageId: 'uuid',
  chatId: 'text',
  dialogName: 'text',
  firstName: 'text',
  userName: nullable('text'),
  language: nullable('text'),
  phone: nullable('text'),
  isGroup: 'bool',
  authorId: 'text',
  authorName: 'text',
  text: 'text',
  preview: 'text',
  attachments: json<StoredAttachment[]>(),
  vendorId: 'text',
  /** Rises within the chat on the platform; null where the order of acceptance is the order. */
  vendorOrder: nullable('int8'),
  albumId: nullable('text'),
  clientId: nullable('text'),
  replyVendorId: nullable('text'),
  replyText: nullable('text'),
  /** What it was written about; the newest stays with the dialog. */
  context: nullable(json<DialogContext>()),
  sentAt: 'timestamptz',
  now: 'timestamptz',
  /** When an answer is due if nothing forbids it. */
  dueAt: 'timestamptz',
  /** When the assistant comes back if a person has the dialog and does not answer; null: never. */
  comeBackAt: nullable('timestamptz'),
  /** Known before the dialog is looked at: no answer to this message. */
  silence: nullable('text'),
  /** No answer to this message either, unless it opens the dialog. */
  laterSilence: nullable('text'),
  /** The customer opened the chat: the assistant may greet, and nobody is called for it. */
  isOpening: 'bool',
} as const;

/** The declared row of `storeIncomingSql`. */
export const INCOMING_ROW = {
  dialogId: 'uuid',
  seq: 'int8',
  version: 'int8',
  isNew: 'bool',
  /** Nobody has told the customer's name yet. */
  isNameless: 'bool',
  answerDueAt: nullable('timestamptz'),
} as const;

/** Why the message gets no answer, as far as it tells by itself. */
const SILENCE = "coalesce(:silence, case when early.canceled then 'deleted' end)";
/** The message asks for an answer: nothing forbids one. */
const ASKS =
  '(:laterSilence::text is null or :isOpening) and excluded.answer_due_at is not null and not d.paused and not d.banned';

/** Only a person can answer it: the assistant is switched off in this channel. */
const NEEDS_PERSON = ":silence = 'channel_off' and not :isGroup and not coalesce(early.canceled, false)";
/** The customer waits for a person from now on, unless that one has answered. */
const WAITS =
  'not d.banned and (excluded.waiting_since is not null or (d.paused and excluded.turn_seq = 1 and :laterSilence::text is null))';

/**
 * Opens or bumps the dialog, stores the message, sets when the answer is due; nothing happens unless `guard`, a query of
 * the caller, gives a row. The row lock of the upsert gives the dialog one writer. `early` is what the customer changed
 * before the message arrived, `late` a message that the platform had numbered before the newest one: it is shown in its
 * place, and answered like any other.
 */
export const storeIncomingSql = (guard: string): string => `
with guard as (${guard}), early as (
  select text, preview, edited_at, canceled from early_changes
  where account_id = :accountId and channel_id = :channelId and chat_id = :chatId and vendor_id = :vendorId
), dialog as (
  insert into dialogs as d (
    account_id, id, channel_id, chat_id, name, first_name, user_name, language, phone, is_group, last_seq, version,
    last_text, last_author, last_at, unread, last_order, turn_seq, answer_due_at, waiting_since, hand_over_reason, customer_at, context, created_at
  )
  select :accountId, :newDialogId, :channelId, :chatId, :dialogName, :firstName, :userName, :language, :phone, :isGroup, 1, 1,
    case when early.canceled then '' else coalesce(early.preview, :preview) end, 'customer', :now,
    case when early.canceled then 0 else 1 end, :vendorOrder,
    case when ${SILENCE} is null then 1 else 0 end, case when ${SILENCE} is null then :dueAt end,
    case when ${NEEDS_PERSON} then :now end, case when ${NEEDS_PERSON} then 'channel_off' end, least(:sentAt, :now), :context, :now
  from guard left join early on true
  on conflict (account_id, channel_id, chat_id) do update set
    last_seq = d.last_seq + 1,
    version = d.version + 1,
    name = case when excluded.name = '' then d.name else excluded.name end,
    first_name = case when excluded.first_name = '' then d.first_name else excluded.first_name end,
    user_name = coalesce(excluded.user_name, d.user_name),
    language = coalesce(excluded.language, d.language),
    phone = coalesce(excluded.phone, d.phone),
    last_text = case when excluded.last_order < d.last_order or excluded.unread = 0 then d.last_text else excluded.last_text end,
    last_author = case when excluded.unread = 0 then d.last_author else 'customer' end,
    last_at = excluded.last_at,
    unread = d.unread + excluded.unread,
    unreachable_reason = null,
    customer_at = greatest(d.customer_at, excluded.customer_at),
    context = case when excluded.last_order < d.last_order then coalesce(d.context, excluded.context) else coalesce(excluded.context, d.context) end,
    last_order = greatest(d.last_order, excluded.last_order),
    turn_seq = case when ${ASKS} then d.last_seq + 1 else d.turn_seq end,
    answer_due_at = case when ${ASKS} then excluded.answer_due_at else d.answer_due_at end,
    waiting_since = case when ${WAITS} then coalesce(d.waiting_since, excluded.created_at) else d.waiting_since end,
    hand_over_reason = case when ${WAITS} and d.waiting_since is null then coalesce(excluded.hand_over_reason, 'taken_over') else d.hand_over_reason end,
    come_back_at = case when d.paused and ${WAITS} then coalesce(d.come_back_at, :comeBackAt) else d.come_back_at end
  returning d.id, d.name, d.last_seq, d.version, d.paused, d.banned, d.answer_due_at,
    coalesce(d.last_order > :vendorOrder, false) as late, (xmax = 0) as is_new
), message as (
  insert into messages (
    account_id, dialog_id, seq, id, version, place, author, author_id, author_name, text, attachments, vendor_id, vendor_order,
    album_id, client_id, reply_vendor_id, reply_text, created_at, sent_at, edited_at, canceled, state, silence
  )
  select :accountId, d.id, d.last_seq, :messageId, d.version,
    case when d.late then coalesce(
      (select (after.place + coalesce((select max(before.place) from messages before
          where before.account_id = :accountId and before.dialog_id = d.id and before.place < after.place), after.place - 1)) / 2
        from (select min(m.place) as place from messages m
          where m.account_id = :accountId and m.dialog_id = d.id and m.author = 'customer' and m.vendor_order > :vendorOrder) after
        where after.place is not null),
      d.last_seq) else d.last_seq end,
    'customer', :authorId, :authorName, coalesce(early.text, :text), :attachments, :vendorId, :vendorOrder, :albumId, :clientId,
    :replyVendorId, :replyText, :now, :sentAt, early.edited_at, coalesce(early.canceled, false), 'received',
    coalesce(${SILENCE}, case when not d.is_new and not :isOpening then :laterSilence end, case when d.banned then 'banned' when d.paused then 'paused' end)
  from dialog d left join early on true
)
select id as dialog_id, last_seq as seq, version, is_new, name = '' as is_nameless, answer_due_at from dialog`;

/** Stores a customer's message in the caller's transaction. A known vendor id fails with 23505. */
export const storeIncoming = statement({
  sql: storeIncomingSql('select 1'),
  params: INCOMING_PARAMS,
  row: INCOMING_ROW,
});

/** A customer's message on its way in. */
export type IncomingMessage = ParamsOf<typeof storeIncoming>;

export type StoredMessage = RowOf<typeof storeIncoming>;
