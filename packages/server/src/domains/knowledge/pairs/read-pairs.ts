import type { QuestionAnswer } from '@otvet/contract';
import { AppError } from '../../../platform/errors/app-error.ts';
import { requireBase } from '../bases.ts';
import type { KnowledgeDeps } from '../deps.ts';
import { createSearchTexts, readSearch, type SearchTexts } from '../search-turns.ts';
import { findPair, firstQuestions, listPairs, questionsOf, searchPairs } from '../store.ts';
import { findPairsAsked } from './asked-store.ts';
import { showPair } from './show-pair.ts';

const MAX_SAME = 3;

type PairPage = { accountId: string; knowledgeBaseId: string; limit: number; offset: number; search: string };

/** What of pairs is read. */
export function createPairReading(deps: KnowledgeDeps) {
  const searchTexts = deps.searchTexts ?? createSearchTexts(deps);
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
    page: (page: PairPage) => readPage({ ...deps, searchTexts }, page),
    /** Pairs that are asked one of these questions already, whatever their capitals, signs and spaces; the oldest first. */
    async same(input: { accountId: string; knowledgeBaseId: string; questions: string[] }): Promise<QuestionAnswer[]> {
      await requireBase(deps, input.accountId, input.knowledgeBaseId);
      const rows = await findPairsAsked.all(deps.pool, { ...input, limit: MAX_SAME });
      return rows.map((row) => showPair(deps, input.accountId, row));
    },
    async find(accountId: string, id: string): Promise<QuestionAnswer> {
      const pair = await findPair.first(deps.pool, { accountId, id });
      if (!pair) throw new AppError('knowledge.pair_not_found');
      return showPair(deps, accountId, pair);
    },
  };
}

async function readPage(
  { searchTexts, ...deps }: KnowledgeDeps & { searchTexts: SearchTexts },
  page: PairPage,
): Promise<{ pairs: QuestionAnswer[]; count: number }> {
  const search = readSearch(page.search);
  const base = await requireBase(deps, page.accountId, page.knowledgeBaseId);
  if (search === '') {
    const rows = await listPairs.all(deps.pool, page);
    // The count is kept with the base, not counted.
    return { pairs: rows.map((row) => showPair(deps, page.accountId, row)), count: base.pairs };
  }
  const rows = await searchTexts(page.accountId, (tx) =>
    searchPairs.all(tx, { ...page, search, pattern: likePattern(search) }),
  );
  return { pairs: rows.map((row) => showPair(deps, page.accountId, row)), count: rows[0]?.total ?? 0 };
}

const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
