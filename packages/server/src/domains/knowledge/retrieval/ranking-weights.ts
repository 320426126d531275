import type { RankingFeatures } from './describe-candidate.ts';

/** Fitted by `packages/bench/src/retrieval/fit-model.ts`, which writes this file. */
export const rankingWeights: RankingFeatures = {
  questionScore: 2.133,
  cosine: 0,
  queryCover: 0.69,
  questionCover: 3.486,
  second: 3.19,
  third: 1.914,
  pooledCover: 3.87,
  frequency: 3.241,
  purity: 0.936,
  answerScore: 4.574,
  answerNear: 0.287,
  answerGain: 2.436,
  bodyScore: 7.416,
  bodyCover: 5.148,
  bodyNear: 5.219,
  bodyPairs: 1.82,
  bodyRun: 2.74,
};
