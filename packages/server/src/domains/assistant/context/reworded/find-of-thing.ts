import type { FoundPassage, Retrieval } from '../../../knowledge/index.ts';
import { stemWord } from '../../../knowledge/index.ts';
import { wordsOf } from '../../talk/words.ts';
import { giveFirst } from './give.ts';
import { readThing, saidOf } from './states-thing.ts';

/**
 * «нужен ли залог» has a word that no sentence about the deposit has to have: where the search is not sure, the thing is searched
 * for by itself. Taken only where the whole base says one thing of it; a pair about it goes before.
 */
export async function findOfThing(
  question: string,
  search: (query: string) => Promise<Retrieval>,
): Promise<Retrieval | undefined> {
  const asked = readThing(question);
  if (asked === undefined) return undefined;
  const retrieval = await search(asked.thing);
  const { passages } = retrieval;
  const pairs = passages.filter((passage) => isPairOf(asked.thing, passage));
  const said = (pairs.length > 0 ? pairs : passages).flatMap((passage) =>
    saidOf(asked, passage).map((quote) => ({ ...passage, quote })),
  );
  const [only, ...more] = new Map(said.map((passage) => [passage.quote, passage])).values();
  if (only === undefined || more.length > 0) return undefined;
  return giveFirst(retrieval, only);
}

function isPairOf(thing: string, { kind, title, phrasings = [] }: FoundPassage): boolean {
  const stems = wordsOf([title, ...phrasings].join(' ')).map(stemWord);
  return kind === 'qa' && stems.includes(stemWord(thing));
}
