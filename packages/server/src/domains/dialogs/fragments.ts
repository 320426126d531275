/*
 * Rules that several statements on dialogs share, as SQL. Those that set columns stand in `update dialogs … set`.
 */

/** A node renews its leases and claims while it works; one that stops loses them after this time. */
export const CLAIM_SECONDS = 25;

/** Nobody works on an answer. */
export const RELEASE_LEASE = 'lease_owner = null, lease_until = null';

/** An answer is made from so many messages of its dialog. */
export const HISTORY_LENGTH = 24;

/** The right to speak changes hands: an answer in preparation is dropped. */
export const REVOKE_LEASE = `${RELEASE_LEASE}, lease_epoch = lease_epoch + 1`;

/** Whatever the customer wrote so far needs no automatic answer any more. */
export const CLOSE_TURN = `answer_due_at = null, offer_until = null, answered_seq = turn_seq, ${REVOKE_LEASE}`;

/** The customer picked none of the offered questions and wrote nothing else: a person is called now. */
export const IS_OFFER_OVER = 'answer_due_at is null and answered_seq = turn_seq and offer_until <= :now';

/** No customer is left without an answer. */
export const NOBODY_WAITS = 'waiting_since = null, hand_over_reason = null, come_back_at = null';

/** A voice message is answered from its words, if they come in time. */
export const IS_DUE = '(answer_due_at <= :now and (words_until is null or words_until <= :now))';

/** Nobody works on an answer, and one may be given. */
export const IS_UNTAKEN = '(lease_until is null or lease_until <= :now) and not paused and not banned';

/** A person of the business spoke: the assistant pauses, and nobody waits for a person. */
export const PERSON_SPOKE = `paused = true, ${NOBODY_WAITS}, ${CLOSE_TURN}`;

/** What the customer wrote, in messages `m`, while a person had the dialog. */
export const IS_LEFT = "m.author = 'customer' and not m.canceled and m.silence in ('paused', 'taken_over')";

/** A line of the conversation, for people of the business alone: who has the dialog from now on. The statement's part `dialog` gives its place. */
export const WRITE_LINE = `
  insert into messages (account_id, dialog_id, seq, id, version, place, author, author_id, author_name, text, created_at, state, reason)
  select account_id, id, last_seq, :lineId, version, last_seq, 'system', :userId, :userName, '', :now, 'sent', :line from dialog`;

/** Whether what our side said last in the dialog before the message `seq` has choices: their buttons may be on the screen. */
export const followsChoices = ({
  accountId = ':accountId',
  dialogId,
  seq,
}: {
  accountId?: string;
  dialogId: string;
  seq: string;
}): string => `coalesce((
  select o.choices is not null from messages o where o.account_id = ${accountId} and o.dialog_id = ${dialogId} and o.seq < ${seq}
    and o.author in ('assistant', 'operator') and o.state not in ('canceled', 'rejected') order by o.seq desc limit 1), false)`;

/**
 * Customer's messages of a dialog of `:accountId` that no answer covers and that no reason of silence explains; `message` is
 * the alias of the messages. `dialogId` is the same for all rows, so that the last answer is looked up once and not for
 * each message.
 */
export const isUnanswered = ({ message, dialogId }: { message: string; dialogId: string }): string =>
  `${message}.account_id = :accountId and ${message}.dialog_id = ${dialogId} and ${message}.author = 'customer' and ${message}.silence is null
    and ${message}.seq > (select coalesce(max(answer.turn_seq), 0) from messages answer
      where answer.account_id = :accountId and answer.dialog_id = ${dialogId} and answer.turn_seq is not null)`;

/** Why the open questions get no automatic answer, given by a person's doing in the statement's part `dialog`. */
export const silenceOpen = (reason: string): string => `
  update messages m set silence = '${reason}', version = dialog.version
  from dialog where ${isUnanswered({ message: 'm', dialogId: ':dialogId' })}`;
