import { answerThresholds } from './answer-thresholds.ts';
import type { SearchResult } from './search-passages.ts';

export type AnswerDecision = { kind: 'answer'; id: string } | { kind: 'clarify'; ids: string[] } | { kind: 'refuse' };

export type AnswerThresholds = { readonly [name in keyof typeof answerThresholds]: number };

/** What to do with a search result: give the best answer, ask which of two close ones is meant, or hand over. */
export function decideAnswer(
  { hits, confidence, answerFrom }: SearchResult,
  thresholds: AnswerThresholds = answerThresholds,
): AnswerDecision {
  const [best, next] = hits;
  if (best === undefined) return { kind: 'refuse' };
  const from = answerFrom ?? thresholds.answerFrom;
  const certain = Math.max(thresholds.certainFrom, from);
  const areClose = next !== undefined && best.score - next.score < thresholds.closeMargin;
  if (areClose && confidence >= thresholds.clarifyFrom && confidence < certain) {
    return { kind: 'clarify', ids: hits.slice(0, thresholds.clarifyChoices).map(({ id }) => id) };
  }
  if (confidence >= from) return { kind: 'answer', id: best.id };
  return { kind: 'refuse' };
}
