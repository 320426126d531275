import { type ConfidenceFeatures, confidenceFeatureNames } from './confidence-features.ts';
import { CONFIDENCE_BIAS, confidenceWeights } from './confidence-weights.ts';

export function estimateConfidence(features: ConfidenceFeatures): number {
  let sum = CONFIDENCE_BIAS;
  for (const name of confidenceFeatureNames) sum += confidenceWeights[name] * features[name];
  return 1 / (1 + Math.exp(-sum));
}
