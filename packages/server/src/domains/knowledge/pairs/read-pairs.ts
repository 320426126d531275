import { limits, type QuestionAnswer } from '@otvet/contract';
import { unavailableReason } from '../../../platform/database/database-errors.ts';
import { withTransaction } from '../../../platform/database/with-transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { requireBase } from '../bases.ts';
import type { KnowledgeDeps } from '../deps.ts';
import { createSearchTurns, type SearchTurns } from '../search-turns.ts';
import { boundStatements, findPair, firstQuestions, listPairs, questionsOf, searchPairs } from '../store.ts';
import { showPair } from './show-pair.ts';

const MAX_SEARCH_MS = 2000;

type PairPage = { accountId: string; knowledgeBaseId: string; limit: number; offset: number; search: string };

/** What of pairs is read. */
export function createPairReading(deps: KnowledgeDeps) {
  const searchInTurn = createSearchTurns();
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
      return showPair(deps, accountId, pair);
    },
  };
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
    return { pairs: rows.map((row) => showPair(deps, page.accountId, row)), count: base.pairs };
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
  return { pairs: rows.map((row) => showPair(deps, page.accountId, row)), count: rows[0]?.total ?? 0 };
}

const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
