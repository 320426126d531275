import type { Retrieval } from '../../../knowledge/index.ts';
import { findBest } from '../questions/ask-which.ts';
import { readThingOfPlace, statesPlace } from './states-place.ts';

/**
 * «где ваш склад» has one word of the passage that says where it is: where the search is not sure, the thing is searched for by
 * itself. Taken only where a sentence that would be given has it, and names a place.
 */
export async function findPlace(
  question: string,
  search: (query: string) => Promise<Retrieval>,
): Promise<Retrieval | undefined> {
  const thing = readThingOfPlace(question);
  if (thing === undefined) return undefined;
  const retrieval = await search(thing.join(' '));
  const best = findBest(retrieval);
  return best !== undefined && statesPlace(thing, best) ? retrieval : undefined;
}
