import type { ConfidenceFeatures } from './confidence-features.ts';

/** Fitted by `packages/bench/src/retrieval/fit-model.ts`, which writes this file. */
export const confidenceWeights: ConfidenceFeatures = {
  score: 0.29,
  margin: 0.457,
  isPassage: -0.22,
  passageScore: 0.177,
  passageStrict: 2.543,
};

export const CONFIDENCE_BIAS = -2.672;
