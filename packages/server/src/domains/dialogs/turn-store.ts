import type { DebugRecord, DecisionKind, SilenceReason, Source } from '@otvet/contract';
import type { Queryable } from '../../platform/database/queryable.ts';
import { claimSeconds } from './delivery-store.ts';
import { previewOf } from './preview.ts';

/** A message as the assistant reads it. */
export type TurnMessage = {
  seq: number;
  author: 'customer' | 'assistant' | 'operator' | 'system';
  text: string;
  attachmentTypes: string[];
  replyText: string | null;
  createdAt: Date;
  /** Of the assistant's own messages: what it was and what it stood on. */
  decision: DecisionKind | null;
  sources: Source[];
};

/** The right to answer one turn of one dialog, valid while `epoch` is the dialog's. */
export type ClaimedTurn = {
  accountId: string;
  dialogId: string;
  channelId: string;
  chatId: string;
  epoch: number;
  turnSeq: number;
  dueAt: Date;
  attempt: number;
  isGroup: boolean;
  language: string | null;
  handedOverAt: Date | null;
  waitingSince: Date | null;
  /** Customer's messages that ask for this answer, oldest first. */
  turn: TurnMessage[];
  /** What was said before them, oldest first. */
  history: TurnMessage[];
};

type HistoryRow = {
  seq: number;
  author: TurnMessage['author'];
  text: string;
  types: string[];
  reply_text: string | null;
  created_at: string;
  silence: string | null;
  decision: DecisionKind | null;
  sources: Source[] | null;
};

type ClaimRow = {
  channel_id: string;
  chat_id: string;
  lease_epoch: string;
  turn_seq: string;
  answered_seq: string;
  answer_due_at: Date;
  answer_attempt: number;
  is_group: boolean;
  language: string | null;
  handed_over_at: Date | null;
  waiting_since: Date | null;
  history: HistoryRow[];
};

/** A node renews its leases while it works; one that stops loses them after this time. */
export const leaseSeconds = 25;
const historyLength = 24;

const claimSql = `
with dialog as (
  update dialogs set lease_epoch = lease_epoch + 1, lease_owner = $4, lease_until = $3::timestamptz + interval '${leaseSeconds} seconds', answer_attempt = answer_attempt + 1
  where account_id = $1 and id = $2 and answer_due_at <= $3 and (lease_until is null or lease_until <= $3) and not paused and not banned
  returning channel_id, chat_id, lease_epoch, turn_seq, answered_seq, answer_due_at, answer_attempt, is_group, language, handed_over_at, waiting_since
)
select dialog.*, (
  select coalesce(json_agg(h order by h.place), '[]'::json) from (
    select seq, place, author, text, reply_text, created_at, silence, decision, sources,
      (select coalesce(json_agg(item ->> 'type'), '[]'::json) from jsonb_array_elements(attachments) item) as types
    from messages where account_id = $1 and dialog_id = $2 and not canceled order by place desc limit ${historyLength}
  ) h
) as history
from dialog`;

function toTurnMessage(row: HistoryRow): TurnMessage {
  return {
    seq: row.seq,
    author: row.author,
    text: row.text,
    attachmentTypes: row.types,
    replyText: row.reply_text,
    createdAt: new Date(row.created_at),
    decision: row.decision,
    sources: row.sources ?? [],
  };
}

/** Takes the lease of a dialog whose answer is due; undefined when it is not due, taken, paused or banned. */
export async function claimTurn(
  db: Queryable,
  input: { accountId: string; dialogId: string; owner: string; now: Date },
): Promise<ClaimedTurn | undefined> {
  const { rows } = await db.query<ClaimRow>(claimSql, [input.accountId, input.dialogId, input.now, input.owner]);
  const row = rows[0];
  if (!row) return undefined;
  const answeredSeq = Number(row.answered_seq);
  const isOfTurn = (message: HistoryRow) =>
    message.author === 'customer' && message.seq > answeredSeq && message.silence === null;
  return {
    accountId: input.accountId,
    dialogId: input.dialogId,
    channelId: row.channel_id,
    chatId: row.chat_id,
    epoch: Number(row.lease_epoch),
    turnSeq: Number(row.turn_seq),
    dueAt: row.answer_due_at,
    attempt: row.answer_attempt,
    isGroup: row.is_group,
    language: row.language,
    handedOverAt: row.handed_over_at,
    waitingSince: row.waiting_since,
    turn: row.history.filter(isOfTurn).map(toTurnMessage),
    history: row.history.filter((message) => !isOfTurn(message)).map(toTurnMessage),
  };
}

/** What the assistant decided, ready to become rows. */
export type TurnDecision = {
  kind: DecisionKind;
  text: string;
  silence: SilenceReason | null;
  reason: string | null;
  confidence: number | null;
  sources: Source[];
  debug: DebugRecord | null;
  tookMs: number;
};

export type TurnCommit = {
  accountId: string;
  dialogId: string;
  epoch: number;
  turnSeq: number;
  messageId: string;
  /** `queued` for platforms that are pushed to, `sent` where our own client reads the store. */
  state: 'queued' | 'sent';
  /** Who sends the answer at once, if nothing older of the dialog waits to be sent; null to leave it in the queue. */
  sender: string | null;
  isCounted: boolean;
  decision: TurnDecision;
  now: Date;
};

/** `dropped`: the right to speak was lost (a person spoke, a newer message came, paused): nothing was written. */
export type TurnResult =
  | { kind: 'dropped' }
  | {
      kind: 'committed';
      version: number;
      seq: number;
      verdict: 'ok' | 'quota' | 'plan';
      /** Set when the answer is claimed for its sender: until when. */
      claimedUntil: Date | null;
    };

type CommitRow = { last_seq: string; version: string; verdict: 'ok' | 'quota' | 'plan'; claimed_until: Date | null };

/*
 * One statement: re-checks who may speak under the row lock, takes the allowance, writes the answer or the reason of silence.
 * The row of the dialog is locked before the row of the account, here and everywhere.
 * `free`: nothing older waits to be sent, and the channel is not held. What another transaction queued while the lock was
 * waited for is not seen here, but its number is: the row that was locked then differs from the one that the statement began with.
 */
const commitSql = `
with held as (
  select id, channel_id, last_seq from dialogs where account_id = $1 and id = $2 and lease_epoch = $3 and turn_seq = $4 and answered_seq < $4 and not paused and not banned
  for update
), free as (
  select true as is_free from held where $19::uuid is not null
    and last_seq = (select d.last_seq from dialogs d where d.account_id = $1 and d.id = $2)
    and not exists (select 1 from messages o where o.account_id = $1 and o.dialog_id = $2 and o.state in ('queued', 'retry', 'sending'))
    and not exists (select 1 from channel_outbox x where x.account_id = $1 and x.channel_id = held.channel_id and x.held_until > $6)
), allowance as (
  select case when $5::boolean then take_message($1, $6) else 'ok' end as verdict from held
), dialog as (
  update dialogs d set
    version = d.version + 1,
    last_seq = d.last_seq + case when a.verdict = 'ok' and $7::boolean then 1 else 0 end,
    answered_seq = $4,
    answered_order = d.last_order,
    answer_due_at = null,
    answer_attempt = 0,
    lease_owner = null,
    lease_until = null,
    last_text = case when a.verdict = 'ok' and $7 then $10 else d.last_text end,
    last_author = case when a.verdict = 'ok' and $7 then 'assistant' else d.last_author end,
    last_at = case when a.verdict = 'ok' and $7 then $6 else d.last_at end,
    waiting_since = case when a.verdict <> 'ok' or $13 = 'hand-over' then coalesce(d.waiting_since, $6) else d.waiting_since end,
    hand_over_reason = case when a.verdict <> 'ok' then a.verdict when $13 = 'hand-over' then $14 else d.hand_over_reason end,
    handed_over_at = case when a.verdict = 'ok' and $13 = 'hand-over' and $7 then $6 else d.handed_over_at end
  from allowance a where d.account_id = $1 and d.id = $2
  returning d.id, d.last_seq, d.version, a.verdict
), message as (
  insert into messages (account_id, dialog_id, seq, id, version, place, author, text, created_at, state, turn_seq,
    decision, reason, confidence, sources, took_ms, debug, attempt, claimed_by, claimed_until)
  select $1, d.id, d.last_seq, $8, d.version, d.last_seq, 'assistant', $9, $6, case when free.is_free is null then $11 else 'sending' end, $4,
    $13, $14, $15, $16::jsonb, $17, $18::jsonb,
    case when free.is_free is null then 0 else 1 end, case when free.is_free is null then null else $19::uuid end,
    case when free.is_free is null then null else $6::timestamptz + interval '${claimSeconds} seconds' end
  from dialog d left join free on true where d.verdict = 'ok' and $7
  returning claimed_until
), silenced as (
  update messages set silence = case when dialog.verdict <> 'ok' then dialog.verdict else $12 end, version = dialog.version
  from dialog
  where account_id = $1 and dialog_id = $2 and author = 'customer' and silence is null and seq <= $4
    and seq > (select coalesce(max(turn_seq), 0) from messages t where t.account_id = $1 and t.dialog_id = $2 and t.turn_seq is not null)
    and (dialog.verdict <> 'ok' or $12::text is not null)
)
select last_seq, version, verdict, claimed_until from dialog left join message on true`;

/** Writes a decision if the lease still holds; the check and the write are one transaction. */
export async function commitTurn(db: Queryable, commit: TurnCommit): Promise<TurnResult> {
  const { decision } = commit;
  const speaks = decision.kind !== 'silent' && decision.text !== '';
  const { rows } = await db.query<CommitRow>(commitSql, [
    commit.accountId,
    commit.dialogId,
    commit.epoch,
    commit.turnSeq,
    commit.isCounted && speaks && decision.kind !== 'hand-over',
    commit.now,
    speaks,
    commit.messageId,
    decision.text,
    previewOf({ text: decision.text, attachments: [] }),
    commit.state,
    decision.silence,
    decision.kind,
    decision.reason,
    decision.confidence,
    JSON.stringify(decision.sources),
    decision.tookMs,
    decision.debug === null ? null : JSON.stringify(decision.debug),
    commit.sender,
  ]);
  const row = rows[0];
  if (!row) return { kind: 'dropped' };
  return {
    kind: 'committed',
    version: Number(row.version),
    seq: Number(row.last_seq),
    verdict: row.verdict,
    claimedUntil: row.claimed_until,
  };
}

const releaseSql = `
update dialogs set lease_owner = null, lease_until = null, answer_due_at = case when answer_due_at is null then null else greatest(answer_due_at, $4::timestamptz) end
where account_id = $1 and id = $2 and lease_epoch = $3
returning answer_due_at`;

/** Gives the lease back without a decision; the turn is tried again not before `retryAt`. */
export async function releaseTurn(
  db: Queryable,
  input: { accountId: string; dialogId: string; epoch: number; retryAt: Date },
): Promise<Date | null> {
  const { rows } = await db.query<{ answer_due_at: Date | null }>(releaseSql, [
    input.accountId,
    input.dialogId,
    input.epoch,
    input.retryAt,
  ]);
  return rows[0]?.answer_due_at ?? null;
}

/** Dialogs of all accounts whose answer is due and untaken, oldest first: for the sweep that follows a crash. */
export async function findDueTurns(
  db: Queryable,
  input: { now: Date; limit: number },
): Promise<{ accountId: string; dialogId: string }[]> {
  const { rows } = await db.query<{ account_id: string; id: string }>(
    `select account_id, id from dialogs where answer_due_at <= $1 and (lease_until is null or lease_until <= $1) and not paused and not banned
     order by answer_due_at limit $2`,
    [input.now, input.limit],
  );
  return rows.map((row) => ({ accountId: row.account_id, dialogId: row.id }));
}
