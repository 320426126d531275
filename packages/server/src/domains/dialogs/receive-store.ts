import type { Attachment, DialogContext } from '@otvet/contract';
import { lateIf } from '../../platform/database/late-commits.ts';
import { listOf, ofList, one, type ValueOf } from '../../platform/database/list-of.ts';
import {
  json,
  nullable,
  type ParamsOf,
  present,
  type RowOf,
  type RowValues,
  statement,
} from '../../platform/database/statement.ts';
import { CLAIMED_OR_NOT, claimedOf, claimStored, STORED_COLUMNS } from './claim-store.ts';
import { CLAIM_SECONDS } from './fragments.ts';

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
const silenceOf = (value: ValueOf): string =>
  `coalesce(${value('silence')}, case when early.canceled then 'deleted' end)`;

/** Only a person can answer it: the assistant is switched off in this channel. */
const needsPerson = (value: ValueOf): string =>
  `${value('silence')} = 'channel_off' and not ${value('isGroup')} and not coalesce(early.canceled, false)`;

/** The dialog that the message opens, and what it tells of one that is there. */
const openingOf = (
  value: ValueOf,
): string => `${value('accountId')} as account_id, ${value('newDialogId')} as id, ${value('channelId')} as channel_id, ${value('chatId')} as chat_id,
    ${value('dialogName')} as name, ${value('firstName')} as first_name, ${value('userName')} as user_name, ${value('language')} as language, ${value('phone')} as phone,
    ${value('isGroup')} as is_group, 1 as last_seq, 1 as version, case when early.canceled then '' else coalesce(early.preview, ${value('preview')}) end as last_text,
    'customer' as last_author, ${value('now')} as last_at, case when early.canceled then 0 else 1 end as unread, ${value('vendorOrder')} as last_order,
    case when ${silenceOf(value)} is null then 1 else 0 end as turn_seq, case when ${silenceOf(value)} is null then ${value('dueAt')} end as answer_due_at,
    case when ${needsPerson(value)} then ${value('now')} end as waiting_since, case when ${needsPerson(value)} then 'channel_off' end as hand_over_reason,
    least(${value('sentAt')}, ${value('now')}) as customer_at, ${value('context')} as context, ${value('now')} as created_at`;

/** The columns of `openingOf`. */
const OPENING_COLUMNS = `account_id, id, channel_id, chat_id, name, first_name, user_name, language, phone, is_group, last_seq, version,
    last_text, last_author, last_at, unread, last_order, turn_seq, answer_due_at, waiting_since, hand_over_reason, customer_at, context, created_at`;

/** The message asks for an answer: nothing forbids one. */
const asksBy = (told: string, value: ValueOf): string =>
  `(${value('laterSilence')}::text is null or ${value('isOpening')}) and ${told}.answer_due_at is not null and not d.paused and not d.banned`;

/** How a message changes the dialog `d`; `told`: the row of `openingOf`. */
function changesBy(told: string, value: ValueOf): string {
  const laterSilence = `${value('laterSilence')}::text`;
  const asks = asksBy(told, value);
  // The customer waits for a person from now on, unless that one has answered.
  const waits = `not d.banned and (${told}.waiting_since is not null or (d.paused and ${told}.turn_seq = 1 and ${laterSilence} is null))`;
  return `
    last_seq = d.last_seq + 1,
    version = d.version + 1,
    name = case when ${told}.name = '' then d.name else ${told}.name end,
    first_name = case when ${told}.first_name = '' then d.first_name else ${told}.first_name end,
    user_name = coalesce(${told}.user_name, d.user_name),
    language = coalesce(${told}.language, d.language),
    phone = coalesce(${told}.phone, d.phone),
    last_text = case when ${told}.last_order < d.last_order or ${told}.unread = 0 then d.last_text else ${told}.last_text end,
    last_author = case when ${told}.unread = 0 then d.last_author else 'customer' end,
    last_at = ${told}.last_at,
    unread = d.unread + ${told}.unread,
    unreachable_reason = null,
    customer_at = greatest(d.customer_at, ${told}.customer_at),
    context = case when ${told}.last_order < d.last_order then coalesce(d.context, ${told}.context) else coalesce(${told}.context, d.context) end,
    last_order = greatest(d.last_order, ${told}.last_order),
    turn_seq = case when ${asks} then d.last_seq + 1 else d.turn_seq end,
    answer_due_at = case when ${asks} then ${told}.answer_due_at else d.answer_due_at end,
    waiting_since = case when ${waits} then coalesce(d.waiting_since, ${told}.created_at) else d.waiting_since end,
    hand_over_reason = case when ${waits} and d.waiting_since is null then coalesce(${told}.hand_over_reason, 'taken_over') else d.hand_over_reason end,
    come_back_at = case when d.paused and ${waits} then coalesce(d.come_back_at, ${value('comeBackAt')}) else d.come_back_at end`;
}

const DIALOG_NOW = 'd.id, d.name, d.last_seq, d.version, d.paused, d.banned, d.answer_due_at';

/** The dialog `d` as it is now gets the message, at its place where the platform had numbered it before the newest one. */
const messageOf = (value: ValueOf): string => `
  insert into messages (
    account_id, dialog_id, seq, id, version, place, author, author_id, author_name, text, attachments, vendor_id, vendor_order,
    album_id, client_id, reply_vendor_id, reply_text, created_at, sent_at, edited_at, canceled, state, silence
  )
  select ${value('accountId')}, d.id, d.last_seq, ${value('messageId')}, d.version,
    case when d.late then coalesce(
      (select (after.place + coalesce((select max(before.place) from messages before
          where before.account_id = ${value('accountId')} and before.dialog_id = d.id and before.place < after.place), after.place - 1)) / 2
        from (select min(m.place) as place from messages m
          where m.account_id = ${value('accountId')} and m.dialog_id = d.id and m.author = 'customer' and m.vendor_order > ${value('vendorOrder')}) after
        where after.place is not null),
      d.last_seq) else d.last_seq end,
    'customer', ${value('authorId')}, ${value('authorName')}, coalesce(early.text, ${value('text')}), ${value('attachments')}, ${value('vendorId')}, ${value('vendorOrder')}, ${value('albumId')}, ${value('clientId')},
    ${value('replyVendorId')}, ${value('replyText')}, ${value('now')}, ${value('sentAt')}, early.edited_at, coalesce(early.canceled, false), 'received',
    coalesce(${silenceOf(value)}, case when not d.is_new and not ${value('isOpening')} then ${value('laterSilence')} end, case when d.banned then 'banned' when d.paused then 'paused' end)`;

const INCOMING_RESULT = "id as dialog_id, last_seq as seq, version, is_new, name = '' as is_nameless, answer_due_at";

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
  insert into dialogs as d (${OPENING_COLUMNS})
  select ${openingOf(one)} from guard left join early on true
  on conflict (account_id, channel_id, chat_id) do update set ${changesBy('excluded', one)}
  returning ${DIALOG_NOW}, coalesce(d.last_order > :vendorOrder, false) as late, (xmax = 0) as is_new
), message as (${messageOf(one)}
  from dialog d left join early on true
)
select ${INCOMING_RESULT} from dialog`;

/** Rows of a list `given`; `isLate`: when its commit does not wait for the disk, if ever. */
const withGiven = (columns: string, isLate?: string): string => `
with ${isLate === undefined ? '' : `${lateIf(isLate)}, `}given as (
  ${listOf(`${isLate === undefined ? '' : 'late cross join '}json_to_recordset(:messages) as listed ("accountId" uuid, "channelId" uuid, "newDialogId" uuid, "messageId" uuid, "chatId" text, "dialogName" text,
    "firstName" text, "userName" text, language text, phone text, "isGroup" bool, "authorId" text, "authorName" text, text text, preview text, attachments jsonb,
    "vendorId" text, "vendorOrder" int8, "albumId" text, "clientId" text, "replyVendorId" text, "replyText" text, context jsonb, "sentAt" timestamptz,
    now timestamptz, "dueAt" timestamptz, "comeBackAt" timestamptz, silence text, "laterSilence" text, "isOpening" bool, ${columns})`)}
)`;

/**
 * The dialog of the chat of a message `h`, if it is there. A range: of an equality the planner believes, while it knows of
 * few dialogs, that another index does, and reads all dialogs of the channel for each message.
 */
const OF_CHAT = `account_id = h."accountId" and channel_id = h."channelId" and chat_id >= h."chatId" and chat_id <= h."chatId"
    order by chat_id limit 1`;

/** And those of them whose dialogs are there already and held by nobody. */
const givenSql = (columns: string, isLate?: string): string => `${withGiven(columns, isLate)}, held as (
  select h.*, locked.id as "dialogId", locked.lease_epoch as "heldEpoch",
    locked.version = (select d.version from dialogs d where d.account_id = h."accountId" and d.id = locked.id) as "isUnchanged" from given h cross join lateral (
    select id, lease_epoch, version from dialogs where ${OF_CHAT} for update skip locked) locked
  limit :count
)`;

/**
 * The claim of the answer to a message `h`, where it is due at once and its process may give it. What was said is read as it
 * was when the statement began: of a dialog that has changed since, it is claimed by a statement of its own.
 */
const IS_CLAIMED = `${asksBy('h', ofList)} and h.claimer is not null and h."isUnchanged" and h.answer_due_at <= h."claimedAt"
    and (d.words_until is null or d.words_until <= h."claimedAt") and (d.lease_until is null or d.lease_until <= h."claimedAt")`;
const CLAIM_IF_DUE = `,
    lease_epoch = d.lease_epoch + case when ${IS_CLAIMED} then 1 else 0 end,
    answer_attempt = d.answer_attempt + case when ${IS_CLAIMED} then 1 else 0 end,
    lease_owner = case when ${IS_CLAIMED} then h.claimer else d.lease_owner end,
    lease_until = case when ${IS_CLAIMED} then h."claimedAt" + interval '${CLAIM_SECONDS} seconds' else d.lease_until end`;
const claimTold = (epoch: string): string => `, d.account_id, d.lease_epoch > ${epoch} as is_taken, ${claimedOf('d')}`;

/** The same of a dialog that the message opens. */
const IS_OPENED_CLAIMED = 'h.claimer is not null and h.answer_due_at <= h."claimedAt"';
const OPEN_AND_CLAIM = `
  insert into dialogs as d (${OPENING_COLUMNS}, lease_epoch, answer_attempt, lease_owner, lease_until)
  select ${OPENING_COLUMNS}, case when ${IS_OPENED_CLAIMED} then 1 else 0 end, case when ${IS_OPENED_CLAIMED} then 1 else 0 end,
    case when ${IS_OPENED_CLAIMED} then h.claimer end, case when ${IS_OPENED_CLAIMED} then h."claimedAt" + interval '${CLAIM_SECONDS} seconds' end
  from told h where h."dialogId" is null order by account_id, channel_id, chat_id
  returning ${DIALOG_NOW}, false as late, true as is_new, (select h."messageId" from next h where h."newDialogId" = d.id) as "messageId"${claimTold('0')}`;

/** What customers changed in messages `next` before these arrived. */
const EARLY = `early as (
  select h."messageId", e.text, e.preview, e.edited_at, e.canceled from next h cross join lateral (
    select * from early_changes where account_id = h."accountId" and channel_id = h."channelId" and chat_id = h."chatId" and vendor_id = h."vendorId" offset 0) e
)`;

/** The messages `next` are stored, as `storeIncomingSql` does it; with claims those without a dialog open it. */
const storeNextSql = ({ claims }: { claims: boolean }): string => `${EARLY}, told as (
  select h."messageId", h."dialogId", h."laterSilence", h."isOpening", h."comeBackAt", h."vendorOrder", ${claims ? 'h.claimer, h."claimedAt", h."heldEpoch", h."isUnchanged", ' : ''}${openingOf(ofList)}
  from next h left join early on early."messageId" = h."messageId"
), ${claims ? 'changed' : 'dialog'} as (
  update dialogs d set ${changesBy('h', ofList)}${claims ? CLAIM_IF_DUE : ''}
  from told h where d.account_id = h.account_id and d.id = h."dialogId"
  returning ${DIALOG_NOW}, coalesce(d.last_order > h."vendorOrder", false) as late, false as is_new, h."messageId"${claims ? claimTold('h."heldEpoch"') : ''}
), ${claims ? `opened as (${OPEN_AND_CLAIM}), dialog as (select * from changed union all select * from opened), ` : ''}stored as (${messageOf(ofList)}
  from dialog d join next h on h."messageId" = d."messageId" left join early on early."messageId" = h."messageId"
  returning ${claims ? STORED_COLUMNS : 'id'}
)`;

/** Whether the chat of a message `h` has no dialog: a value, since the planner may turn an `exists` into a look at all dialogs. */
const OPENS_DIALOG = `(select id from dialogs where ${OF_CHAT}) is null`;

/** The message `o` of the list is of the chat of `h` and comes before it. */
const IS_OLDER_OF_CHAT =
  'o."accountId" = h."accountId" and o."channelId" = h."channelId" and o."chatId" = h."chatId" and o."messageId" < h."messageId"';

/**
 * `columns`: what the caller knows of a message beyond `INCOMING_PARAMS`; `isNext`: its query that locks what allows the
 * message `h`; `settle`: its statement for those that are stored, `h` among `stored`.
 */
type StoredMany = { columns: string; isNext: string; settle: string };

/**
 * The same for a list, of dialogs that are there already; one whose rows somebody holds is left out.
 */
export const storeManySql = ({ columns, isNext, settle }: StoredMany): string => `${givenSql(columns)}, next as (
  select h.* from held h cross join lateral (${isNext} for update skip locked) locked limit :count
), ${storeNextSql({ claims: false })}, settled as (${settle})
select h."messageId" as message_id, ${INCOMING_RESULT}, dialog.id is null and ${OPENS_DIALOG} as opens_dialog
from given h left join dialog on dialog."messageId" = h."messageId"`;

/**
 * The same for a list of messages that each open a dialog; one whose dialog is there by now is left out. In the order of
 * chats: two lists that open the same dialogs wait for each other in one order.
 */
export const openManySql = ({ columns, isNext, settle }: StoredMany): string => `${withGiven(columns)}, next as (
  select h.* from given h cross join lateral (${isNext} for update skip locked) locked limit :count
), ${EARLY}, opened as (
  select ${openingOf(ofList)} from next h left join early on early."messageId" = h."messageId"
  order by h."accountId", h."channelId", h."chatId"
), dialog as (
  insert into dialogs as d (${OPENING_COLUMNS}) select ${OPENING_COLUMNS} from opened on conflict do nothing
  returning ${DIALOG_NOW}, false as late, true as is_new
), stored as (${messageOf(ofList)}
  from dialog d join next h on h."newDialogId" = d.id left join early on early."messageId" = h."messageId"
  returning id
), settled as (${settle})
select h."messageId" as message_id, ${INCOMING_RESULT} from dialog join next h on h."newDialogId" = dialog.id`;

/**
 * For a list of which nothing is stored yet: what makes a message durable, the message, its dialog where it opens one, and
 * the claim of its answer, in one. It fails where somebody else opens one of these dialogs at the same time. `isNext`: whether
 * the message `h` may be stored now; `keep`: the statement of the caller that stores all of `given`, told by `ready` which of
 * them are read at once, and returns those that are no repeats; `isKept`: whether a row of these, `kept`, is that of the
 * message `h`. A row for each message that is no repeat, without a dialog where it is left to be read.
 */
export const acceptManySql = ({
  columns,
  isNext,
  keep,
  isKept,
}: {
  columns: string;
  isNext: string;
  keep: string;
  isKept: string;
}): string => `${givenSql(`${columns}, claimer uuid, "claimedAt" timestamptz`, ':isLate')}, ready as (
  select h.* from (select * from held union all select h.*, null, 0, true from given h where ${OPENS_DIALOG}) h
  where ${isNext} and not exists (select 1 from given o where ${IS_OLDER_OF_CHAT}) limit :count
), kept as (${keep}), next as (
  select h.* from ready h join kept on ${isKept}
), ${storeNextSql({ claims: true })}
select h."messageId" as message_id, dialog.id as dialog_id, dialog.last_seq as seq, dialog.version, dialog.is_new, dialog.name = '' as is_nameless, dialog.answer_due_at,
  ${claimStored({ now: 'h.now' })}
from given h join kept on ${isKept} left join dialog on dialog."messageId" = h."messageId"`;

/** Stores a customer's message in the caller's transaction. A known vendor id fails with 23505. */
export const storeIncoming = statement({
  sql: storeIncomingSql('select 1'),
  params: INCOMING_PARAMS,
  row: INCOMING_ROW,
});

/** The declared row of `acceptManySql`. */
export const ACCEPTED_ROW = {
  messageId: present('uuid'),
  dialogId: nullable('uuid'),
  seq: nullable('int8'),
  version: nullable('int8'),
  isNew: nullable('bool'),
  isNameless: nullable('bool'),
  answerDueAt: nullable('timestamptz'),
  ...CLAIMED_OR_NOT,
} as const;

/** The declared row of `storeManySql`: its dialog is null where the message is not stored. */
export const STORED_OR_NOT_ROW = {
  messageId: present('uuid'),
  dialogId: nullable('uuid'),
  seq: nullable('int8'),
  version: nullable('int8'),
  isNew: nullable('bool'),
  isNameless: nullable('bool'),
  answerDueAt: nullable('timestamptz'),
  /** There is no dialog of its chat. */
  opensDialog: present('bool'),
} as const;

/** A customer's message on its way in. */
export type IncomingMessage = ParamsOf<typeof storeIncoming>;

export type StoredMessage = RowOf<typeof storeIncoming>;
/** Of a message that is no repeat; its dialog is null where it is left to be read. */
export type AcceptedMessage = RowValues<typeof ACCEPTED_ROW>;
