import type { DebugRecord, DecisionKind, DialogContext, SilenceReason, Source } from '@otvet/contract';
import type { Queryable } from '../../platform/database/queryable.ts';
import { json, nullable, oneOf, present, statement } from '../../platform/database/statement.ts';
import { type Allowance, allowanceOf, allowances, takeMessage } from '../accounts/index.ts';
import { CLAIM_SECONDS, followsChoices, IS_OFFER_OVER, isUnanswered, RELEASE_LEASE } from './fragments.ts';
import { type OfferedChoice, offerEnd } from './offers.ts';
import { previewOf } from './preview.ts';
import { isRoutine, SMALL_TALK } from './routine-lines.ts';

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
  choices: OfferedChoice[];
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
  /** The advert or page that the customer writes about. */
  context: DialogContext | null;
  handedOverAt: Date | null;
  waitingSince: Date | null;
  /** When the customer last wrote; null in dialogs without a message of his. */
  customerAt: Date | null;
  /** The customer picked none of the questions that were offered in time: there is no new message, and a person is called. */
  isOfferOver: boolean;
  /** Whether an answer that counts may be given. */
  allowance: Allowance;
  /** Customer's messages that ask for this answer, oldest first. */
  turn: TurnMessage[];
  /** What was said before them, oldest first. */
  history: TurnMessage[];
};

type HistoryRow = {
  seq: number;
  author: TurnMessage['author'];
  text: string;
  files: { type: string; words: string | null }[];
  reply_text: string | null;
  created_at: string;
  silence: string | null;
  decision: DecisionKind | null;
  sources: Source[] | null;
  choices: OfferedChoice[] | null;
};

const IS_UNTAKEN = '(lease_until is null or lease_until <= :now) and not paused and not banned';
/** A voice message is answered from its words, if they come in time. */
const IS_DUE = '(answer_due_at <= :now and (words_until is null or words_until <= :now))';
const HISTORY_LENGTH = 24;
/** A longer burst is answered by its newest messages. */
const TURN_LENGTH = 100;
/** Some platforms name the message that was replied to, and not its words. */
const QUOTE = `case when reply_text = '' then (
        select q.text from messages q where q.account_id = messages.account_id and q.dialog_id = messages.dialog_id
          and q.vendor_id = messages.reply_vendor_id and not q.canceled order by q.place desc limit 1) else reply_text end`;
const READABLE = `select seq, place, author, text, attachments, ${QUOTE} as reply_text, created_at, silence, decision, sources, choices
      from messages where account_id = :accountId and dialog_id = :dialogId and not canceled and author <> 'system'`;

const NEWEST = `${READABLE} order by place desc limit ${HISTORY_LENGTH}`;

const historyOf = (messages: string) => `
  select coalesce(json_agg(h order by h.place), '[]'::json) as history from (
    select seq, place, author, text, reply_text, created_at, silence, decision, sources, choices,
      (select coalesce(json_agg(json_build_object('type', item ->> 'type', 'words', item -> 'speech' ->> 'text')), '[]'::json)
        from jsonb_array_elements(attachments) item) as files
    from (${messages}) read
  ) h`;

const claim = statement({
  sql: `
with dialog as (
  update dialogs set lease_epoch = lease_epoch + 1, lease_owner = :owner, lease_until = :now + interval '${CLAIM_SECONDS} seconds', answer_attempt = answer_attempt + 1
  where account_id = :accountId and id = :dialogId and (${IS_DUE} or ${IS_OFFER_OVER}) and ${IS_UNTAKEN}
  returning channel_id, chat_id, lease_epoch, turn_seq, answered_seq, coalesce(answer_due_at, offer_until) as due_at, answer_due_at is null as is_offer_over, answer_attempt, is_group, language, context, handed_over_at, waiting_since, customer_at
)
select dialog.*, ${allowanceOf({ accountId: ':accountId', now: ':plannedAt' })} as allowance, (${historyOf(NEWEST)}) as history from dialog`,
  params: { accountId: 'uuid', dialogId: 'uuid', owner: 'uuid', now: 'timestamptz', plannedAt: 'timestamptz' },
  row: {
    channelId: 'uuid',
    chatId: 'text',
    leaseEpoch: 'int8',
    turnSeq: 'int8',
    answeredSeq: 'int8',
    dueAt: present('timestamptz'),
    isOfferOver: present('bool'),
    answerAttempt: 'int4',
    isGroup: 'bool',
    customerAt: nullable('timestamptz'),
    language: nullable('text'),
    context: nullable(json<DialogContext>()),
    handedOverAt: nullable('timestamptz'),
    waitingSince: nullable('timestamptz'),
    allowance: oneOf(allowances),
    history: json<HistoryRow[]>('json'),
  },
});

/** The newest messages on the screen, and those of the turn: a late one may stand far above. */
const readHistory = statement({
  sql: `with newest as (${NEWEST}) ${historyOf(`
    select * from newest
    union all
    (${READABLE} and seq > :answeredSeq and author = 'customer' and silence is null and place < (select min(place) from newest)
      order by seq desc limit ${TURN_LENGTH})`)}`,
  params: { accountId: 'uuid', dialogId: 'uuid', answeredSeq: 'int8' },
  row: { history: json<HistoryRow[]>('json') },
});

/** What was spoken counts as written: only what nobody could hear is a file. */
function toTurnMessage(row: HistoryRow): TurnMessage {
  const spoken = row.files.flatMap(({ words }) => (words ? [words] : []));
  return {
    seq: row.seq,
    author: row.author,
    text: [row.text, ...spoken].filter((text) => text !== '').join('\n'),
    attachmentTypes: row.files.flatMap(({ type, words }) => (words ? [] : [type])),
    replyText: row.reply_text,
    createdAt: new Date(row.created_at),
    decision: row.decision,
    sources: row.sources ?? [],
    choices: row.choices ?? [],
  };
}

/** Takes the lease of a dialog whose answer is due; undefined when it is not due, taken, paused or banned. */
export async function claimTurn(
  db: Queryable,
  input: { accountId: string; dialogId: string; owner: string; now: Date; plannedAt: Date },
): Promise<ClaimedTurn | undefined> {
  const row = await claim.first(db, input);
  if (!row) return undefined;
  const { answeredSeq, turnSeq } = row;
  // Not so when the claim waited for a message that was just stored (the row knows it, the history does not), in a long
  // burst, and when a late message stands above the newest ones.
  const isWhole = row.history.filter(({ seq }) => seq > answeredSeq && seq <= turnSeq).length === turnSeq - answeredSeq;
  const { accountId, dialogId } = input;
  const reread = isWhole ? undefined : await readHistory.first(db, { accountId, dialogId, answeredSeq });
  const history = reread?.history ?? row.history;
  const isOfTurn = (message: HistoryRow) =>
    message.author === 'customer' && message.seq > answeredSeq && message.seq <= turnSeq && message.silence === null;
  return {
    accountId,
    dialogId,
    channelId: row.channelId,
    chatId: row.chatId,
    epoch: row.leaseEpoch,
    turnSeq,
    dueAt: row.dueAt,
    attempt: row.answerAttempt,
    isGroup: row.isGroup,
    customerAt: row.customerAt,
    language: row.language,
    context: row.context,
    handedOverAt: row.handedOverAt,
    waitingSince: row.waitingSince,
    isOfferOver: row.isOfferOver,
    allowance: row.allowance,
    turn: history.filter(isOfTurn).map(toTurnMessage),
    history: history.filter((message) => !isOfTurn(message)).map(toTurnMessage),
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
  /** What the customer may pick: under a question back, and under a courtesy behind one. */
  choices: OfferedChoice[];
  debug: DebugRecord | null;
  /** A model wrote its text: what a plan sells. */
  isWrittenByModel: boolean;
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

/*
 * One statement: re-checks who may speak under the row lock, takes the allowance, writes the answer or the reason of silence.
 * The row of the dialog is locked before the row of the account, here and everywhere.
 * A call for who picked nothing of an offer is no second answer to the turn: it has no turn of its own.
 * `free`: nothing older waits to be sent, and the channel is not held. What another transaction queued while the lock was
 * waited for is not seen here, but its number is: the row that was locked then differs from the one that the statement began with.
 */
const commit = statement({
  sql: `
with held as (
  select id, channel_id, last_seq, answered_seq < :turnSeq as is_open from dialogs where account_id = :accountId and id = :dialogId and lease_epoch = :epoch and turn_seq = :turnSeq and (answered_seq < :turnSeq or offer_until <= :sharedNow)
    and not paused and not banned for update
), free as (
  select true as is_free from held where :sender is not null
    and last_seq = (select d.last_seq from dialogs d where d.account_id = :accountId and d.id = :dialogId)
    and not exists (select 1 from messages o where o.account_id = :accountId and o.dialog_id = :dialogId and o.state in ('queued', 'retry', 'sending'))
    and not exists (select 1 from channel_outbox x where x.account_id = :accountId and x.channel_id = held.channel_id and x.held_until > :sharedNow)
), allowance as (
  select case when :isCounted then ${takeMessage({ accountId: ':accountId', now: ':now' })} else 'ok' end as verdict from held
), spoken as (
  select :speaks::bool as is_spoken, :kind = 'hand-over' or coalesce(:silence = 'channel_off', false) as is_waiting from allowance where verdict = 'ok'
), dialog as (
  update dialogs d set
    version = d.version + 1,
    last_seq = d.last_seq + case when s.is_spoken then 1 else 0 end,
    answered_seq = :turnSeq,
    answer_due_at = null,
    offer_until = case when :isAside and h.is_open then d.offer_until else :offerUntil end,
    answer_attempt = 0,
    ${RELEASE_LEASE},
    last_text = case when s.is_spoken and not :isRoutine then :preview else d.last_text end,
    last_author = case when s.is_spoken and not :isRoutine then 'assistant' else d.last_author end,
    last_at = case when s.is_spoken then :now else d.last_at end,
    waiting_since = case when s.is_waiting then coalesce(d.waiting_since, :now) else d.waiting_since end,
    hand_over_reason = case when s.is_waiting then coalesce(:reason, :silence) else d.hand_over_reason end,
    handed_over_at = case when s.is_spoken and s.is_waiting then :now else d.handed_over_at end
  from spoken s, held h where d.account_id = :accountId and d.id = :dialogId
  returning d.account_id, d.id, d.last_seq, d.version, s.is_spoken
), message as (
  insert into messages (account_id, dialog_id, seq, id, version, place, author, text, created_at, state, turn_seq,
    decision, reason, confidence, sources, choices, took_ms, debug, counted, queued_at, attempt, claimed_by, claimed_until)
  select d.account_id, d.id, d.last_seq, :messageId, d.version, d.last_seq, 'assistant', :text, :now,
    case when free.is_free is null then :state else 'sending' end, case when held.is_open then :turnSeq end,
    :kind, :reason, :confidence, :sources, :choices, :tookMs, :debug, :isCounted, :sharedNow,
    case when free.is_free is null then 0 else 1 end, case when free.is_free is null then null else :sender end,
    case when free.is_free is null then null else :sharedNow + interval '${CLAIM_SECONDS} seconds' end
  from dialog d cross join held left join free on true where d.is_spoken
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
  },
  row: {
    seq: nullable('int8'),
    version: nullable('int8'),
    verdict: oneOf(allowances),
    claimedUntil: nullable('timestamptz'),
    followsChoices: present('bool'),
  },
});

/** Writes a decision if the lease still holds; the check and the write are one transaction. */
export async function commitTurn(db: Queryable, { decision, isCounted, ...turn }: TurnCommit): Promise<TurnResult> {
  const speaks = decision.kind !== 'silent' && decision.text !== '';
  const row = await commit.first(db, {
    ...turn,
    ...decision,
    choices: decision.choices.length > 0 ? decision.choices : null,
    speaks,
    isRoutine: isRoutine(decision),
    // A courtesy is no pick: what was offered before it stays open.
    isAside: decision.kind === 'silent' || decision.reason === SMALL_TALK,
    offerUntil: offerEnd(decision, turn.sharedNow),
    isCounted: isCounted && speaks && decision.kind !== 'hand-over',
    preview: previewOf({ text: decision.text, attachments: [] }),
  });
  if (!row) return { kind: 'dropped' };
  const { seq, version, verdict, ...sending } = row;
  if (verdict !== 'ok') return { kind: 'limited', allowance: verdict };
  if (seq === null || version === null) return { kind: 'dropped' };
  return { kind: 'committed', seq, version, ...sending };
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
