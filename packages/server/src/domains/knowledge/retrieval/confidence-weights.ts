import type { ConfidenceFeatures } from './confidence-features.ts';

/** Fitted by `packages/bench/src/retrieval/fit-model.ts`, which writes this file. */
export const confidenceWeights: ConfidenceFeatures = {
  score: 0.085,
  margin: 0.242,
  certainty: 1.037,
  cosine: 0.061,
  questionCover: 1.233,
  pooledCover: 0.366,
  answerNear: 0.214,
  strictCover: 0.635,
  strictUnion: 0.762,
  unknown: -0.462,
  isPassage: -0.368,
  passageScore: 0.058,
  passageMargin: 0.495,
  passageNear: 0.949,
  passageStrict: 1.084,
  passageBody: 2.108,
};

export const confidenceBias = -2.702;
