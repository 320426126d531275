import { confidenceFeatureNames, confidenceFeatures } from './confidence-features.ts';
import type { Ranking } from './rank-answers.ts';
import type { RetrievalModel } from './retrieval-model.ts';

/** Chance, 0 to 1, that the first answer of a ranking is right. */
export function estimateConfidence(ranking: Ranking, model: RetrievalModel): number {
  if (ranking.answers.length === 0) return 0;
  const features = confidenceFeatures(ranking);
  let sum = model.confidenceBias;
  for (const name of confidenceFeatureNames) sum += model.confidence[name] * features[name];
  return 1 / (1 + Math.exp(-sum));
}
