import type { DialogContext } from '@otvet/contract';
import { json, nullable, oneOf, present, type RowValues, statement } from '../../platform/database/statement.ts';
import { HISTORY_LENGTH, isUnanswered, PERSON_SPOKE } from './fragments.ts';

const CHAT = { accountId: 'uuid', channelId: 'uuid', chatId: 'text' } as const;
const OF_CHAT = 'account_id = :accountId and channel_id = :channelId and chat_id = :chatId';
const CHANGED = { dialogId: 'uuid', version: 'int8' } as const;
/** `answerDueAt`: when the open turn is to be answered. */
const REOPENED = { ...CHANGED, answerDueAt: nullable('timestamptz') } as const;
/** `changedSeq`: the first message whose words are gone; null where none are. */
const TAKEN_BACK = { ...REOPENED, changedSeq: nullable('int8') } as const;

const IS_OPEN = 'd.answer_due_at is not null and d.answered_seq < changed.seq';
/** Asked in the open turn, or said before it: lines of the system, at most as many again, stand between what an answer reads. */
const IS_READ = `(${IS_OPEN} or changed.seq > d.last_seq - ${2 * HISTORY_LENGTH})`;
/** An answer in preparation was made from words that are gone: it is dropped and made again. */
const remakeAnswer = (isGone: string) => `
    lease_epoch = d.lease_epoch + case when ${isGone} then 1 else 0 end,
    lease_owner = case when ${isGone} then null else d.lease_owner end,
    lease_until = case when ${isGone} then null else d.lease_until end`;

/** The question says something else than what was answered: it is not answered again. */
const IS_LATE = `changed.is_new_question and not (${IS_OPEN})`;
const CALLS_PERSON = `:wantsPerson and ${IS_LATE} and not d.paused and not d.banned`;

/**
 * Applies an edit by the customer, unless a newer one is here; one whose message is not here yet waits for it. The new
 * text of an answered question gets no answer; where it asks for a person, one is called.
 */
export const editIncoming = statement({
  sql: `
with message as (
  select m.dialog_id, m.seq, m.edited_at, m.text <> :text as has_new_text, coalesce(m.silence, 'edited') = 'edited' and not m.canceled and m.text <> :text as is_new_question from messages m join dialogs d on d.account_id = m.account_id and d.id = m.dialog_id
  where m.account_id = :accountId and d.channel_id = :channelId and d.chat_id = :chatId and m.vendor_id = :vendorId and m.author = 'customer'
), early as (
  insert into early_changes as known (account_id, channel_id, chat_id, vendor_id, text, preview, edited_at, created_at)
  select :accountId, :channelId, :chatId, :vendorId, :text, :preview, :editedAt, :now where not exists (select 1 from message)
  on conflict (account_id, channel_id, chat_id, vendor_id) do update set text = excluded.text, preview = excluded.preview, edited_at = excluded.edited_at
  where known.edited_at is null or known.edited_at <= excluded.edited_at
), changed as (
  select dialog_id, seq, has_new_text, is_new_question from message where edited_at is null or edited_at <= :editedAt
), dialog as (
  update dialogs d set version = d.version + 1,
    waiting_since = case when ${CALLS_PERSON} then coalesce(d.waiting_since, :now) else d.waiting_since end,
    hand_over_reason = case when ${CALLS_PERSON} and d.waiting_since is null then 'customer_asked' else d.hand_over_reason end, ${remakeAnswer(`changed.has_new_text and ${IS_READ}`)}
  from changed where d.account_id = :accountId and d.id = changed.dialog_id
  returning d.id, d.version, changed.seq, case when changed.has_new_text then changed.seq end as changed_seq, d.answer_due_at,
    ${IS_LATE} as is_late, ${CALLS_PERSON} as calls_person, ${CALLS_PERSON} and d.waiting_since = :now as begins_wait
)
update messages m set text = :text, edited_at = :editedAt, version = dialog.version,
  silence = case when dialog.calls_person then 'handed_over' when dialog.is_late then 'edited' else m.silence end
from dialog where m.account_id = :accountId and m.dialog_id = dialog.id and m.seq = dialog.seq
returning m.dialog_id, m.version, dialog.answer_due_at, dialog.changed_seq, dialog.calls_person, dialog.begins_wait`,
  params: {
    ...CHAT,
    vendorId: 'text',
    text: 'text',
    preview: 'text',
    editedAt: 'timestamptz',
    wantsPerson: 'bool',
    now: 'timestamptz',
  },
  row: { ...TAKEN_BACK, callsPerson: 'bool', beginsWait: present('bool') },
});

/** Tells a customer who waits from now on that a person is called, unless that was said a short time before. */
export const sayCall = statement({
  sql: `
with dialog as (
  update dialogs set version = version + 1, last_seq = last_seq + 1, last_at = :now, handed_over_at = :now
  where account_id = :accountId and id = :dialogId and coalesce(handed_over_at, '-infinity') <= :calledBefore
  returning account_id, id, last_seq, version
)
insert into messages (account_id, dialog_id, seq, id, version, place, author, text, created_at, state, decision, reason, queued_at)
select account_id, id, last_seq, :messageId, version, last_seq, 'assistant', :text, :now, :state, 'hand-over', 'customer_asked', :sharedNow
from dialog returning version`,
  params: {
    accountId: 'uuid',
    dialogId: 'uuid',
    messageId: 'uuid',
    text: 'text',
    state: oneOf(['queued', 'sent']),
    now: 'timestamptz',
    sharedNow: 'timestamptz',
    calledBefore: 'timestamptz',
  },
  row: { version: 'int8' },
});

/** Marks messages that the customer deleted; those that are not here yet are stored as deleted when they come. */
export const cancelIncoming = statement({
  sql: `
with named as (
  select distinct vendor_id from unnest(:vendorIds) as list (vendor_id)
), message as (
  select m.dialog_id, m.seq, m.author, m.vendor_id, m.canceled from messages m join dialogs d on d.account_id = m.account_id and d.id = m.dialog_id
  where m.account_id = :accountId and d.channel_id = :channelId and d.chat_id = :chatId and m.vendor_id = any(:vendorIds)
), early as (
  insert into early_changes (account_id, channel_id, chat_id, vendor_id, canceled, created_at)
  select :accountId, :channelId, :chatId, named.vendor_id, true, :now from named
  where not exists (select 1 from message where message.vendor_id = named.vendor_id)
  on conflict (account_id, channel_id, chat_id, vendor_id) do update set canceled = true
), changed as (
  select dialog_id, min(seq) filter (where author = 'customer') as seq from message where not canceled group by dialog_id
), dialog as (
  update dialogs d set version = d.version + 1, ${remakeAnswer(IS_READ)}
  from changed where d.account_id = :accountId and d.id = changed.dialog_id
  returning d.id, d.version, changed.seq as changed_seq, d.answer_due_at
), canceled as (
  update messages m set canceled = true, version = dialog.version
  from dialog where m.account_id = :accountId and m.dialog_id = dialog.id and m.vendor_id = any(:vendorIds) and not m.canceled
)
select id as dialog_id, version, answer_due_at, changed_seq from dialog`,
  params: { ...CHAT, vendorIds: 'text[]', now: 'timestamptz' },
  row: TAKEN_BACK,
});

/**
 * Words that the customer took back stand in no record of an answer that may have read them: of the first one behind them,
 * however long the turn was, and of those behind it as far as an answer reads.
 */
export const forgetWords = statement({
  sql: `
update messages m set version = :version, debug = (debug::jsonb - 'openQuestions' || jsonb_build_object('content', '', 'keywords', jsonb_build_array(),
  'steps', (select coalesce(jsonb_agg(regexp_replace(step, '^(retrieval: .*?), of .*$', '\\1') order by place), '[]')
    from jsonb_array_elements_text(debug::jsonb -> 'steps') with ordinality as taken (step, place))))::json
where account_id = :accountId and dialog_id = :dialogId and author = 'assistant' and debug is not null
  and seq > :changedSeq and seq <= greatest((
    select min(first.seq) from messages first where first.account_id = :accountId and first.dialog_id = :dialogId and first.seq > :changedSeq
      and first.author = 'assistant' and first.debug is not null), coalesce((
    select r.seq from messages r where r.account_id = :accountId and r.dialog_id = :dialogId and r.seq > :changedSeq
      and not r.canceled and r.author <> 'system' order by r.seq offset ${HISTORY_LENGTH - 1} limit 1), m.seq))`,
  params: { accountId: 'uuid', dialogId: 'uuid', version: 'int8', changedSeq: nullable('int8') },
});

/** Changes that waited in vain for their message, of all accounts. */
export const deleteEarlyChanges = statement({
  sql: 'delete from early_changes where created_at < :before',
  params: { before: 'timestamptz' },
});

/** Notes that the customer blocked the channel (a reason) or came back (null). */
export const setReachable = statement({
  sql: `
update dialogs set version = version + 1, unreachable_reason = :reason
where ${OF_CHAT} and unreachable_reason is distinct from :reason
returning id as dialog_id, version`,
  params: { ...CHAT, reason: nullable('text') },
  row: CHANGED,
});

/** Who the customer is, as the platform says when asked; what people of the business wrote stays. */
export const updateProfile = statement({
  sql: `
update dialogs set version = version + 1, name = case when is_group or :name = '' then name else :name end,
  first_name = coalesce(nullif(:firstName, ''), first_name), user_name = coalesce(:userName, user_name),
  language = coalesce(language, :language), phone = coalesce(phone, :phone), email = coalesce(email, :email),
  soc_link = coalesce(soc_link, :profileUrl), context = coalesce(:context, context)
where ${OF_CHAT} returning id as dialog_id, version`,
  params: {
    ...CHAT,
    name: 'text',
    firstName: 'text',
    userName: nullable('text'),
    language: nullable('text'),
    phone: nullable('text'),
    email: nullable('text'),
    profileUrl: nullable('text'),
    context: nullable(json<DialogContext>()),
  },
  row: CHANGED,
});

/**
 * Follows a chat to its new id on the platform (a group that became a supergroup). The new chat numbers its messages
 * from the beginning: numbers of the old one must neither meet theirs nor be their past.
 */
export const moveChat = statement({
  sql: `
with dialog as (
  update dialogs set chat_id = :toChatId, version = version + 1, last_order = null
  where ${OF_CHAT}
    and not exists (select 1 from dialogs other where other.account_id = :accountId and other.channel_id = :channelId and other.chat_id = :toChatId)
  returning id, version
), renamed as (
  update messages set vendor_id = :chatId || ':' || vendor_id, vendor_order = null
  from dialog where account_id = :accountId and dialog_id = dialog.id and vendor_id is not null
)
select id as dialog_id, version from dialog`,
  params: { ...CHAT, toChatId: 'text' },
  row: CHANGED,
});

/** A person of the business answered on the platform itself: recorded, the assistant pauses, the open turn is theirs. */
export const storeOwnMessage = statement({
  sql: `
with dialog as (
  update dialogs set last_seq = last_seq + 1, version = version + 1, operator_seq = last_seq + 1, last_text = :preview,
    last_author = 'operator', last_at = :now, taken_by_id = null, taken_by_name = null, ${PERSON_SPOKE}
  where ${OF_CHAT} returning account_id, id, last_seq, version
), silenced as (
  update messages m set silence = 'operator_spoke', version = dialog.version
  from dialog where ${isUnanswered({ message: 'm', dialogId: '(select id from dialog)' })}
)
insert into messages (account_id, dialog_id, seq, id, version, place, author, text, vendor_id, created_at, sent_at, state)
select account_id, id, last_seq, :messageId, version, last_seq, 'operator', :text, :vendorId, :now, :sentAt, 'sent' from dialog
returning dialog_id, version`,
  params: {
    ...CHAT,
    messageId: 'uuid',
    text: 'text',
    preview: 'text',
    vendorId: 'text',
    now: 'timestamptz',
    sentAt: 'timestamptz',
  },
  row: CHANGED,
});

/** A part of a long text is echoed alone; shorter pieces than this stand in too many texts. */
const MIN_PART_LENGTH = 20;

/** A message of ours on its way to a chat. */
export const findSending = statement({
  sql: `select m.id from messages m join dialogs d on d.account_id = m.account_id and d.id = m.dialog_id
  where m.account_id = :accountId and d.channel_id = :channelId and d.chat_id = :chatId and m.state = 'sending' limit 1`,
  params: CHAT,
  row: { id: 'uuid' },
});

/** A send whose answer is not here: lost, or lost and to be repeated where the platform drops the repeat. */
const MAY_HAVE_ARRIVED = "(m.state = 'unknown' or m.state in ('queued', 'retry') and m.unsure_since is not null)";

/** A part of a text that was sent in parts. */
const IS_PART = `length(:text) >= ${MIN_PART_LENGTH} and position(:text in m.text) > 0`;

/** The platform shows all of a message that waits to be sent again: its one text or its one file, or both together. */
const IS_WHOLE = 'm.text = :text and jsonb_array_length(m.attachments) = case when :hasAttachments then 1 else 0 end';

/** Its whole text, or the last part of it, after which nothing of the text is missing. */
const HAS_END = 'right(m.text, length(:text)) = :text';

/**
 * Recognises the platform's echo of our own message: by its id, else by its text among those that may have arrived (an echo
 * without a text can only be one without a text); while one is under way, its echo waits for the answer (`findSending`). An
 * unknown delivery becomes sent by its end, and where it was the only one, nobody needs to look after it; one that is to be
 * sent again becomes sent where the echo shows all of it; the dialog is locked before (`lockDialogOfChat`), and one that is claimed
 * at this moment is under way. Any other part only is ours: the rest may be missing.
 */
export const matchEcho = statement({
  sql: `
with candidate as (
  select m.dialog_id, m.seq, m.state = 'unknown' and ${HAS_END} or m.state in ('queued', 'retry') and ${IS_WHOLE} as has_arrived
  from messages m join dialogs d on d.account_id = m.account_id and d.id = m.dialog_id
  where m.account_id = :accountId and d.channel_id = :channelId and d.chat_id = :chatId and m.author in ('assistant', 'operator')
    and (m.vendor_id = :vendorId or :vendorId = any(m.sent_parts) or ${MAY_HAVE_ARRIVED}
      and (m.vendor_id is null and m.text = :text and (m.text <> '' or :hasAttachments) or ${IS_PART}))
  order by (m.vendor_id = :vendorId or :vendorId = any(m.sent_parts)) desc nulls last, m.seq limit 1 for update of m
), dialog as (
  update dialogs d set version = d.version + 1,
    waiting_since = case when candidate.is_awaited then null else d.waiting_since end,
    hand_over_reason = case when candidate.is_awaited then null else d.hand_over_reason end
  from (
    select c.dialog_id, c.has_arrived and w.hand_over_reason = 'unconfirmed' and not exists (select 1 from messages o
      where o.account_id = :accountId and o.dialog_id = c.dialog_id and o.seq <> c.seq and o.author = 'assistant' and o.state = 'unknown') as is_awaited
    from candidate c join dialogs w on w.account_id = :accountId and w.id = c.dialog_id
  ) candidate
  where d.account_id = :accountId and d.id = candidate.dialog_id returning d.id, d.version
)
update messages set version = dialog.version, state = case when has_arrived then 'sent' else state end,
  state_reason = case when has_arrived then null else state_reason end, retry_at = case when has_arrived then null else retry_at end,
  unsure_since = case when has_arrived then null else unsure_since end,
  vendor_id = case when has_arrived or state in ('unknown', 'sent') then coalesce(vendor_id, :vendorId) else vendor_id end
from dialog, candidate where messages.account_id = :accountId and messages.dialog_id = dialog.id and messages.seq = candidate.seq
returning messages.dialog_id, messages.version`,
  params: { ...CHAT, vendorId: 'text', text: 'text', hasAttachments: 'bool' },
  row: CHANGED,
});

export type ReopenedTurn = RowValues<typeof REOPENED>;
