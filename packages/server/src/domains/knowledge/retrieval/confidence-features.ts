import type { Ranking } from './rank-answers.ts';

/** What tells whether the best answer is right; "passage…" are of a passage without a question. */
export const confidenceFeatureNames = [
  'score',
  'margin',
  'certainty',
  'cosine',
  'questionCover',
  'pooledCover',
  'answerNear',
  'strictCover',
  'strictUnion',
  'unknown',
  'isPassage',
  'passageScore',
  'passageNear',
  'passageStrict',
  'passageBody',
  'passageFound',
  'passageLead',
] as const;
export type ConfidenceFeatures = Record<(typeof confidenceFeatureNames)[number], number>;

/** A lead beyond these says no more. Of passages it is a share of the score: they are longer and their scores wider. */
const LONGEST_MARGIN = 6;
const LONGEST_PASSAGE_LEAD = 0.3;
/** A word counts as found in the strict sense from this similarity on: the stem itself or one slip of the finger. */
const STRICT_SIMILARITY = 0.7;

export function confidenceFeatures(ranking: Ranking): ConfidenceFeatures {
  const [best, next] = ranking.answers;
  const margin = (best?.score ?? 0) - (next?.score ?? 0);
  const none: ConfidenceFeatures = {
    score: 0,
    margin: 0,
    certainty: 0,
    cosine: 0,
    questionCover: 0,
    pooledCover: 0,
    answerNear: 0,
    strictCover: 0,
    strictUnion: 0,
    unknown: 0,
    isPassage: 0,
    passageScore: 0,
    passageNear: 0,
    passageStrict: 0,
    passageBody: 0,
    passageFound: 0,
    passageLead: 0,
  };
  if (best === undefined) return none;
  if (best.hasQuestion) {
    return {
      ...none,
      score: best.score,
      margin: Math.min(margin, LONGEST_MARGIN),
      certainty: certaintyOf(ranking),
      cosine: best.features.cosine,
      questionCover: best.features.questionCover,
      pooledCover: best.features.pooledCover,
      answerNear: best.features.answerNear,
      strictCover: strictCover(ranking, [best.questionMatched]),
      strictUnion: strictCover(ranking, [best.questionMatched, best.bodyMatched]),
      unknown: unknownShare(ranking),
    };
  }
  return {
    ...none,
    isPassage: 1,
    passageScore: best.score,
    passageNear: best.features.bodyNear,
    passageStrict: strictCover(ranking, [best.bodyMatched]),
    passageBody: best.features.bodyScore,
    passageFound: Math.log(1 + best.features.bodyNear * ranking.query.totalWeight),
    passageLead: Math.min(LONGEST_PASSAGE_LEAD, margin / Math.max(1e-9, best.score)),
  };
}

/** Share of the best answer among all candidates, as the ranking weights see them. */
function certaintyOf(ranking: Ranking): number {
  const top = ranking.answers[0]?.score ?? 0;
  let sum = 0;
  for (const { score } of ranking.answers) sum += Math.exp(score - top);
  return 1 / sum;
}

function unknownShare({ query }: Ranking): number {
  let unknown = 0;
  for (const term of query.terms) {
    if (!term.isKnown) unknown += term.weight * (1 - (term.expansions[0]?.similarity ?? 0));
  }
  return unknown / Math.max(1e-9, query.totalWeight);
}

function strictCover(ranking: Ranking, matched: Float64Array[]): number {
  let found = 0;
  let total = 1e-9;
  ranking.query.terms.forEach((term, place) => {
    total += term.strictWeight;
    let best = 0;
    for (const each of matched) best = Math.max(best, each[place] ?? 0);
    if (best >= STRICT_SIMILARITY) found += term.strictWeight * best;
  });
  return found / total;
}
