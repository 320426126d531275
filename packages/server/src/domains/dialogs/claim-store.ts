import type { DecisionKind, DialogContext, Source } from '@otvet/contract';
import { LATE } from '../../platform/database/late-commits.ts';
import { listOf } from '../../platform/database/list-of.ts';
import type { Queryable } from '../../platform/database/queryable.ts';
import {
  json,
  nullable,
  nullableAll,
  oneOf,
  present,
  type RowValues,
  statement,
} from '../../platform/database/statement.ts';
import { type Allowance, allowanceOf, allowances } from '../accounts/index.ts';
import { CLAIM_SECONDS, HISTORY_LENGTH, IS_DUE, IS_OFFER_OVER, IS_UNTAKEN, RELEASE_LEASE } from './fragments.ts';
import type { OfferedChoice } from './offers.ts';

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
  reason: string | null;
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
  reason: string | null;
  sources: Source[] | null;
  choices: OfferedChoice[] | null;
};

/** A longer burst is answered by its newest messages. */
const TURN_LENGTH = 100;
/** Nobody reads more of a message for an answer; with all of what platforms allow a group of claims would take seconds. */
const READ_CHARACTERS = 4000;
const QUOTE_CHARACTERS = 500;
/** Some platforms name the message that was replied to, and not its words. */
const QUOTE = `case when reply_text = '' then (
        select left(q.text, ${QUOTE_CHARACTERS}) from messages q where q.account_id = messages.account_id and q.dialog_id = messages.dialog_id
          and q.vendor_id = messages.reply_vendor_id and not q.canceled order by q.place desc limit 1) else reply_text end`;
const READ_COLUMNS = `seq, place, author, left(text, ${READ_CHARACTERS}) as text, attachments, ${QUOTE} as reply_text, created_at, silence, decision, reason, sources, choices`;
const readableOf = ({ accountId, dialogId }: { accountId: string; dialogId: string }): string =>
  `select ${READ_COLUMNS} from messages where account_id = ${accountId} and dialog_id = ${dialogId} and not canceled and author <> 'system'`;
const newestOf = (dialog: { accountId: string; dialogId: string }): string =>
  `${readableOf(dialog)} order by place desc limit ${HISTORY_LENGTH}`;
const ONE = { accountId: ':accountId', dialogId: ':dialogId' };

const historyOf = (messages: string) => `
  select coalesce(json_agg(h order by h.place), '[]'::json) as history from (
    select seq, place, author, text, reply_text, created_at, silence, decision, reason, sources, choices,
      case when attachments = '[]' then '[]'::json else (
        select json_agg(json_build_object('type', item ->> 'type', 'words', item -> 'speech' ->> 'text'))
        from jsonb_array_elements(attachments) item) end as files
    from (${messages}) read
  ) h`;

/** How a row of `dialogs` is changed by a claim. */
const TAKE_LEASE = `lease_epoch = lease_epoch + 1, lease_owner = :owner, lease_until = :now + interval '${CLAIM_SECONDS} seconds', answer_attempt = answer_attempt + 1`;
const IS_CLAIMABLE = `(${IS_DUE} or ${IS_OFFER_OVER}) and ${IS_UNTAKEN}`;
export const claimedOf = (d: string): string =>
  `${d}.channel_id, ${d}.chat_id, ${d}.lease_epoch, ${d}.turn_seq, ${d}.answered_seq, coalesce(${d}.answer_due_at, ${d}.offer_until) as due_at, ${d}.answer_due_at is null as is_offer_over,
    ${d}.answer_attempt, ${d}.is_group, ${d}.language, ${d}.context, ${d}.handed_over_at, ${d}.waiting_since, ${d}.customer_at`;
const CLAIMED_ROW = {
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
} as const;

const claim = statement({
  sql: `
with dialog as (
  update dialogs set ${TAKE_LEASE} where account_id = :accountId and id = :dialogId and ${IS_CLAIMABLE} returning ${claimedOf('dialogs')}
)
select dialog.*, ${allowanceOf({ accountId: ':accountId', now: ':plannedAt' })} as allowance, (${historyOf(newestOf(ONE))}) as history from dialog`,
  params: { accountId: 'uuid', dialogId: 'uuid', owner: 'uuid', now: 'timestamptz', plannedAt: 'timestamptz' },
  row: CLAIMED_ROW,
});

/** The same for many dialogs; one whose row somebody holds is left out. */
const claimMany = statement({
  sql: `
with given as (
  ${listOf('unnest(:accountIds, :dialogIds) with ordinality as listed (account_id, dialog_id, place)')}
), ${LATE}, free as (
  select given.* from late cross join given cross join lateral (
    select from dialogs where account_id = given.account_id and id = given.dialog_id and ${IS_CLAIMABLE} for update skip locked) held
  limit :count
), dialog as (
  update dialogs set ${TAKE_LEASE} from free where dialogs.account_id = free.account_id and dialogs.id = free.dialog_id
  returning free.account_id, free.dialog_id, free.place, ${claimedOf('dialogs')}
)
select dialog.*, ${allowanceOf({ accountId: 'dialog.account_id', now: ':plannedAt' })} as allowance,
  (${historyOf(newestOf({ accountId: 'dialog.account_id', dialogId: 'dialog.dialog_id' }))}) as history from dialog`,
  params: {
    accountIds: 'uuid[]',
    dialogIds: 'uuid[]',
    count: 'int8',
    owner: 'uuid',
    now: 'timestamptz',
    plannedAt: 'timestamptz',
  },
  row: { ...CLAIMED_ROW, accountId: present('uuid'), dialogId: present('uuid'), place: present('int8') },
});

/** Gives back what `claimStored` took at this time, unless somebody works on it: that lease runs longer by now. */
export const dropStoredClaim = statement({
  sql: `
update dialogs set ${RELEASE_LEASE}
where account_id = :accountId and channel_id = :channelId and chat_id = :chatId
  and lease_owner = :owner and lease_until = :claimedAt + interval '${CLAIM_SECONDS} seconds'`,
  params: { accountId: 'uuid', channelId: 'uuid', chatId: 'text', owner: 'uuid', claimedAt: 'timestamptz' },
});

/** The newest messages on the screen, and those of the turn: a late one may stand far above. */
const readHistory = statement({
  sql: `with newest as (${newestOf(ONE)}) ${historyOf(`
    select * from newest
    union all
    (${readableOf(ONE)} and seq > :answeredSeq and author = 'customer' and silence is null and place < (select min(place) from newest)
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
    reason: row.reason,
    sources: row.sources ?? [],
    choices: row.choices ?? [],
  };
}

/** What a stored message needs to be read in the claim of the same statement. */
export const STORED_COLUMNS = `account_id, dialog_id, id, seq, place, author, text, attachments, reply_text, reply_vendor_id, created_at, silence, decision, reason, sources, choices`;

/**
 * The claim of dialogs `dialog` whose rows the statement itself has changed, with their messages that it has just stored in
 * `stored`; all columns are null where `is_taken` is not true.
 */
export const claimStored = ({ now }: { now: string }): string => `
  dialog.is_taken, dialog.lease_epoch, dialog.turn_seq, dialog.answered_seq, dialog.due_at, dialog.is_offer_over, dialog.answer_attempt, dialog.is_group,
  dialog.language, dialog.context, dialog.handed_over_at, dialog.waiting_since, dialog.customer_at, dialog.channel_id, dialog.chat_id,
  case when dialog.is_taken then ${allowanceOf({ accountId: 'dialog.account_id', now })} end as allowance,
  case when dialog.is_taken then (${historyOf(`
    (${newestOf({ accountId: 'dialog.account_id', dialogId: 'dialog.id' })})
    union all select ${READ_COLUMNS} from stored messages where messages.dialog_id = dialog.id`)}) end as history`;
export const CLAIMED_OR_NOT = { isTaken: nullable('bool'), ...nullableAll(CLAIMED_ROW) } as const;
type ClaimedOrNot = RowValues<typeof CLAIMED_OR_NOT>;

const isTaken = (row: ClaimedOrNot): row is ClaimedOrNot & RowValues<typeof CLAIMED_ROW> => row.isTaken === true;

/** The turn that was claimed as its message was stored; undefined where none was. */
export async function readStoredTurn(db: Queryable, claim: Claim, row: ClaimedOrNot): Promise<TakenTurn | undefined> {
  return isTaken(row) ? await readTurn(db, claim, row) : undefined;
}

type Claim = { accountId: string; dialogId: string };
type Claimer = { owner: string; now: Date; plannedAt: Date };

/** What came of a claim whose lease was taken: the turn, or that its messages could not be read. */
export type TakenTurn = { turn: ClaimedTurn } | { turn: undefined; epoch: number; attempt: number; error: unknown };

/** Takes the lease of a dialog whose answer is due; undefined when it is not due, taken, paused or banned. */
export async function claimTurn(db: Queryable, input: Claim & Claimer): Promise<TakenTurn | undefined> {
  const row = await claim.first(db, input);
  return row && (await readTurn(db, input, row));
}

/** The same for many dialogs; undefined also where somebody holds the row. */
export async function claimTurns(
  db: Queryable,
  { claims, ...claimer }: Claimer & { claims: Claim[] },
): Promise<(TakenTurn | undefined)[]> {
  const accountIds = claims.map(({ accountId }) => accountId);
  const dialogIds = claims.map(({ dialogId }) => dialogId);
  const rows = await claimMany.all(db, { ...claimer, accountIds, dialogIds, count: claims.length });
  const turns: (TakenTurn | undefined)[] = claims.map(() => undefined);
  await Promise.all(
    rows.map(async (row) => {
      turns[row.place - 1] = await readTurn(db, row, row);
    }),
  );
  return turns;
}

/** The leases of all are committed by now: a turn that cannot be read must not take the others with it. */
async function readTurn(db: Queryable, claim: Claim, row: RowValues<typeof CLAIMED_ROW>): Promise<TakenTurn> {
  try {
    return { turn: await toClaimedTurn(db, claim, row) };
  } catch (error) {
    return { turn: undefined, epoch: row.leaseEpoch, attempt: row.answerAttempt, error };
  }
}

async function toClaimedTurn(
  db: Queryable,
  { accountId, dialogId }: Claim,
  row: RowValues<typeof CLAIMED_ROW>,
): Promise<ClaimedTurn> {
  const { answeredSeq, turnSeq } = row;
  // Not so when the claim waited for a message that was just stored (the row knows it, the history does not), in a long
  // burst, and when a late message stands above the newest ones.
  const isWhole = row.history.filter(({ seq }) => seq > answeredSeq && seq <= turnSeq).length === turnSeq - answeredSeq;
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
