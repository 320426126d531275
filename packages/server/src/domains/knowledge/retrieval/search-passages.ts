import { confidenceFeatures } from './confidence-features.ts';
import { estimateConfidence } from './estimate-confidence.ts';
import type { PassageIndex } from './passage-index/passage-index.ts';
import { rankAnswers } from './rank-answers.ts';

type SearchHit = {
  /** The passage: of a pair with several questions the one whose question fits best. */
  id: string;
  score: number;
};

export type SearchResult = {
  /** One hit per answer text, the best first. */
  hits: SearchHit[];
  /** Chance, 0 to 1, that the first hit answers the query. */
  confidence: number;
};

/** The passages of a base that answer a customer's words best, and how sure that is. Pure, and bounded for any input. */
export function searchPassages(index: PassageIndex, query: string, options: { limit: number }): SearchResult {
  const ranking = rankAnswers(index.state, { text: query });
  return {
    hits: ranking.answers.slice(0, options.limit).map(({ passageId, score }) => ({ id: passageId, score })),
    confidence: ranking.answers.length === 0 ? 0 : estimateConfidence(confidenceFeatures(ranking)),
  };
}
