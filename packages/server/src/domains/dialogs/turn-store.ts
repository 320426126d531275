import {
  type Attachment,
  cleanText,
  type DebugRecord,
  type DecisionKind,
  type SilenceReason,
  type Source,
} from '@otvet/contract';
import { listOf, ofList, one, type ValueOf } from '../../platform/database/list-of.ts';
import type { Queryable } from '../../platform/database/queryable.ts';
import { json, nullable, oneOf, type ParamsOf, present, statement } from '../../platform/database/statement.ts';
import { type Allowance, allowances, freeAccount, takeMessage, takeMessages } from '../accounts/index.ts';
import {
  CLAIM_SECONDS,
  followsChoices,
  IS_DUE,
  IS_OFFER_OVER,
  IS_UNTAKEN,
  isUnanswered,
  RELEASE_LEASE,
} from './fragments.ts';
import { type OfferedChoice, offerEnd } from './offers.ts';
import { previewOf } from './preview.ts';
import { isRoutine, SMALL_TALK } from './routine-lines.ts';

/** A picture by the id of its file. */
export type SentPhoto = { id: string; name: string; size: number };

/** What the assistant decided, ready to become rows. */
export type TurnDecision = {
  kind: DecisionKind;
  text: string;
  silence: SilenceReason | null;
  reason: string | null;
  confidence: number | null;
  sources: Source[];
  /** What the customer may pick: under a question back, and under a courtesy behind one. */
  choices: OfferedChoice[];
  debug: DebugRecord | null;
  /** A model wrote its text: what a plan sells. */
  isWrittenByModel: boolean;
  /** Our own pictures, to be sent behind the text. */
  photos?: SentPhoto[] | undefined;
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
  /** The message of the dialog that the sender has sent and is just recording: it is not waited for. */
  recordingId: string | null;
  /** It takes a message off the allowance; a call for a person never does. */
  isCounted: boolean;
  decision: TurnDecision;
  now: Date;
  /** For the claim and the hold: the time of all nodes. */
  sharedNow: Date;
};

/**
 * Nothing was written: `dropped`: the right to speak was lost (a person spoke, a newer message came, paused); `limited`:
 * the allowance has ended meanwhile, and the right to speak is still held.
 */
export type TurnResult =
  | { kind: 'dropped' }
  | { kind: 'limited'; allowance: Exclude<Allowance, 'ok'> }
  | {
      kind: 'committed';
      version: number;
      seq: number;
      /** Set when the answer is claimed for its sender: until when. */
      claimedUntil: Date | null;
      /** Of a claimed answer: what stands before it offers choices. */
      followsChoices: boolean;
    };

/** Who may still speak in a row of dialogs. */
const mayCommit = (value: ValueOf): string => `account_id = ${value('accountId')} and id = ${value('dialogId')}
    and lease_epoch = ${value('epoch')} and turn_seq = ${value('turnSeq')} and (answered_seq < ${value('turnSeq')} or offer_until <= ${value('sharedNow')})
    and not paused and not banned`;

/**
 * Nothing older waits to be sent, and the channel is not held. What another transaction queued while the lock was waited for
 * is not seen here, but its number is: the row that was locked then differs from the one that the statement began with.
 * Not as `not exists`: for a list the planner would read the whole table once.
 */
const isFree = (value: ValueOf, locked: string): string => `${value('sender')} is not null
    and ${locked}.last_seq = (select d.last_seq from dialogs d where d.account_id = ${value('accountId')} and d.id = ${value('dialogId')})
    and (select 1 from messages o where o.account_id = ${value('accountId')} and o.dialog_id = ${value('dialogId')} and o.state in ('queued', 'retry', 'sending')
      and o.id is distinct from ${value('recordingId')} limit 1) is null
    and (select 1 from channel_outbox x where x.account_id = ${value('accountId')} and x.channel_id = ${locked}.channel_id and x.held_until > ${value('sharedNow')}) is null`;

const answerTurn = (value: ValueOf): string => `
    version = d.version + 1,
    answered_seq = ${value('turnSeq')},
    answer_due_at = null,
    offer_until = case when ${value('isAside')} and h.is_open then d.offer_until else ${value('offerUntil')} end,
    answer_attempt = 0,
    ${RELEASE_LEASE}`;

const ANSWER_COLUMNS = `account_id, dialog_id, seq, id, version, place, author, text, attachments, created_at, state, turn_seq,
    decision, reason, confidence, sources, choices, took_ms, debug, counted, queued_at, attempt, claimed_by, claimed_until`;

/** Values of `ANSWER_COLUMNS`: `d` is the dialog as it is now, `h` as it was locked. */
const answerOf = (
  value: ValueOf,
  isFreeNow: string,
): string => `d.account_id, d.id, d.last_seq, ${value('messageId')}, d.version, d.last_seq, 'assistant', ${value('text')}, ${value('attachments')}, ${value('now')},
    case when ${isFreeNow} then 'sending' else ${value('state')} end, case when h.is_open then ${value('turnSeq')} end,
    ${['kind', 'reason', 'confidence', 'sources', 'choices', 'tookMs', 'debug', 'isCounted', 'sharedNow'].map(value).join(', ')},
    case when ${isFreeNow} then 1 else 0 end, case when ${isFreeNow} then ${value('sender')} end,
    case when ${isFreeNow} then ${value('sharedNow')} + interval '${CLAIM_SECONDS} seconds' end`;

/*
 * One statement: re-checks who may speak under the row lock, takes the allowance, writes the answer or the reason of silence.
 * The row of the dialog is locked before the row of the account, here and everywhere.
 * A call for who picked nothing of an offer is no second answer to the turn: it has no turn of its own.
 */
const commit = statement({
  sql: `
with held as (
  select id, channel_id, last_seq, answered_seq < :turnSeq as is_open from dialogs where ${mayCommit(one)} for update
), free as (
  select ${isFree(one, 'held')} as is_free from held
), allowance as (
  select case when :isCounted then ${takeMessage({ accountId: ':accountId', now: ':now' })} else 'ok' end as verdict from held
), spoken as (
  select :speaks::bool as is_spoken, :kind = 'hand-over' or coalesce(:silence = 'channel_off', false) as is_waiting from allowance where verdict = 'ok'
), dialog as (
  update dialogs d set ${answerTurn(one)},
    last_seq = d.last_seq + case when s.is_spoken then 1 else 0 end,
    last_text = case when s.is_spoken and not :isRoutine then :preview else d.last_text end,
    last_author = case when s.is_spoken and not :isRoutine then 'assistant' else d.last_author end,
    last_at = case when s.is_spoken then :now else d.last_at end,
    waiting_since = case when s.is_waiting then coalesce(d.waiting_since, :now) else d.waiting_since end,
    hand_over_reason = case when s.is_waiting then coalesce(:reason, :silence) else d.hand_over_reason end,
    handed_over_at = case when s.is_spoken and s.is_waiting then :now else d.handed_over_at end
  from spoken s, held h where d.account_id = :accountId and d.id = :dialogId
  returning d.account_id, d.id, d.last_seq, d.version, s.is_spoken
), message as (
  insert into messages (${ANSWER_COLUMNS})
  select ${answerOf(one, 'free.is_free')} from dialog d cross join held h cross join free where d.is_spoken
  returning claimed_until
), silenced as (
  update messages m set silence = :silence, version = dialog.version
  from dialog where ${isUnanswered({ message: 'm', dialogId: ':dialogId' })} and m.seq <= :turnSeq
    and :silence is not null
)
select dialog.last_seq as seq, dialog.version, allowance.verdict, message.claimed_until,
  message.claimed_until is not null and ${followsChoices({ dialogId: ':dialogId', seq: 'dialog.last_seq' })} as follows_choices
from allowance left join dialog on true left join message on true`,
  params: {
    accountId: 'uuid',
    dialogId: 'uuid',
    epoch: 'int8',
    turnSeq: 'int8',
    isCounted: 'bool',
    now: 'timestamptz',
    sharedNow: 'timestamptz',
    speaks: 'bool',
    isRoutine: 'bool',
    isAside: 'bool',
    offerUntil: nullable('timestamptz'),
    messageId: 'uuid',
    text: 'text',
    attachments: json<Attachment[]>(),
    preview: 'text',
    state: oneOf(['queued', 'sent']),
    silence: nullable('text'),
    kind: 'text',
    reason: nullable('text'),
    confidence: nullable('float4'),
    sources: json<Source[]>('json'),
    choices: nullable(json<OfferedChoice[]>('json')),
    tookMs: 'float4',
    debug: nullable(json<DebugRecord>('json')),
    sender: nullable('uuid'),
    recordingId: nullable('uuid'),
  },
  row: {
    seq: nullable('int8'),
    version: nullable('int8'),
    verdict: oneOf(allowances),
    claimedUntil: nullable('timestamptz'),
    followsChoices: present('bool'),
  },
});

type CommitRow = ParamsOf<typeof commit>;

/**
 * The same for answers of many dialogs; one whose row or whose account somebody holds is left out, and one whose right to
 * speak is gone, or whose account has not enough left for all of them. Neither silence nor a call for a person is written here.
 * Rows of accounts are locked after all of the dialogs, in one order, and each once: a row that the statement itself has
 * changed cannot be locked by it again.
 */
const commitMany = statement({
  sql: `
with given as (
  ${listOf(`json_to_recordset(:answers) as listed ("accountId" uuid, "dialogId" uuid, epoch int8, "turnSeq" int8, "isCounted" bool, now timestamptz,
    "sharedNow" timestamptz, "isRoutine" bool, "isAside" bool, "offerUntil" timestamptz, "messageId" uuid, text text, attachments jsonb, preview text, state text, kind text,
    reason text, confidence float4, sources json, choices json, "tookMs" float4, debug json, sender uuid, "recordingId" uuid)`)}
), held as (
  select h.*, locked.is_open, ${isFree(ofList, 'locked')} as is_free from given h cross join lateral (
    select channel_id, last_seq, answered_seq < h."turnSeq" as is_open from dialogs where ${mayCommit(ofList)} for update skip locked) locked
  limit :count
), account as materialized (
  select a."accountId" as id from (select distinct "accountId" from held order by "accountId") a cross join lateral (${freeAccount('a."accountId"')}) free
), counted as (
  select account.id, count(*)::int as count, max(h.now) as now from held h join account on account.id = h."accountId"
  where h."isCounted" group by account.id
), paid as (${takeMessages('counted')}
), taken as (
  select h.* from held h join account on account.id = h."accountId" where not h."isCounted" or account.id in (select id from paid)
), dialog as (
  update dialogs d set ${answerTurn(ofList)},
    last_seq = d.last_seq + 1,
    last_text = case when h."isRoutine" then d.last_text else h.preview end,
    last_author = case when h."isRoutine" then d.last_author else 'assistant' end,
    last_at = h.now
  from taken h where d.account_id = h."accountId" and d.id = h."dialogId"
  returning d.account_id, d.id, d.last_seq, d.version, h."messageId" as message_id
), message as (
  insert into messages (${ANSWER_COLUMNS})
  select ${answerOf(ofList, 'h.is_free')} from dialog d join taken h on h."messageId" = d.message_id
  returning account_id, dialog_id, id, seq, version, claimed_until
)
select id as message_id, seq, version, claimed_until,
  claimed_until is not null and ${followsChoices({ accountId: 'message.account_id', dialogId: 'message.dialog_id', seq: 'message.seq' })} as follows_choices
from message`,
  params: { answers: json<CommitRow[]>('json'), count: 'int8' },
  row: {
    messageId: 'uuid',
    seq: 'int8',
    version: 'int8',
    claimedUntil: nullable('timestamptz'),
    followsChoices: present('bool'),
  },
});

/** Its parts are cut out of what people wrote: half a sign would fail all that is written with it. */
function cleanRecord({ openQuestions, ...record }: DebugRecord): DebugRecord {
  return {
    ...record,
    content: cleanText(record.content),
    keywords: record.keywords.map(cleanText),
    model: cleanText(record.model),
    steps: record.steps.map(cleanText),
    ...(openQuestions && { openQuestions: openQuestions.map(cleanText) }),
  };
}

/** As an operator's pictures are stored. */
export function toAttachments(photos: readonly SentPhoto[] = []): Attachment[] {
  return photos.map(({ id, name, size }) => ({
    ...{ id, name, size, url: id },
    contentType: 'application/img',
    type: 'image',
    ...{ state: 'ready', reason: null, caption: null, link: null },
  }));
}

function toRow({ decision, isCounted, ...turn }: TurnCommit): CommitRow {
  const speaks = decision.kind !== 'silent' && decision.text !== '';
  return {
    ...turn,
    ...decision,
    attachments: toAttachments(decision.photos),
    debug: decision.debug && cleanRecord(decision.debug),
    choices: decision.choices.length > 0 ? decision.choices : null,
    speaks,
    isRoutine: isRoutine(decision),
    // A courtesy is no pick: what was offered before it stays open.
    isAside: decision.kind === 'silent' || decision.reason === SMALL_TALK,
    offerUntil: offerEnd(decision, turn.sharedNow),
    isCounted: isCounted && speaks && decision.kind !== 'hand-over',
    preview: previewOf({ text: decision.text, attachments: [] }),
  };
}

/** Writes a decision if the lease still holds; the check and the write are one transaction. */
export async function commitTurn(db: Queryable, turn: TurnCommit): Promise<TurnResult> {
  const row = await commit.first(db, toRow(turn));
  if (!row) return { kind: 'dropped' };
  const { seq, version, verdict, ...sending } = row;
  if (verdict !== 'ok') return { kind: 'limited', allowance: verdict };
  if (seq === null || version === null) return { kind: 'dropped' };
  return { kind: 'committed', seq, version, ...sending };
}

/** Whether the turn ends in plain words of the assistant, as nearly all do: `commitTurns` takes no other. */
export const isPlainAnswer = ({ decision }: TurnCommit): boolean =>
  decision.kind !== 'silent' &&
  decision.kind !== 'hand-over' &&
  decision.text !== '' &&
  decision.silence === null &&
  !decision.photos?.length;

/** Writes plain answers of many dialogs in one transaction; undefined where `commitTurn` has to decide. */
export async function commitTurns(db: Queryable, turns: TurnCommit[]): Promise<(TurnResult | undefined)[]> {
  const answers = turns.map(toRow);
  const rows = await commitMany.all(db, { answers, count: answers.length });
  const committed = new Map(rows.map(({ messageId, ...row }) => [messageId, { kind: 'committed' as const, ...row }]));
  return turns.map(({ messageId }) => committed.get(messageId));
}

const release = statement({
  sql: `
update dialogs set ${RELEASE_LEASE}, answer_due_at = case when answer_due_at is null then null else greatest(answer_due_at, :retryAt) end,
  offer_until = case when offer_until is null or answer_due_at is not null then offer_until else greatest(offer_until, :retryAt) end
where account_id = :accountId and id = :dialogId and lease_epoch = :epoch
returning answer_due_at`,
  params: { accountId: 'uuid', dialogId: 'uuid', epoch: 'int8', retryAt: 'timestamptz' },
  row: { answerDueAt: nullable('timestamptz') },
});

/** Gives the lease back without a decision; the turn is tried again not before `retryAt`. */
export async function releaseTurn(
  db: Queryable,
  input: { accountId: string; dialogId: string; epoch: number; retryAt: Date },
): Promise<Date | null> {
  return (await release.first(db, input))?.answerDueAt ?? null;
}

/** Dialogs of all accounts whose answer is due and untaken, oldest first, and those whose offer nobody took up: for the sweep. */
export const findDueTurns = statement({
  sql: `
(select account_id, id as dialog_id from dialogs
  where ${IS_DUE} and ${IS_UNTAKEN} order by answer_due_at limit :limit)
union all
(select account_id, id from dialogs where ${IS_OFFER_OVER} and ${IS_UNTAKEN} order by offer_until limit :limit)`,
  params: { now: 'timestamptz', limit: 'int4' },
  row: { accountId: 'uuid', dialogId: 'uuid' },
});
