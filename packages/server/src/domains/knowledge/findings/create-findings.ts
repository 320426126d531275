import { dialogUniqueId, type Finding, type FindingsOfBase, type Role } from '@otvet/contract';
import { createAudit } from '../../../platform/audit/index.ts';
import { withTransaction } from '../../../platform/database/with-transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { createAccountTurns } from '../account-turns.ts';
import { requireBase, todayOf } from '../bases.ts';
import type { KnowledgeDeps } from '../deps.ts';
import { lockKnowledge } from '../memory-store.ts';
import { decideOn } from '../sources/conversation/decide-conversation.ts';
import type { Told } from '../sources/deps.ts';
import { findSource } from '../sources/source-store.ts';
import { checkBase } from './check-base.ts';
import { identityOfConversation } from './find-findings.ts';
import {
  claimUnchecked,
  type FindingRow,
  listFindings,
  markFinding,
  readOfSources,
  readShown,
} from './finding-store.ts';

type Base = { accountId: string; knowledgeBaseId: string };

/** Answers to customers that stood on passages, on one or on several of them, the newest first. */
export type AnswersFrom = (input: {
  accountId: string;
  passageIds: string[];
  since: Date;
}) => Promise<{ chatId: string; channelId: string; passageIds: string[]; text: string; createdAt: Date }[]>;

export type FindingsDeps = KnowledgeDeps & {
  answersFrom: AnswersFrom;
  noteChanged(base: Base): void;
  decided(source: Told): void;
};

/** A base that is being worked on is looked through when it rests, and not again and again. */
const RESTS_MS = 5000;
const PAUSE_MS = 15_000;
const BASES_AT_ONCE = 5;
/** Each holds what it read, so one look runs at a time. */
const LOOKS = { atOnce: 1, maxWaiting: 200, maxOfAccount: 20, retryAfterSeconds: 5 };
const MAX_LISTED = 100;
const SHOWN_OF_SOURCE = 3;
const SHOWN_CHARACTERS = 600;
const ANSWERS_SINCE_MS = 30 * 86_400_000;
const MAX_ANSWERS = 5;

/** `sourceId`: what is of that source alone. */
type Listed = Base & { sourceId?: string | undefined };

/** What a base says in two ways or should say no more, and what its owner made of it. */
export function createFindings(deps: FindingsDeps) {
  const { pool, clock } = deps;

  async function list({ sourceId, ...base }: Listed): Promise<FindingsOfBase> {
    await requireBase(deps, base.accountId, base.knowledgeBaseId);
    const today = todayOf(deps);
    const wanted = { ...base, sourceId: sourceId ?? null, today, limit: MAX_LISTED };
    // Many conversations leave room for what is found besides.
    const [talks, others] = await Promise.all([
      listFindings.all(pool, { ...wanted, isConversation: true }),
      listFindings.all(pool, { ...wanted, isConversation: false }),
    ]);
    const rows = [...talks, ...others].toSorted((one, other) => isIgnored(one) - isIgnored(other));
    return { findings: await show(deps, base, rows) };
  }

  const inTurn = createAccountTurns(LOOKS);
  const waiting = new Map<string, Promise<void>>();

  /** Who asks while a look at the base waits gets that one. */
  async function look(base: Base): Promise<void> {
    const key = `${base.accountId} ${base.knowledgeBaseId}`;
    const known = waiting.get(key);
    if (known !== undefined) return await known;
    let hasBegun = false;
    const looked = inTurn(base.accountId, async () => {
      // Who asks from here on is to see what was changed since.
      hasBegun = true;
      waiting.delete(key);
      await checkBase(deps, base);
    });
    if (!hasBegun) waiting.set(key, looked);
    await looked.finally(() => waiting.get(key) === looked && waiting.delete(key));
  }

  return {
    list,
    /** Looks a base through now. */
    async check(listed: Listed): Promise<FindingsOfBase> {
      const { accountId, knowledgeBaseId, sourceId } = listed;
      await requireBase(deps, accountId, knowledgeBaseId);
      if (sourceId !== undefined) {
        const source = await findSource.first(pool, { accountId, id: sourceId });
        if (source?.knowledgeBaseId !== knowledgeBaseId) throw new AppError('knowledge.source_not_found');
      }
      await look({ accountId, knowledgeBaseId });
      return await list(listed);
    },
    /** "Both are right", or not so after all. */
    mark: (input: Mark): Promise<Finding> => markOne(deps, input),
    /** Looks through the bases that changed and rest now; gives their number. */
    async checkChanged(): Promise<number> {
      const now = clock.now();
      const at = (ms: number) => new Date(now.getTime() - ms);
      const times = { restingSince: at(RESTS_MS), notSince: at(PAUSE_MS), now };
      const bases = await claimUnchecked.all(pool, { ...times, limit: BASES_AT_ONCE });
      await Promise.all(
        bases.map(async (base) => {
          try {
            await look(base);
            deps.noteChanged(base);
          } catch (error) {
            // The others are looked through all the same.
            deps.log.error({ err: error, knowledgeBaseId: base.knowledgeBaseId }, 'a base could not be looked through');
          }
        }),
      );
      return bases.length;
    },
  };
}

export type Findings = ReturnType<typeof createFindings>;

const isIgnored = ({ state }: FindingRow): number => Number(state === 'ignored');

type Mark = { accountId: string; role: Role; id: string; state: 'open' | 'ignored' };

async function markOne(deps: FindingsDeps, { accountId, role, id, state }: Mark): Promise<Finding> {
  const now = deps.clock.now();
  const row = await withTransaction(deps.pool, async (tx) => {
    await lockKnowledge.run(tx, { accountId });
    const marked = await markFinding.first(tx, { accountId, id, state, now });
    if (marked === undefined) throw new AppError('knowledge.finding_not_found');
    const { kind, identity, sourceId, knowledgeBaseId } = marked;
    if (kind === 'conversation' && sourceId !== null) {
      const isOfText = (textHash: string | null) => identityOfConversation({ id: sourceId, textHash }) === identity;
      const decision = { role, isAllowed: state === 'ignored', isOfText, now };
      await decideOn(tx, { accountId, knowledgeBaseId, sourceId, ...decision });
    }
    const entry = { accountId, action: 'knowledge.finding_marked' as const, object: `finding:${id}` };
    await createAudit(deps).record({ ...entry, details: { state, kind, ...(sourceId !== null && { sourceId }) } }, tx);
    return marked;
  });
  const base = { accountId, knowledgeBaseId: row.knowledgeBaseId };
  if (row.kind === 'conversation' && row.sourceId !== null) deps.decided({ ...base, id: row.sourceId });
  deps.noteChanged(base);
  const [finding] = await show(deps, base, [row]);
  if (finding === undefined) throw new AppError('knowledge.finding_not_found');
  return finding;
}

async function show(deps: FindingsDeps, base: Base, rows: FindingRow[]): Promise<Finding[]> {
  const whole = await withPassages(deps, base, rows);
  const ids = [...new Set(whole.flatMap(({ passages }) => passages.map(({ id }) => id)))];
  if (ids.length === 0) return rows.map((row) => toFinding(row, [], []));
  const since = new Date(deps.clock.now().getTime() - ANSWERS_SINCE_MS);
  const [texts, answers] = await Promise.all([
    readShown.all(deps.pool, { ...base, ids }),
    deps.answersFrom({ accountId: base.accountId, passageIds: ids, since }),
  ]);
  const byId = new Map(texts.map((text) => [text.id, text]));
  return whole.map((row) => {
    const passages = row.passages.flatMap(({ id, value }) => {
      const text = byId.get(id);
      return text === undefined ? [] : [toPassage(text, value)];
    });
    const own = new Set(row.passages.map(({ id }) => id));
    // What a passage says to a program was in no answer.
    const touched =
      row.kind === 'order' ? [] : answers.filter(({ passageIds }) => passageIds.some((id) => own.has(id)));
    return toFinding(row, passages, touched);
  });
}

/** Of pages that vanished, and of conversations, the first of what answers, or would. */
async function withPassages({ pool }: FindingsDeps, { accountId }: Base, rows: FindingRow[]): Promise<FindingRow[]> {
  const wholeOf = ({ kind, sourceId }: FindingRow) =>
    kind === 'vanished' || kind === 'conversation' ? sourceId : null;
  const sourceIds = rows.flatMap((row) => wholeOf(row) ?? []);
  if (sourceIds.length === 0) return rows;
  const own = await readOfSources.all(pool, { accountId, sourceIds, limit: SHOWN_OF_SOURCE });
  const bySource = Map.groupBy(own, ({ sourceId }) => sourceId);
  return rows.map((row) => {
    const sourceId = wholeOf(row);
    if (sourceId === null) return row;
    return { ...row, passages: (bySource.get(sourceId) ?? []).map(({ id }) => ({ id, value: '' })) };
  });
}

type Shown = Awaited<ReturnType<typeof readShown.all>>[number];

function toPassage({ body, question, ...passage }: Shown, value: string): Finding['passages'][number] {
  return { ...passage, title: question, text: body.slice(0, SHOWN_CHARACTERS).toWellFormed(), value };
}

function toFinding(
  { id, kind, subject, sourceId, state, foundAt }: FindingRow,
  passages: Finding['passages'],
  answers: Awaited<ReturnType<AnswersFrom>>,
): Finding {
  const shown = answers.slice(0, MAX_ANSWERS).map(({ text, createdAt, chatId, channelId }) => ({
    uniqueId: dialogUniqueId({ chatId, channelId }),
    text: text.slice(0, SHOWN_CHARACTERS).toWellFormed(),
    at: createdAt.toISOString(),
  }));
  const ignored = state === 'ignored' ? 'ignored' : 'open';
  return {
    ...{ id, kind, subject, sourceId, passages, state: ignored },
    answers: { count: answers.length, newest: shown },
    foundAt: foundAt.toISOString(),
  };
}
