import type { PairText } from '@otvet/contract';
import type { Queryable } from '../../../platform/database/queryable.ts';
import { linesOf } from '../lines-of.ts';
import { findSamePairs, type PairRow } from '../store.ts';

type Given = { accountId: string; knowledgeBaseId: string; photos?: readonly string[] | undefined };

/**
 * The pair that says already all that is given, where a base holds one: a double click and a request that is tried again make
 * no second pair. Asked within a transaction that holds the lock of the account's knowledge.
 */
export async function findSamePair(
  { accountId, knowledgeBaseId, photos = [] }: Given,
  pair: PairText | undefined,
  tx: Queryable,
): Promise<PairRow | undefined> {
  if (pair === undefined) return undefined;
  const { question, answer, phrasings = [] } = pair;
  const rows = await findSamePairs.all(tx, { accountId, knowledgeBaseId, question, answer });
  return rows.find((row) => {
    const known = new Set(linesOf(row.phrasings));
    const shown = new Set(row.photos.map(({ id }) => id));
    return phrasings.every((phrasing) => known.has(phrasing)) && photos.every((photo) => shown.has(photo));
  });
}
