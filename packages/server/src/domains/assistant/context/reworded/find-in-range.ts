import type { Retrieval } from '../../../knowledge/index.ts';
import { wordsOf } from '../../talk/words.ts';
import { figuresAsked, holdsFigure } from '../figures/ranges.ts';
import { type Row, rowsBeside } from '../rows/list-rows.ts';
import { matchRows } from '../rows/match-rows.ts';
import { isSubject } from '../words/alike-words.ts';
import { withoutPriceWords } from '../words/without-price-words.ts';
import { giveFirst } from './give.ts';

/**
 * «стрижка собаки 20 кг» has a figure that no list writes so: where the search is not sure, the thing is searched for without it.
 * Taken only where a list knows all that is asked, and has rows in whose range the figure is.
 */
export async function findInRange(
  question: string,
  search: (query: string) => Promise<Retrieval>,
): Promise<Retrieval | undefined> {
  const figures = figuresAsked(question);
  const ofFigures = new Set(figures.flatMap(({ words }) => words));
  const thing = wordsOf(withoutPriceWords(question)).filter((word) => !ofFigures.has(word));
  if (figures.length === 0 || !thing.some(isSubject)) return undefined;
  const retrieval = await search(thing.join(' '));
  const isHolding = ({ line }: Row) => figures.some((figure) => holdsFigure(line, figure) === true);
  for (const passage of retrieval.passages) {
    const rows = passage.kind === 'qa' ? [] : rowsBeside(passage, retrieval.passages);
    const { fitting, outside } = matchRows(question, { rows, passage });
    const own = outside.length > 0 ? [] : fitting.filter(isHolding);
    if (own.length > 0) return giveFirst(retrieval, { ...passage, quote: own.map(({ line }) => line).join('\n') });
  }
  return undefined;
}
