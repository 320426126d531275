import type { ConfidenceFeatures } from './confidence-features.ts';

/** Fitted by `packages/bench/src/retrieval/fit-model.ts`, which writes this file. */
export const confidenceWeights: ConfidenceFeatures = {
  score: 0.294,
  margin: 0.487,
  isPassage: -0.077,
  passageScore: 0.19,
  passageStrict: 2.424,
};

export const CONFIDENCE_BIAS = -2.848;
