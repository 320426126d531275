import { createMatcher } from './align-words.ts';
import { type AnalysedQuery, analyseQuery } from './analyse-query.ts';
import { collectCandidates } from './collect-candidates.ts';
import { type CandidateView, describeCandidate, type RankingFeatures, rankingFeatures } from './describe-candidate.ts';
import { retrievalLimits } from './limits.ts';
import type { PassageIndexState } from './passage-index/index-state.ts';
import { rankingWeights } from './ranking-weights.ts';

type RankedAnswer = CandidateView & {
  score: number;
};

export type Ranking = {
  query: AnalysedQuery;
  /** The best first; equal ones by passage id. */
  answers: RankedAnswer[];
};

/** Both passes: candidates of the whole base, then the close look and the fitted weights. */
export function rankAnswers(state: PassageIndexState, request: { text: string; weights?: RankingFeatures }): Ranking {
  return rankAnalysed(state, { query: analyseQuery(state, request.text), weights: request.weights });
}

export function rankAnalysed(
  state: PassageIndexState,
  request: { query: AnalysedQuery; weights?: RankingFeatures | undefined },
): Ranking {
  const { query, weights = rankingWeights } = request;
  const matcher = createMatcher(query);
  const candidates = collectCandidates(state, { query, limit: retrievalLimits.closeCandidates });
  const answers = candidates.map((candidate) => {
    const view = describeCandidate(state, { matcher, candidate });
    return { ...view, score: weighed(view.features, weights) };
  });
  answers.sort((a, b) => b.score - a.score || (a.passageId < b.passageId ? -1 : 1));
  return { query, answers };
}

function weighed(features: RankingFeatures, weights: RankingFeatures): number {
  let sum = 0;
  for (const name of rankingFeatures) sum += weights[name] * features[name];
  return sum;
}
