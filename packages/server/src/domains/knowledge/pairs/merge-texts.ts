import { AppError } from '../../../platform/errors/app-error.ts';
import type { PairAsIs, PairChange } from './change-pair.ts';

export type PairTexts = Pick<PairAsIs, 'question' | 'answer' | 'phrasings'>;

const TEXTS = ['question', 'answer', 'phrasings'] as const;

/** Of the texts of a pair those that somebody changed; what he left as he saw it stays as others made it since then. */
export function mergeTexts({
  given,
  before,
  now,
}: {
  given: PairChange;
  before: PairTexts;
  now: PairTexts;
}): PairChange {
  const merged = { ...given };
  for (const name of TEXTS) {
    const wanted = given[name];
    if (wanted === undefined || isSame(wanted, now[name])) continue;
    if (isSame(wanted, before[name])) delete merged[name];
    else if (!isSame(now[name], before[name])) throw new AppError('knowledge.pair_changed');
  }
  return merged;
}

const isSame = (left: string | readonly string[], right: string | readonly string[]): boolean =>
  JSON.stringify(left) === JSON.stringify(right);
