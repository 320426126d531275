import { type ConfidenceFeatures, confidenceFeatureNames } from './confidence-features.ts';
import { confidenceBias, confidenceWeights } from './confidence-weights.ts';

export function estimateConfidence(features: ConfidenceFeatures): number {
  let sum = confidenceBias;
  for (const name of confidenceFeatureNames) sum += confidenceWeights[name] * features[name];
  return 1 / (1 + Math.exp(-sum));
}
