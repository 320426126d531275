import type { Boldness } from '@otvet/contract';
import { answerFrom } from './calibration/answer-from.ts';
import type { Calibration } from './calibration/calibration.ts';
import { burdenOfMissing, shiftConfidence } from './calibration/missing-words.ts';
import { repeatsQuestion } from './calibration/repeats-question.ts';
import { estimateConfidence } from './estimate-confidence.ts';
import type { NearPassages } from './near/near-passages.ts';
import type { PassageIndex } from './passage-index/passage-index.ts';
import { rankAnswers } from './rank-answers.ts';
import { type RetrievalModel, shippedModel } from './retrieval-model.ts';

type SearchHit = {
  /** The passage: of a pair with several questions the one whose question fits best. */
  id: string;
  score: number;
  /** Its vectors are the nearest of all. */
  isNearest?: true;
};

export type SearchResult = {
  /** One hit per answer text, the best first. */
  hits: SearchHit[];
  /** Chance, 0 to 1, that the first hit answers the query. */
  confidence: number;
  /** The confidence from which this base answers this question; undefined where any base would: it is asked word for word, or not calibrated. */
  answerFrom?: number | undefined;
};

type SearchOptions = {
  limit: number;
  boldness?: Boldness | undefined;
  model?: RetrievalModel | undefined;
  /** What vectors say, with what the base knows of its certainty when they are used. */
  near?: (NearPassages & { calibration: Calibration }) | undefined;
};

/** The passages of a base that answer a customer's words best, and how sure that is. Pure, and bounded for any input. */
export function searchPassages(index: PassageIndex, query: string, options: SearchOptions): SearchResult {
  const { model = shippedModel, boldness = 'usual', near } = options;
  const ranking = rankAnswers(index.state, { text: query, weights: model.ranking, near });
  const kind = ranking.answers[0]?.hasQuestion === false ? 'passages' : 'pairs';
  const calibration = near?.calibration ?? index.calibration;
  const calibrated =
    calibration &&
    shiftConfidence(answerFrom(calibration, { kind, boldness }), burdenOfMissing(ranking, near !== undefined));
  const nearest = Math.max(0, ...ranking.answers.map(({ closeness }) => closeness));
  return {
    hits: ranking.answers.slice(0, options.limit).map(({ passageId, score, closeness }) => ({
      id: passageId,
      score,
      ...(closeness > 0 && closeness === nearest && { isNearest: true as const }),
    })),
    confidence: estimateConfidence(ranking, model),
    answerFrom: repeatsQuestion(ranking) ? undefined : calibrated,
  };
}
