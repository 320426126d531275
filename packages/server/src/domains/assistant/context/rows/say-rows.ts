import { type FoundPassage, wantsPrice } from '../../../knowledge/index.ts';
import { isAboutThing } from './is-about-thing.ts';
import { rowsBeside, rowsSaid } from './list-rows.ts';
import { matchRows } from './match-rows.ts';

const MAX_CHARACTERS = 900;

/** The rows that say what is asked, all of them: «сколько стоит матрас?» gets each size. */
export function sayRows(question: string, passage: FoundPassage): FoundPassage {
  if (passage.kind === 'qa' || passage.quote === undefined) return passage;
  const rows = rowsBeside(passage, []);
  if (rows.length < 2 || rowsSaid(rows, passage.quote).length === 0) return passage;
  const { fitting, named } = matchRows(question, { rows, passage });
  const own = wantsPrice(question) ? fitting.filter((row) => isAboutThing(row.name, question, named)) : fitting;
  const lines = (own.length > 0 ? own : fitting).map(({ line }) => line);
  const quote = lines.join('\n');
  if (named.length === 0 || lines.length === 0 || quote.length > MAX_CHARACTERS || passage.quote.includes(quote))
    return passage;
  return { ...passage, quote };
}
