import { type KnowledgeBase, limits, type QuestionAnswer } from '@otvet/contract';
import type pg from 'pg';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { NewId } from '../../platform/time/ids.ts';
import { createBaseIndexes } from './base-index.ts';
import { type AnswerDecision, decideAnswer, searchPassages } from './retrieval/index.ts';
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

export { knowledgeHandlers } from './routes.ts';

export type KnowledgeDeps = { pool: pg.Pool; clock: Clock; newId: NewId };

/** A piece of knowledge found for a question; `title` is the pair's question or the name of the file or page. */
export type FoundPassage = { id: string; kind: 'qa' | 'file' | 'page'; title: string; text: string; score: number };

/** What a base has to say to a question, and what our own ranking would do with it. `confidence` is calibrated, 0..1. */
export type Retrieval = { passages: FoundPassage[]; confidence: number; decision: AnswerDecision };

const nothing: Retrieval = { passages: [], confidence: 0, decision: { kind: 'refuse' } };

/** The door of the knowledge domain. One retrieval serves live chat, test chat and the bench. */
export function createKnowledge(deps: KnowledgeDeps) {
  const indexes = createBaseIndexes(deps);
  const listeners = new Set<(change: { accountId: string; id: string }) => void>();

  function changed(accountId: string, knowledgeBaseId: string): void {
    indexes.touch({ accountId, knowledgeBaseId });
    for (const listener of listeners) listener({ accountId, id: knowledgeBaseId });
  }

  async function requireBase(accountId: string, id: string): Promise<KnowledgeBase> {
    const base = await findBase(deps.pool, accountId, id);
    if (!base) throw new AppError('knowledge.not_found');
    return base;
  }

  const bases = {
    list: (accountId: string) => listBases(deps.pool, accountId),
    find: requireBase,
    async create(input: { accountId: string; name: string }): Promise<KnowledgeBase> {
      if ((await listBases(deps.pool, input.accountId)).length >= limits.knowledgeBases)
        throw new AppError('knowledge.limit');
      const id = deps.newId();
      await insertBase(deps.pool, { ...input, id, now: deps.clock.now() });
      changed(input.accountId, id);
      return await requireBase(input.accountId, id);
    },
    async rename(input: { accountId: string; id: string; name: string }): Promise<KnowledgeBase> {
      if (!(await renameBase(deps.pool, { ...input, now: deps.clock.now() })))
        throw new AppError('knowledge.not_found');
      changed(input.accountId, input.id);
      return await requireBase(input.accountId, input.id);
    },
    async remove(accountId: string, id: string): Promise<void> {
      if (!(await deleteBase(deps.pool, accountId, id))) throw new AppError('knowledge.not_found');
      changed(accountId, id);
    },
  };

  const pairs = {
    async page(page: PairPage & { search: string }): Promise<{ pairs: QuestionAnswer[]; count: number }> {
      const search = page.search.trim();
      if (search !== '' && search.length < limits.knowledgeSearchMin) {
        throw new AppError('knowledge.search_too_short', { details: { search: String(limits.knowledgeSearchMin) } });
      }
      if (search !== '') {
        await requireBase(page.accountId, page.knowledgeBaseId);
        return await searchPairs(deps.pool, { ...page, search });
      }
      const found = await listPairs(deps.pool, page);
      if (!found) throw new AppError('knowledge.not_found');
      return found;
    },
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

  return {
    bases,
    pairs,
    /** Searches a base for what answers a question, and decides whether it does. */
    async retrieve(input: {
      accountId: string;
      knowledgeBaseId: string;
      query: string;
      limit: number;
    }): Promise<Retrieval> {
      const base = await indexes.open(input);
      if (!base) return nothing;
      const result = searchPassages(base.index, input.query, { limit: input.limit });
      const texts = await base.texts(result.hits.map((hit) => hit.id));
      const passages = result.hits.flatMap((hit): FoundPassage[] => {
        const text = texts.get(hit.id);
        return text ? [{ id: hit.id, kind: text.kind, title: text.question, text: text.body, score: hit.score }] : [];
      });
      return { passages, confidence: result.confidence, decision: decideAnswer(result) };
    },
    onChanged(listener: (change: { accountId: string; id: string }) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export type Knowledge = ReturnType<typeof createKnowledge>;
