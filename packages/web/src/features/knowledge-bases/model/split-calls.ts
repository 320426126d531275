import type { PairText } from '@otvet/contract';
import { limits } from '@otvet/contract/values';

/** Of the body of a call: the rest is room for its signs. */
const MAX_BYTES = limits.jsonBytes * 0.8;

/** Pairs in lists that one call takes each, by number and by size; one of a size that no call takes stands alone. */
export function splitCalls<Pair extends PairText>(pairs: readonly Pair[]): Pair[][] {
  const calls: Pair[][] = [];
  let bytes = 0;
  for (const pair of pairs) {
    const size = JSON.stringify([pair.question, pair.answer, pair.phrasings]).length * 3;
    const last = calls.at(-1);
    if (last === undefined || last.length >= limits.pairsPerCall || bytes + size > MAX_BYTES) {
      calls.push([pair]);
      bytes = size;
    } else {
      last.push(pair);
      bytes += size;
    }
  }
  return calls;
}
