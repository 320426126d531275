import { decisionKinds } from '@otvet/contract';
import { nullable, oneOf, type RowOf, statement } from '../../platform/database/statement.ts';
import { isUnanswered } from './fragments.ts';

const DIALOG = { accountId: 'uuid', dialogId: 'uuid' } as const;
const WITHDRAWN = {
  version: 'int8',
  createdAt: 'timestamptz',
  decision: nullable(oneOf(decisionKinds)),
  counted: 'bool',
  isUnseen: 'bool',
} as const;

/**
 * Answers, by the alias `m`, that wait to be sent and that no person asked for. One that is being claimed
 * now is locked, and skipped: `recordDelivery` withdraws it if it must not be tried again.
 */
const UNSENT = `m.account_id = :accountId and m.dialog_id = :dialogId and m.author = 'assistant' and m.author_id is null
      and m.state in ('queued', 'retry')`;

/** Nothing of it left, as far as is known: one whose answer was lost may have arrived. */
const IS_UNSEEN = "m.sent_parts = '{}' and m.vendor_id is null and m.unsure_since is null";

/** The wait for a person began with this answer: it ends with it. */
const IS_CALL_WITHDRAWN =
  "exists (select 1 from withdrawn w where w.decision = 'hand-over' and w.created_at = d.waiting_since)";

/** An answer of which nothing left never was: its turn is free. Of one that left in part the rest is withdrawn. */
const WITHDRAW = `
  update messages m set state = 'canceled', state_reason = :reason, retry_at = null, canceled = withdrawn.is_unseen,
    turn_seq = case when withdrawn.is_unseen then null else m.turn_seq end, version = dialog.version
  from dialog, withdrawn where m.account_id = :accountId and m.dialog_id = :dialogId and m.seq = withdrawn.seq
  returning m.version, m.created_at, m.decision, m.counted, withdrawn.is_unseen`;

/** A person takes over: what the assistant has not said yet is not said. */
export const withdrawUnsent = statement({
  sql: `
with withdrawn as (
  select m.seq, ${IS_UNSEEN} as is_unseen from messages m where ${UNSENT} for update skip locked
), dialog as (
  update dialogs d set version = d.version + 1
  where d.account_id = :accountId and d.id = :dialogId and exists (select 1 from withdrawn) returning d.version
)${WITHDRAW}`,
  params: { ...DIALOG, reason: 'text' },
  row: WITHDRAWN,
});

/** The customer was not told that a person is called: when he was told last. */
export const unsayHandOver = statement({
  sql: `update dialogs set handed_over_at = (select max(m.created_at) from messages m
      where m.account_id = :accountId and m.dialog_id = :dialogId and m.decision = 'hand-over' and not m.canceled)
    where account_id = :accountId and id = :dialogId`,
  params: DIALOG,
});

/** The questions of an answer that was withdrawn after its send had failed. */
export const explainWithdrawn = statement({
  sql: `update messages m set silence = :reason, version = :version where ${isUnanswered({ message: 'm', dialogId: ':dialogId' })}`,
  params: { ...DIALOG, reason: oneOf(['taken_over', 'banned']), version: 'int8' },
});

/**
 * The answers to the question `changed` (a query for its seq) and to later ones are withdrawn, if nothing of them left,
 * and the questions are open again. All or none: where one is on its way, and where something later was decided
 * meanwhile, the change came too late; so it is with `isAlone` where later questions would be opened again.
 */
const reopen = ({ changed, isAlone }: { changed: string; isAlone: string }) => `
with changed as (${changed}
), unsent as (
  select m.seq, m.turn_seq, m.created_at, m.decision, true as is_unseen from messages m join changed on m.turn_seq >= changed.seq
  where ${UNSENT} and ${IS_UNSEEN} for update of m skip locked
), withdrawn as (
  select unsent.* from unsent, changed where (select count(*) from unsent) = (select count(*) from messages a
    where a.account_id = :accountId and a.dialog_id = :dialogId and a.turn_seq >= changed.seq)
    and (not (${isAlone}) or (select count(*) from unsent) = 1)
    and (select max(turn_seq) from unsent) = (select d.answered_seq from dialogs d where d.account_id = :accountId and d.id = :dialogId)
), dialog as (
  update dialogs d set version = d.version + 1,
    waiting_since = case when ${IS_CALL_WITHDRAWN} then null else d.waiting_since end,
    hand_over_reason = case when ${IS_CALL_WITHDRAWN} then null else d.hand_over_reason end,
    answered_seq = coalesce((select max(a.turn_seq) from messages a, changed
      where a.account_id = :accountId and a.dialog_id = :dialogId and a.turn_seq < changed.seq), 0),
    answer_due_at = greatest(d.answer_due_at, :sharedNow), answer_attempt = 0
  where d.account_id = :accountId and d.id = :dialogId and not d.paused and not d.banned and exists (select 1 from withdrawn)
  returning d.version
), opened as (
  update messages c set silence = null, version = dialog.version from dialog, changed
  where c.account_id = :accountId and c.dialog_id = :dialogId and c.seq >= changed.seq and c.author = 'customer' and c.silence = 'edited'
)${WITHDRAW}`;

/** The customer changes questions whose answers wait. `text`: of an edit; null for a deletion. */
export const reopenChanged = statement({
  sql: reopen({
    changed: `
  select min(c.seq) as seq from messages c where c.account_id = :accountId and c.dialog_id = :dialogId and c.author = 'customer'
    and c.vendor_id = any(:vendorIds) and coalesce(c.silence, 'edited') = 'edited' and not c.canceled
    and (:text::text is null or (c.text <> :text and (c.edited_at is null or c.edited_at <= :editedAt)))`,
    isAlone: ':text::text is not null',
  }),
  params: {
    ...DIALOG,
    vendorIds: 'text[]',
    text: nullable('text'),
    editedAt: nullable('timestamptz'),
    reason: 'text',
    sharedNow: 'timestamptz',
  },
  row: WITHDRAWN,
});

/** A send failed, and the questions of its turn were changed while it was under way: edited, or all of them deleted. */
export const reopenChangedMeanwhile = statement({
  sql: reopen({
    changed: `
  select min(c.seq) as seq from messages c join dialogs d on d.account_id = c.account_id and d.id = c.dialog_id
  where d.account_id = :accountId and d.id = :dialogId and c.author = 'customer' and c.seq <= d.answered_seq
    and c.seq > coalesce((select max(a.turn_seq) from messages a
      where a.account_id = :accountId and a.dialog_id = :dialogId and a.turn_seq < d.answered_seq), 0)
  having bool_or(c.silence = 'edited') or bool_and(c.canceled)`,
    isAlone: 'true',
  }),
  params: { ...DIALOG, reason: 'text', sharedNow: 'timestamptz' },
  row: WITHDRAWN,
});

export type WithdrawnAnswer = RowOf<typeof withdrawUnsent>;
