/*
 * Rules that several statements on dialogs share, as SQL. Those that set columns stand in `update dialogs … set`.
 */

/** A node renews its leases and claims while it works; one that stops loses them after this time. */
export const CLAIM_SECONDS = 25;

/** Nobody works on an answer. */
export const RELEASE_LEASE = 'lease_owner = null, lease_until = null';

/** The right to speak changes hands: an answer in preparation is dropped. */
export const REVOKE_LEASE = `${RELEASE_LEASE}, lease_epoch = lease_epoch + 1`;

/** Whatever the customer wrote so far needs no automatic answer any more. */
export const CLOSE_TURN = `answer_due_at = null, answered_seq = turn_seq, ${REVOKE_LEASE}`;

/** A person of the business spoke: the assistant pauses, and nobody waits for a person. */
export const PERSON_SPOKE = `paused = true, waiting_since = null, hand_over_reason = null, ${CLOSE_TURN}`;

/**
 * Customer's messages of a dialog of `:accountId` that no answer covers and that no reason of silence explains; `message` is
 * the alias of the messages. `dialogId` is the same for all rows, so that the last answer is looked up once and not for
 * each message.
 */
export const isUnanswered = ({ message, dialogId }: { message: string; dialogId: string }): string =>
  `${message}.account_id = :accountId and ${message}.dialog_id = ${dialogId} and ${message}.author = 'customer' and ${message}.silence is null
    and ${message}.seq > (select coalesce(max(answer.turn_seq), 0) from messages answer
      where answer.account_id = :accountId and answer.dialog_id = ${dialogId} and answer.turn_seq is not null)`;
