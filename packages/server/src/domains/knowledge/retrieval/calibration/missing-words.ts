import type { Ranking } from '../rank-answers.ts';
import { isPriceStem } from '../words/price-words.ts';

/** How much a wholly missing question takes from the certainty of its answer, in log odds. */
const MISSING_WEIGHT = 4;
/** As much of a question is missing as a rule: certainty is as it was there. */
const USUAL_MISSING = 0.35;

/**
 * Of a question whose words all stand in a pair less certainty is asked, of one with a word that the pair lacks more: «удаляете
 * родинки» is no question about teeth however near the pair «удалить зуб» is. In log odds; nothing for a ranking by vectors,
 * which is near without common words.
 */
export function burdenOfMissing(ranking: Ranking, usesVectors: boolean): number {
  return usesVectors ? 0 : MISSING_WEIGHT * (missingShare(ranking) - USUAL_MISSING);
}

/** A confidence with something added to its log odds. */
export function shiftConfidence(confidence: number, by: number): number {
  const bounded = Math.min(1 - 1e-9, Math.max(1e-9, confidence));
  return 1 / (1 + Math.exp(-Math.log(bounded / (1 - bounded)) - by));
}

/**
 * The part of the question, by the weight of its words, that stands neither in the best answer's question nor in its text. What
 * asks for a price does not count: «почём» names no thing, and a line of a price list has a figure for it.
 */
function missingShare({ query, answers: [best] }: Ranking): number {
  if (best === undefined) return 1;
  let missing = 0;
  let total = 0;
  query.terms.forEach(({ stem, strictWeight }, place) => {
    if (isPriceStem(stem)) return;
    const found = Math.max(best.questionMatched[place] ?? 0, best.bodyMatched[place] ?? 0);
    total += strictWeight;
    missing += strictWeight * (1 - found);
  });
  return total === 0 ? 1 : missing / total;
}
