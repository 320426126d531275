import type { Ranking } from './rank-answers.ts';

/**
 * What tells whether the best answer is right. Few, because more of them suit the data that they are fitted on and not the
 * next base (`docs/retrieval.md`). "passage…" are of a passage without a question.
 */
export const confidenceFeatureNames = ['score', 'margin', 'isPassage', 'passageScore', 'passageStrict'] as const;
export type ConfidenceFeatures = Record<(typeof confidenceFeatureNames)[number], number>;

/** A lead beyond this says no more. */
const LONGEST_MARGIN = 6;
/** A word counts as found in the strict sense from this similarity on: the stem itself or one slip of the finger. */
const STRICT_SIMILARITY = 0.7;

export function confidenceFeatures(ranking: Ranking): ConfidenceFeatures {
  const [best, next] = ranking.answers;
  const none: ConfidenceFeatures = { score: 0, margin: 0, isPassage: 0, passageScore: 0, passageStrict: 0 };
  if (best === undefined) return none;
  if (best.hasQuestion) {
    return { ...none, score: best.score, margin: Math.min(best.score - (next?.score ?? 0), LONGEST_MARGIN) };
  }
  // Of a piece of text words alone tell whether it answers: it is near to much that it does not say.
  return { ...none, isPassage: 1, passageScore: best.words, passageStrict: strictCover(ranking, best.bodyMatched) };
}

function strictCover(ranking: Ranking, matched: Float64Array): number {
  let found = 0;
  let total = 1e-9;
  ranking.query.terms.forEach((term, place) => {
    total += term.strictWeight;
    const similarity = matched[place] ?? 0;
    if (similarity >= STRICT_SIMILARITY) found += term.strictWeight * similarity;
  });
  return found / total;
}
