import { limits, type ManyPairsResult, type PairText, type QuestionAnswer } from '@otvet/contract';
import { createAudit } from '../../platform/audit/index.ts';
import { unavailableReason } from '../../platform/database/database-errors.ts';
import type { Queryable } from '../../platform/database/queryable.ts';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { addManyPairs, type ManyPairs } from './add-many-pairs.ts';
import { type Changed, requireBase } from './bases.ts';
import type { KnowledgeDeps } from './deps.ts';
import { createSearchTurns, type SearchTurns } from './search-turns.ts';
import {
  boundStatements,
  deletePair,
  findBase,
  findPair,
  firstQuestions,
  insertPairs,
  listPairs,
  type PairRow,
  questionsOf,
  searchPairs,
  updatePair,
} from './store.ts';
import { weighInSlices, weighPair } from './weigh-pairs.ts';
import { withinMemory } from './within-memory.ts';

const MAX_SEARCH_MS = 2000;

type PairPage = { accountId: string; knowledgeBaseId: string; limit: number; offset: number; search: string };
type NewPairs = { accountId: string; knowledgeBaseId: string; pairs: PairText[] };
type WeighedPairs = Omit<NewPairs, 'pairs'> & { pairs: (PairText & { memory: number })[] };

type ChangedPair = { accountId: string; id: string; knowledgeBaseId: string; tx: Queryable };

/** Question-and-answer pairs of a base. */
export function createPairs(deps: KnowledgeDeps, changed: Changed) {
  const audit = createAudit(deps);
  const searchInTurn = createSearchTurns();
  const record = (action: 'knowledge.pair_changed' | 'knowledge.pair_deleted', pair: ChangedPair) => {
    const { accountId, id, knowledgeBaseId, tx } = pair;
    return audit.record({ accountId, action, object: `pair:${id}`, details: { knowledgeBaseId } }, tx);
  };
  async function addRecorded(input: WeighedPairs, tx: Queryable): Promise<QuestionAnswer[]> {
    const pairs = await addPairs(deps, input, tx);
    const { accountId, knowledgeBaseId } = input;
    const object = `knowledge base:${knowledgeBaseId}`;
    const details = { count: String(pairs.length) };
    await audit.record({ accountId, action: 'knowledge.pairs_added', object, details }, tx);
    return pairs;
  }
  return {
    /** What the first pairs of a base answer, in the order in which they were added. */
    async firstQuestions(input: { accountId: string; knowledgeBaseId: string; limit: number }): Promise<string[]> {
      return (await firstQuestions.all(deps.pool, input)).map(({ question }) => question);
    },
    /** The questions of these pairs, in their order; what is no pair of the base is left out. */
    async questionsOf(input: { accountId: string; knowledgeBaseId: string; ids: string[] }): Promise<string[]> {
      const questions = new Map((await questionsOf.all(deps.pool, input)).map(({ id, question }) => [id, question]));
      return input.ids.flatMap((id) => questions.get(id) ?? []);
    },
    page: (page: PairPage) => readPage({ ...deps, searchInTurn }, page),
    async find(accountId: string, id: string): Promise<QuestionAnswer> {
      const pair = await findPair.first(deps.pool, { accountId, id });
      if (!pair) throw new AppError('knowledge.pair_not_found');
      return toPair(pair);
    },
    /** Adds pairs at once, all or none. */
    async add(input: NewPairs): Promise<QuestionAnswer[]> {
      const weighed = input.pairs.map((pair) => ({ ...pair, memory: weighPair(pair) }));
      const added = await withinMemory(deps, input.accountId, (tx) => addRecorded({ ...input, pairs: weighed }, tx));
      changed(input.accountId, input.knowledgeBaseId);
      return added;
    },
    /** Adds the good ones of many pairs: pasted, or out of a file. */
    addMany: (input: ManyPairs): Promise<ManyPairsResult> =>
      addManyPairs(deps, input, async (good, judge) => {
        const { accountId, knowledgeBaseId } = input;
        const weights = await weighInSlices(good);
        const isChanged = await withinMemory(deps, accountId, async (tx) => {
          const pairs = (await judge(tx)).map((pair) => ({ ...pair, memory: weights.get(pair) ?? weighPair(pair) }));
          if (pairs.length > 0) await addRecorded({ accountId, knowledgeBaseId, pairs }, tx);
          return pairs.length > 0;
        });
        if (isChanged) changed(accountId, knowledgeBaseId);
      }),
    async update(input: { accountId: string; id: string; question: string; answer: string }): Promise<QuestionAnswer> {
      const memory = weighPair(input);
      const pair = await withinMemory(deps, input.accountId, async (tx) => {
        const updated = await updatePair.first(tx, { ...input, memory, now: deps.clock.now() });
        if (!updated) throw new AppError('knowledge.pair_not_found');
        await record('knowledge.pair_changed', { ...updated, accountId: input.accountId, tx });
        return updated;
      });
      changed(input.accountId, pair.knowledgeBaseId);
      return toPair(pair);
    },
    async remove(accountId: string, id: string): Promise<void> {
      const deleted = await withinMemory(deps, accountId, async (tx) => {
        const found = await deletePair.first(tx, { accountId, id, now: deps.clock.now() });
        if (!found) throw new AppError('knowledge.pair_not_found');
        await record('knowledge.pair_deleted', { ...found, id, accountId, tx });
        return found;
      });
      changed(accountId, deleted.knowledgeBaseId);
    },
  };
}

/** Adds pairs in their order, within a transaction that holds the lock of the account's knowledge. */
export async function addPairs(
  deps: KnowledgeDeps,
  { accountId, knowledgeBaseId, pairs }: WeighedPairs,
  tx: Queryable,
): Promise<QuestionAnswer[]> {
  const rows = await insertPairs.all(tx, {
    accountId,
    knowledgeBaseId,
    // In their order also where all are made within a millisecond.
    ids: pairs.map(() => deps.newId()).sort(),
    questions: pairs.map(({ question }) => question),
    answers: pairs.map(({ answer }) => answer),
    memory: pairs.map(({ memory }) => memory),
    max: limits.knowledgePairs,
    now: deps.clock.now(),
  });
  if (rows.length > 0) return rows.map(toPair);
  const base = await findBase.first(tx, { accountId, id: knowledgeBaseId });
  throw new AppError(base ? 'knowledge.limit' : 'knowledge.not_found');
}

async function readPage(
  { searchInTurn, ...deps }: KnowledgeDeps & { searchInTurn: SearchTurns },
  page: PairPage,
): Promise<{ pairs: QuestionAnswer[]; count: number }> {
  const search = page.search.trim();
  if (search !== '' && search.length < limits.knowledgeSearchMin)
    throw new AppError('knowledge.search_too_short', { details: { search: String(limits.knowledgeSearchMin) } });
  const base = await requireBase(deps, page.accountId, page.knowledgeBaseId);
  if (search === '') {
    const rows = await listPairs.all(deps.pool, page);
    // The count is kept with the base, not counted.
    return { pairs: rows.map(toPair), count: base.pairs };
  }
  const rows = await searchInTurn(page.accountId, () =>
    withTransaction(deps.pool, async (tx) => {
      await boundStatements.run(tx, { milliseconds: deps.maxSearchMs ?? MAX_SEARCH_MS });
      return await searchPairs.all(tx, { ...page, search, pattern: likePattern(search) });
    }),
  ).catch((error: unknown) => {
    if (unavailableReason(error) !== 'too-slow') throw error;
    throw new AppError('knowledge.search_too_slow', { cause: error });
  });
  return { pairs: rows.map(toPair), count: rows[0]?.total ?? 0 };
}

const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

function toPair({ id, knowledgeBaseId, question, answer, createdAt, updatedAt }: PairRow): QuestionAnswer {
  return {
    id,
    knowledgeBaseId,
    question,
    answer,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
