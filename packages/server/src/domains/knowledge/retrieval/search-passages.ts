import type { Boldness } from '@otvet/contract';
import { answerFrom } from './calibration/answer-from.ts';
import { repeatsQuestion } from './calibration/repeats-question.ts';
import { estimateConfidence } from './estimate-confidence.ts';
import type { PassageIndex } from './passage-index/passage-index.ts';
import { rankAnswers } from './rank-answers.ts';
import { type RetrievalModel, shippedModel } from './retrieval-model.ts';

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
  /** The confidence from which this base answers; undefined where any base would: it is asked word for word, or not calibrated. */
  answerFrom?: number | undefined;
};

type SearchOptions = {
  limit: number;
  boldness?: Boldness | undefined;
  model?: RetrievalModel | undefined;
};

/** The passages of a base that answer a customer's words best, and how sure that is. Pure, and bounded for any input. */
export function searchPassages(index: PassageIndex, query: string, options: SearchOptions): SearchResult {
  const { model = shippedModel, boldness = 'usual' } = options;
  const ranking = rankAnswers(index.state, { text: query, weights: model.ranking });
  const kind = ranking.answers[0]?.hasQuestion === false ? 'passages' : 'pairs';
  const calibrated = index.calibration && answerFrom(index.calibration, { kind, boldness });
  return {
    hits: ranking.answers.slice(0, options.limit).map(({ passageId, score }) => ({ id: passageId, score })),
    confidence: estimateConfidence(ranking, model),
    answerFrom: repeatsQuestion(ranking) ? undefined : calibrated,
  };
}
