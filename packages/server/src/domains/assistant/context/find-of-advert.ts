import type { FoundPassage, Retrieval } from '../../knowledge/index.ts';
import { wordsOf } from '../talk/words.ts';
import { askWhich, findBest } from './questions/ask-which.ts';
import { hasStem } from './words/alike-words.ts';
import { namesNothingElse, shareWord, stemsOf, weightyStems } from './words/shared-words.ts';

type Ask = { query: string; about: string; search: (query: string) => Promise<Retrieval> };

/**
 * «сколько стоит?» under an advert asks it of what the advert is about. A pair that is not plainly of that thing is not given:
 * its question may still be offered.
 */
export async function findOfAdvert({ query, about, search }: Ask): Promise<{ query: string; retrieval: Retrieval }> {
  const asked = `${about} ${query}`;
  const retrieval = askWhich(asked, await search(asked));
  const best = findBest(retrieval);
  const isOther = best !== undefined && !speaksOf(best, { about, query });
  return { query: asked, retrieval: isOther ? { ...retrieval, decision: { kind: 'refuse' } } : retrieval };
}

/** «25 красных роз» is the rose of «Роза красная, 25 шт», a pair of 51 roses or of white ones is not. */
function speaksOf({ title, text }: FoundPassage, { about, query }: Omit<Ask, 'search'>): boolean {
  const said = `${about} ${query}`;
  const known = stemsOf(`${title} ${text}`);
  if (!shareWord(about, `${title} ${text}`)) return false;
  const numbers = stemsOf(said);
  if (wordsOf(title).some((word) => /\p{N}/u.test(word) && !numbers.has(word))) return false;
  return namesNothingElse(title, said) || weightyStems(about).every((stem) => hasStem(known, stem));
}
