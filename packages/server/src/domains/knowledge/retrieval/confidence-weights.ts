import type { ConfidenceFeatures } from './confidence-features.ts';

/** Fitted by `packages/bench/src/retrieval/fit-model.ts`, which writes this file. */
export const confidenceWeights: ConfidenceFeatures = {
  score: 0.079,
  margin: 0.25,
  certainty: 1.088,
  cosine: 0.239,
  questionCover: 1.302,
  pooledCover: 0.309,
  answerNear: 0.276,
  strictCover: 0.814,
  strictUnion: 0.883,
  unknown: -0.128,
  isPassage: -0.466,
  passageScore: 0.066,
  passageNear: 1.022,
  passageStrict: 1.286,
  passageBody: 2.418,
  passageFound: 0.145,
  passageLead: 4.3,
};

export const CONFIDENCE_BIAS = -3.135;
