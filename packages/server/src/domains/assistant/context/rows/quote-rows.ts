import { type FoundPassage, type Retrieval, wantsPrice } from '../../../knowledge/index.ts';
import { isAboutThing } from './is-about-thing.ts';
import { type Row, readRow, rowsBeside, rowsSaid } from './list-rows.ts';
import { matchRows } from './match-rows.ts';

const MAX_CHARACTERS = 900;

/**
 * The rows that say what is asked, all of them: «сколько стоит матрас?» gets each size, and «сколько стоит доставка?» each district
 * where the table is one of deliveries. `isStated`: its words were found for what is asked, and rows beside them say something else.
 */
export function quoteRows(
  question: string,
  passage: FoundPassage,
  { isStated = false }: Pick<Retrieval, 'isStated'> = {},
): FoundPassage {
  if (passage.kind === 'qa' || passage.quote === undefined) return passage;
  const rows = rowsBeside(passage, []);
  if (rows.length < 2 || rowsSaid(rows, passage.quote).length === 0) return passage;
  const { fitting, named, outside } = matchRows(question, { rows, passage });
  if (named.length === 0) return outside.length === 0 && !isStated ? quoteAll(passage, rows) : passage;
  const own = wantsPrice(question) ? fitting.filter((row) => isAboutThing(row.thing, question, named)) : fitting;
  const said = own.length > 0 ? own : fitting;
  const quote = said.map(({ line }) => line).join('\n');
  if (said.length === 0 || quote.length > MAX_CHARACTERS) return passage;
  if (!passage.quote.includes(quote)) return { ...passage, quote };
  // What stands beside the rows may say what they are of.
  const others = rows.filter((row) => !said.includes(row));
  return { ...passage, quote: dropRows(passage.quote, others) };
}

/** Nothing that is asked tells one row from another: one of them alone would be half of the answer. */
function quoteAll(passage: FoundPassage, rows: readonly Row[]): FoundPassage {
  const lines = passage.quote?.split('\n') ?? [];
  const all = rows.map(({ line }) => line).join('\n');
  const isOfRows = lines.every((line) => rowsSaid(rows, line).length > 0);
  return isOfRows && all.length <= MAX_CHARACTERS ? { ...passage, quote: all } : passage;
}

function dropRows(quote: string, others: readonly Row[]): string {
  const dropped = new Set(rowsSaid(others, quote).map(({ line }) => line));
  const lines = quote.split('\n');
  return lines.filter((line) => !dropped.has(readRow(line)?.line ?? line)).join('\n');
}
