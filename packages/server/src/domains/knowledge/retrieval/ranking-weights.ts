import type { RankingFeatures } from './describe-candidate.ts';

/** Fitted by `packages/bench/src/retrieval/fit-model.ts`, which writes this file. */
export const rankingWeights: RankingFeatures = {
  questionScore: 1.979,
  cosine: 0.304,
  queryCover: 0.481,
  questionCover: 3.405,
  second: 3.32,
  third: 3.283,
  pooledCover: 4.034,
  frequency: 3.389,
  purity: 1.118,
  answerScore: 4.53,
  answerNear: 0.548,
  answerGain: 2.158,
  bodyScore: 7.367,
  bodyCover: 5.075,
  bodyNear: 5.602,
  bodyPairs: 2.456,
  bodyRun: 2.961,
};
