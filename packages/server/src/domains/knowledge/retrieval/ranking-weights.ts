import type { RankingFeatures } from './describe-candidate.ts';

/** Fitted by `packages/bench/src/retrieval/fit-model.ts`, which writes this file. */
export const rankingWeights: RankingFeatures = {
  questionScore: 2.282,
  cosine: 0.131,
  queryCover: 0.903,
  questionCover: 3.231,
  second: 3.412,
  third: 3.044,
  pooledCover: 3.77,
  frequency: 3.329,
  purity: 0.86,
  answerScore: 4.395,
  answerNear: 0.249,
  answerGain: 2.096,
  bodyScore: 7.374,
  bodyCover: 5.496,
  bodyNear: 5.076,
  bodyPairs: 1.611,
  bodyRun: 2.181,
};
