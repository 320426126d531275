import { limits, type QuestionAnswer } from '@otvet/contract';
import { AppError } from '../../platform/errors/app-error.ts';
import { type Changed, requireBase } from './bases.ts';
import type { KnowledgeDeps } from './deps.ts';
import { deletePair, insertPairs, listPairs, type PairRow, searchPairs, updatePair } from './store.ts';

type PairPage = { accountId: string; knowledgeBaseId: string; limit: number; offset: number; search: string };
type NewPairs = { accountId: string; knowledgeBaseId: string; pairs: { question: string; answer: string }[] };

/** Question-and-answer pairs of a base. */
export function createPairs(deps: KnowledgeDeps, changed: Changed) {
  return {
    page: (page: PairPage) => readPage(deps, page),
    /** Adds pairs at once: one by hand, many by an import. */
    async add(input: NewPairs): Promise<QuestionAnswer[]> {
      const added = await addPairs(deps, input);
      changed(input.accountId, input.knowledgeBaseId);
      return added;
    },
    async update(input: { accountId: string; id: string; question: string; answer: string }): Promise<QuestionAnswer> {
      const pair = await updatePair.first(deps.pool, { ...input, now: deps.clock.now() });
      if (!pair) throw new AppError('knowledge.pair_not_found');
      changed(input.accountId, pair.knowledgeBaseId);
      return toPair(pair);
    },
    async remove(accountId: string, id: string): Promise<void> {
      const deleted = await deletePair.first(deps.pool, { accountId, id, now: deps.clock.now() });
      if (!deleted) throw new AppError('knowledge.pair_not_found');
      changed(accountId, deleted.knowledgeBaseId);
    },
  };
}

async function addPairs(
  deps: KnowledgeDeps,
  { accountId, knowledgeBaseId, pairs }: NewPairs,
): Promise<QuestionAnswer[]> {
  const rows = await insertPairs.all(deps.pool, {
    accountId,
    knowledgeBaseId,
    ids: pairs.map(() => deps.newId()),
    questions: pairs.map(({ question }) => question),
    answers: pairs.map(({ answer }) => answer),
    max: limits.knowledgePairs,
    now: deps.clock.now(),
  });
  if (rows.length > 0) return rows.map(toPair);
  await requireBase(deps, accountId, knowledgeBaseId);
  throw new AppError('knowledge.limit');
}

async function readPage(deps: KnowledgeDeps, page: PairPage): Promise<{ pairs: QuestionAnswer[]; count: number }> {
  const search = page.search.trim();
  if (search !== '' && search.length < limits.knowledgeSearchMin)
    throw new AppError('knowledge.search_too_short', { details: { search: String(limits.knowledgeSearchMin) } });
  const base = await requireBase(deps, page.accountId, page.knowledgeBaseId);
  if (search === '') {
    const rows = await listPairs.all(deps.pool, page);
    // The count is kept with the base, not counted.
    return { pairs: rows.map(toPair), count: base.pairs };
  }
  const rows = await searchPairs.all(deps.pool, { ...page, search, pattern: likePattern(search) });
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
