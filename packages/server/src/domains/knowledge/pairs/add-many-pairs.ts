import { type GoodPair, judgePairs, type ManyPairsResult, type PairText } from '@otvet/contract';
import type { Queryable } from '../../../platform/database/queryable.ts';
import { requireBase } from '../bases.ts';
import type { KnowledgeDeps } from '../deps.ts';
import { listQuestionsAsked } from './asked-store.ts';

export type ManyPairs = { accountId: string; knowledgeBaseId: string; pairs: PairText[]; check: boolean };

type AddGood = (good: GoodPair[], judge: (tx: Queryable) => Promise<GoodPair[]>) => Promise<void>;

/** Adds the good ones of many pairs and tells what is wrong with the others; with `check` it only tells. */
export async function addManyPairs(
  deps: KnowledgeDeps,
  { accountId, knowledgeBaseId, pairs, check }: ManyPairs,
  add: AddGood,
): Promise<ManyPairsResult> {
  await requireBase(deps, accountId, knowledgeBaseId);
  const { good, refused } = judgePairs(pairs);
  const splitKnown = async (db: Queryable) => {
    const questions = good.map(({ question }) => question);
    const rows = await listQuestionsAsked.all(db, { accountId, knowledgeBaseId, questions });
    const known = new Set(rows.map(({ place }) => good[place - 1]));
    return { fresh: good.filter((pair) => !known.has(pair)), known: good.filter((pair) => known.has(pair)) };
  };
  let result = { fresh: good.slice(0, 0), known: good.slice(0, 0) };
  if (check && good.length > 0) result = await splitKnown(deps.pool);
  // What is there is asked under the lock of the change, so that two calls at once add nothing twice.
  if (!check && good.length > 0)
    await add(good, async (tx) => {
      result = await splitKnown(tx);
      return result.fresh;
    });
  const all = [...refused, ...result.known.map(({ at }) => ({ at, reason: 'known' as const }))];
  return { added: result.fresh.length, refused: all.sort((left, right) => left.at - right.at) };
}
