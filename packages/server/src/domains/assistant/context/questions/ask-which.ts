import type { FoundPassage, Retrieval } from '../../../knowledge/index.ts';
import { answersHours } from '../reworded/states-hours.ts';
import { hasStem } from '../words/alike-words.ts';
import { askedStems, namesNothingElse, stemsOf, weightyStems } from '../words/shared-words.ts';

const MAX_CHOICES = 3;

/**
 * «как вернуть» leads to the sofa as well as to the chair: where another pair with another answer has all the words of
 * the question that the best one has, the customer is asked which. A pair that names nothing beside the question is meant.
 */
export function askWhich(question: string, retrieval: Retrieval): Retrieval {
  const best = findBest(retrieval);
  if (retrieval.isRepeated === true) return retrieval;
  if (best === undefined || best.kind !== 'qa' || namesNothingElse(best.title, question)) return retrieval;
  // «до скольки вы работаете?» and «гарантия на работы» have no more than a word in common.
  if (answersHours(question, best)) return retrieval;
  const own = stemsOf(best.title);
  const shared = askedStems(question).filter((stem) => hasStem(own, stem));
  if (!shared.some((stem) => weightyStems(question).includes(stem))) return retrieval;
  const rivals = retrieval.passages.filter(({ id, kind, title, text }) => {
    if (id === best.id || kind !== 'qa' || text === best.text) return false;
    const stems = stemsOf(title);
    // What the best pair has in the customer's own words, the other one has to have in them too.
    return shared.every((stem) => (own.has(stem) ? stems.has(stem) : hasStem(stems, stem)));
  });
  if (rivals.length === 0) return retrieval;
  const ids = [best, ...rivals].slice(0, MAX_CHOICES).map(({ id }) => id);
  return { ...retrieval, decision: { kind: 'clarify', ids } };
}

/** The pair that the search would answer with. */
export function findBest({ decision, passages }: Retrieval): FoundPassage | undefined {
  return decision.kind === 'answer' ? passages.find(({ id }) => id === decision.id) : undefined;
}
