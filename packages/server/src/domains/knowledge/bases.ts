import { type KnowledgeBase, limits, type QuestionAnswer } from '@otvet/contract';
import { AppError } from '../../platform/errors/app-error.ts';
import type { KnowledgeDeps } from './deps.ts';
import {
  deleteBase,
  deletePair,
  findBase,
  insertBase,
  insertPairs,
  listBases,
  listPairs,
  type PairPage,
  renameBase,
  searchPairs,
  updatePair,
} from './store.ts';

type Changed = (accountId: string, knowledgeBaseId: string) => void;

async function requireBase(deps: KnowledgeDeps, accountId: string, id: string): Promise<KnowledgeBase> {
  const base = await findBase(deps.pool, accountId, id);
  if (!base) throw new AppError('knowledge.not_found');
  return base;
}

/** Knowledge bases of an account. */
export function createBases(deps: KnowledgeDeps, changed: Changed) {
  return {
    list: (accountId: string) => listBases(deps.pool, accountId),
    find: (accountId: string, id: string) => requireBase(deps, accountId, id),
    async create(input: { accountId: string; name: string }): Promise<KnowledgeBase> {
      if ((await listBases(deps.pool, input.accountId)).length >= limits.knowledgeBases)
        throw new AppError('knowledge.limit');
      const id = deps.newId();
      await insertBase(deps.pool, { ...input, id, now: deps.clock.now() });
      changed(input.accountId, id);
      return await requireBase(deps, input.accountId, id);
    },
    async rename(input: { accountId: string; id: string; name: string }): Promise<KnowledgeBase> {
      if (!(await renameBase(deps.pool, { ...input, now: deps.clock.now() })))
        throw new AppError('knowledge.not_found');
      changed(input.accountId, input.id);
      return await requireBase(deps, input.accountId, input.id);
    },
    async remove(accountId: string, id: string): Promise<void> {
      if (!(await deleteBase(deps.pool, accountId, id))) throw new AppError('knowledge.not_found');
      changed(accountId, id);
    },
  };
}

async function readPage(
  deps: KnowledgeDeps,
  page: PairPage & { search: string },
): Promise<{ pairs: QuestionAnswer[]; count: number }> {
  const search = page.search.trim();
  if (search === '') {
    const found = await listPairs(deps.pool, page);
    if (!found) throw new AppError('knowledge.not_found');
    return found;
  }
  if (search.length < limits.knowledgeSearchMin) {
    throw new AppError('knowledge.search_too_short', { details: { search: String(limits.knowledgeSearchMin) } });
  }
  await requireBase(deps, page.accountId, page.knowledgeBaseId);
  return await searchPairs(deps.pool, { ...page, search });
}

/** Question-and-answer pairs of a base. */
export function createPairs(deps: KnowledgeDeps, changed: Changed) {
  return {
    page: (page: PairPage & { search: string }) => readPage(deps, page),
    /** Adds pairs at once: one by hand, many by an import. */
    async add(input: {
      accountId: string;
      knowledgeBaseId: string;
      pairs: { question: string; answer: string }[];
    }): Promise<QuestionAnswer[]> {
      const withIds = input.pairs.map((pair) => ({ ...pair, id: deps.newId() }));
      const added = await insertPairs(deps.pool, {
        ...input,
        pairs: withIds,
        most: limits.knowledgePairs,
        now: deps.clock.now(),
      });
      if (added === undefined) throw new AppError('knowledge.not_found');
      if (added === false) throw new AppError('knowledge.limit');
      changed(input.accountId, input.knowledgeBaseId);
      return added;
    },
    async update(input: { accountId: string; id: string; question: string; answer: string }): Promise<QuestionAnswer> {
      const pair = await updatePair(deps.pool, { ...input, now: deps.clock.now() });
      if (!pair) throw new AppError('knowledge.pair_not_found');
      changed(input.accountId, pair.knowledgeBaseId);
      return pair;
    },
    async remove(accountId: string, id: string): Promise<void> {
      const knowledgeBaseId = await deletePair(deps.pool, { accountId, id, now: deps.clock.now() });
      if (knowledgeBaseId === undefined) throw new AppError('knowledge.pair_not_found');
      changed(accountId, knowledgeBaseId);
    },
  };
}
