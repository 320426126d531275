import { speakerLines } from '@otvet/contract';
import { nullable, oneOf, present, type RowOf, statement } from '../../platform/database/statement.ts';
import { CLOSE_TURN, IS_LEFT, isUnanswered, NOBODY_WAITS, REVOKE_LEASE, silenceOpen, WRITE_LINE } from './fragments.ts';

/*
 * Who has a dialog: a person takes it over, hands it back, or leaves it, and then the assistant comes back by itself.
 * The dialog is locked by a statement before (`lockDialogOfChat`, `lockLeft`), so that these see what was committed last.
 */

const DIALOG = { accountId: 'uuid', dialogId: 'uuid' } as const;
const OF_DIALOG = 'd.account_id = :accountId and d.id = :dialogId';
const VERSION = { version: 'int8' } as const;
const LINE = {
  lineId: 'uuid',
  userId: nullable('text'),
  userName: nullable('text'),
  line: oneOf(speakerLines),
  now: 'timestamptz',
} as const;

/**
 * A person takes the dialog: an answer in preparation is dropped, and a customer without an answer waits for that person
 * from now on. Nothing when a person has it already.
 */
export const pauseDialog = statement({
  sql: `
with open as (
  select exists (select 1 from messages m where ${isUnanswered({ message: 'm', dialogId: ':dialogId' })} and not m.canceled) as is_open
), dialog as (
  update dialogs d set paused = true, taken_by_id = :userId, taken_by_name = :userName, last_seq = d.last_seq + 1, version = d.version + 1, ${CLOSE_TURN},
    waiting_since = case when open.is_open then coalesce(d.waiting_since, :now) else d.waiting_since end,
    hand_over_reason = case when open.is_open and d.waiting_since is null then 'taken_over' else d.hand_over_reason end,
    come_back_at = case when open.is_open or d.waiting_since is not null then :comeBackAt end
  from open where ${OF_DIALOG} and not d.paused
  returning d.account_id, d.id, d.last_seq, d.version
), silenced as (${silenceOpen('taken_over')}
), line as (${WRITE_LINE}
)
select version from dialog`,
  params: { ...DIALOG, ...LINE, comeBackAt: nullable('timestamptz') },
  row: VERSION,
});

/** A person takes the dialog by writing: the line before the message. */
export const storeLine = statement({
  sql: `
with dialog as (
  update dialogs d set last_seq = d.last_seq + 1, version = d.version + 1 where ${OF_DIALOG} and not d.banned
  returning d.account_id, d.id, d.last_seq, d.version
)${WRITE_LINE}`,
  params: { ...DIALOG, ...LINE },
});

/**
 * The assistant may speak again; tells when an answer is due now: to what the customer wrote while a person had the
 * dialog and nobody answered, unless it is older than `openSince`. With `keepsWait` whoever gets no answer by it goes on
 * waiting for a person. The next call for a person is said in words again, however long ago the last one was.
 */
export const resumeDialog = statement({
  sql: `
with open as (
  select coalesce(max(m.seq), 0) as seq, coalesce(min(m.seq), 0) as first from messages m join dialogs d on d.account_id = m.account_id and d.id = m.dialog_id
  where ${OF_DIALOG} and ${IS_LEFT} and m.created_at > :openSince and m.seq > d.operator_seq
    and not exists (select 1 from messages a where a.account_id = :accountId and a.dialog_id = :dialogId
      and a.author not in ('customer', 'system') and a.state <> 'canceled' and a.seq > m.seq)
), before as (
  select d.paused or d.waiting_since is not null as is_told from dialogs d where ${OF_DIALOG}
), dialog as (
  update dialogs d set paused = false, taken_by_id = null, taken_by_name = null, last_seq = d.last_seq + case when before.is_told then 1 else 0 end, version = d.version + 1, ${REVOKE_LEASE},
    waiting_since = case when :keepsWait and open.seq = 0 then d.waiting_since end,
    hand_over_reason = case when :keepsWait and open.seq = 0 then d.hand_over_reason end,
    come_back_at = null, handed_over_at = null,
    turn_seq = greatest(d.turn_seq, open.seq),
    answered_seq = case when open.seq > 0 then least(d.answered_seq, open.first - 1) else d.answered_seq end,
    answer_due_at = case when open.seq > 0 then :sharedNow when d.turn_seq > d.answered_seq then coalesce(d.answer_due_at, :sharedNow) end
  from open, before where ${OF_DIALOG}
  returning d.account_id, d.id, d.last_seq, d.version, d.answer_due_at, before.is_told
), reopened as (
  update messages m set silence = null, version = dialog.version from open, dialog
  where m.account_id = :accountId and m.dialog_id = :dialogId and ${IS_LEFT} and m.created_at > :openSince and open.seq > 0 and m.seq >= open.first
), line as (${WRITE_LINE} where is_told
)
select version, answer_due_at from dialog`,
  params: { ...DIALOG, ...LINE, openSince: 'timestamptz', sharedNow: 'timestamptz', keepsWait: 'bool' },
  row: { ...VERSION, answerDueAt: nullable('timestamptz') },
});

const IS_TIME = 'd.come_back_at <= :sharedNow and d.paused and not d.banned';

/** Dialogs of all accounts whose person has left the customer without an answer for too long, the longest first. */
export const findLeft = statement({
  sql: `select d.account_id, d.id as dialog_id, d.channel_id, d.chat_id, d.unreachable_reason is not null as is_unreachable from dialogs d where ${IS_TIME}
    order by d.come_back_at limit :limit`,
  params: { sharedNow: 'timestamptz', limit: 'int4' },
  row: { ...DIALOG, channelId: 'uuid', chatId: 'text', isUnreachable: present('bool') },
});
export type LeftDialog = RowOf<typeof findLeft>;

/** Keeps it until the end of the transaction, if it is still left: nobody answered meanwhile, and no other node was faster. */
export const lockLeft = statement({
  sql: `select d.id from dialogs d where ${OF_DIALOG} and ${IS_TIME} and d.unreachable_reason is null for update`,
  params: { ...DIALOG, sharedNow: 'timestamptz' },
  row: { id: 'uuid' },
});

/** The owner does not want the assistant back, or nobody can write to the customer: the dialog is left to a person. */
export const stayAway = statement({
  sql: `update dialogs d set come_back_at = null where ${OF_DIALOG}`,
  params: DIALOG,
});

/** An answer to what the customer wrote was withdrawn because a person has the dialog: the customer waits for that person. */
export const waitForPerson = statement({
  sql: `update dialogs d set waiting_since = coalesce(d.waiting_since, :now), come_back_at = coalesce(d.come_back_at, :comeBackAt),
      hand_over_reason = case when d.waiting_since is null then 'taken_over' else d.hand_over_reason end
    where ${OF_DIALOG} and d.paused and not d.banned`,
  params: { ...DIALOG, now: 'timestamptz', comeBackAt: nullable('timestamptz') },
});

/** The customer deleted what nobody had answered: nobody waits where nothing else is left. */
export const endWaitOfDeleted = statement({
  sql: `update dialogs d set ${NOBODY_WAITS}
    where ${OF_DIALOG} and d.paused and d.hand_over_reason = 'taken_over'
      and not exists (select 1 from messages m where m.account_id = :accountId and m.dialog_id = :dialogId and ${IS_LEFT} and m.seq > d.operator_seq)`,
  params: DIALOG,
});
