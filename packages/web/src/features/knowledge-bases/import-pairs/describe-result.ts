import type { PairImportResult } from '@otvet/contract';
import type { Translate } from '../../../platform/texts/text-key.ts';

const outcomes = ['added', 'changed', 'unchanged', 'skipped'] as const;

/** What became of the pairs that were imported, in words: only what happened. */
export function describeResult(t: Translate, result: Pick<PairImportResult, (typeof outcomes)[number]>): string {
  const happened = outcomes.filter((outcome) => result[outcome] > 0);
  if (happened.length === 0) return t('knowledge.import.nothing_changed');
  return happened.map((outcome) => t(`knowledge.import.done.${outcome}`, { count: result[outcome] })).join(' ');
}
