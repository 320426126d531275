import { createMatcher } from './align-words.ts';
import { type AnalysedQuery, analyseQuery } from './analyse-query.ts';
import { collectCandidates } from './collect-candidates.ts';
import { type CandidateView, describeCandidate, type RankingFeatures, rankingFeatures } from './describe-candidate.ts';
import { retrievalLimits } from './limits.ts';
import type { NearPassages } from './near/near-passages.ts';
import { nearCandidates, weighNearness } from './near/weigh-nearness.ts';
import type { PassageIndexState } from './passage-index/index-state.ts';
import { rankingWeights } from './ranking-weights.ts';

type RankedAnswer = CandidateView & {
  score: number;
  /** What words alone say; the same where no vectors are used. */
  words: number;
  /** How near its vectors are; 0 where none are used. */
  closeness: number;
};

export type Ranking = {
  query: AnalysedQuery;
  /** The best first; equal ones by passage id. */
  answers: RankedAnswer[];
};

type RankOptions = { weights?: RankingFeatures | undefined; near?: NearPassages | undefined };

/** Both passes: candidates of the whole base, then the close look and the fitted weights; with `near` also what is near by vectors. */
export function rankAnswers(state: PassageIndexState, request: RankOptions & { text: string }): Ranking {
  return rankAnalysed(state, { ...request, query: analyseQuery(state, request.text) });
}

export function rankAnalysed(state: PassageIndexState, request: RankOptions & { query: AnalysedQuery }): Ranking {
  const { query, weights = rankingWeights, near } = request;
  const matcher = createMatcher(query);
  const found = collectCandidates(state, { query, limit: retrievalLimits.closeCandidates });
  const candidates = near === undefined ? found : [...found, ...nearCandidates(state, near, found)];
  const described = candidates.map((candidate) => {
    const view = describeCandidate(state, { matcher, candidate });
    const words = weighed(view.features, weights);
    return { ...view, words, score: words, closeness: 0 };
  });
  const answers = near === undefined ? described : weighNearness(state, near, described);
  answers.sort((a, b) => b.score - a.score || (a.passageId < b.passageId ? -1 : 1));
  return { query, answers };
}

function weighed(features: RankingFeatures, weights: RankingFeatures): number {
  let sum = 0;
  for (const name of rankingFeatures) sum += weights[name] * features[name];
  return sum;
}
