import type { Retrieval } from '../../../knowledge/index.ts';
import { wordsOf } from '../../talk/words.ts';
import { figuresAsked } from '../figures/ranges.ts';
import { readRow } from '../rows/list-rows.ts';
import { isSubject } from '../words/alike-words.ts';
import { knowsAll } from '../words/shared-words.ts';
import { withNouns } from '../words/told-words.ts';
import { giveFirst } from './give.ts';
import { readTold, toldIn } from './states-told.ts';

/**
 * «без прививок возьмёте?» has a word that no line about it has to have: where the search is not sure, what the question tells is
 * searched for by itself. Taken only where one sentence of what is nearest has all of it.
 */
export async function findTold(
  question: string,
  search: (query: string) => Promise<Retrieval>,
): Promise<Retrieval | undefined> {
  const told = readTold(question);
  if (told === undefined) return undefined;
  const retrieval = await search(told.words.flatMap(withNouns).join(' '));
  // Which row of a table holds it, is for its ranges to say.
  const hasFigure = figuresAsked(question).length > 0;
  const said = retrieval.passages.flatMap((passage) =>
    toldIn(question, passage)
      .filter((quote) => !hasFigure || readRow(quote) === undefined)
      .map((quote) => ({ ...passage, quote })),
  );
  const distinct = [...new Map(said.map((passage) => [passage.quote, passage])).values()];
  // "what oil do you use": of two sentences about oil the one that says it is used.
  const words = wordsOf(question).filter(isSubject);
  const fuller = distinct.filter(({ quote }) => knowsAll(words, quote));
  const [only, ...more] = fuller.length > 0 ? fuller : distinct;
  return only === undefined || more.length > 0 ? undefined : giveFirst(retrieval, only);
}
