import type { ConfidenceFeatures } from './confidence-features.ts';

/** Fitted by `packages/bench/src/retrieval/fit-model.ts`, which writes this file. */
export const confidenceWeights: ConfidenceFeatures = {
  score: 0.393,
  margin: 0.438,
  isPassage: -0.499,
  passageScore: 0.278,
  passageStrict: 3.363,
};

export const CONFIDENCE_BIAS = -3.963;
