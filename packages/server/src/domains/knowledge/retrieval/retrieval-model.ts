import type { ConfidenceFeatures } from './confidence-features.ts';
import { CONFIDENCE_BIAS, confidenceWeights } from './confidence-weights.ts';
import type { RankingFeatures } from './describe-candidate.ts';
import { rankingWeights } from './ranking-weights.ts';

/** What is fitted: the order of candidates, and how sure the first one is. The bench hands in one fitted on other data. */
export type RetrievalModel = {
  ranking: RankingFeatures;
  confidence: ConfidenceFeatures;
  confidenceBias: number;
};

export const shippedModel: RetrievalModel = {
  ranking: rankingWeights,
  confidence: confidenceWeights,
  confidenceBias: CONFIDENCE_BIAS,
};
