import type { RankingFeatures } from './describe-candidate.ts';

/** Fitted by `packages/bench/src/retrieval/fit-model.ts`, which writes this file. */
export const rankingWeights: RankingFeatures = {
  questionScore: 1.359,
  cosine: 1.242,
  queryCover: 0.247,
  questionCover: 2.093,
  second: 3.472,
  third: 2.97,
  pooledCover: 3.324,
  sameWords: 2.814,
  frequency: 2.846,
  purity: 1.23,
  answerScore: 4.548,
  answerNear: 0.325,
  answerGain: 2.053,
  bodyScore: 8.219,
  bodyStrict: 4.414,
  bodyNear: 5.51,
  bodyPairs: 1.878,
  bodyRun: 1.943,
};
