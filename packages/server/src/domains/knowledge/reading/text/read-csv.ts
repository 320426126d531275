import papaparse from 'papaparse';
import { readingLimits } from '../reading-limits.ts';
import { refuseDocument } from '../refuse-document.ts';
import type { TableRow } from '../tables/table-rows.ts';

const SAMPLE_ROWS = 20;

/** Rows of a table as text, whatever separates its columns. Every value is text: a formula is never more than its signs. */
export function csvRows(text: string): TableRow[] {
  const { body, delimiter, first } = takeDelimiter(text);
  const rows: TableRow[] = [];
  let read = 0;
  let filled = 0;
  let isAfterEmpty = false;
  papaparse.parse<string[]>(body, {
    delimiter: delimiter || guessDelimiter(body),
    step({ data }, parser) {
      const isEmpty = data.every((cell) => cell.trim() === '');
      if (!isEmpty) filled += 1;
      // Of many empty rows one divides as well as all.
      if (!isEmpty || !isAfterEmpty) rows.push({ cells: isEmpty ? [''] : data, place: { row: read + first } });
      read += 1;
      isAfterEmpty = isEmpty;
      const isTooLong = filled > readingLimits.rows || read > readingLimits.textRows;
      if (!isTooLong && (isEmpty || data.length <= readingLimits.columns)) return;
      parser.abort();
      refuseDocument('too_large');
    },
  });
  return rows;
}

/** Lines above a table that are no rows of it: its title, the name of the shop. */
const TITLE = /^(?:[^;\t|"\n]*\n|"[^;\t|"\n]*"\r?\n)+/;

/** By the first lines; where they have too few columns to tell, by those below the title. */
function guessDelimiter(body: string): string {
  const { isSure, delimiter } = tellDelimiter(body);
  return isSure ? delimiter : tellDelimiter(body.replace(TITLE, '')).delimiter;
}

/** Empty lines say nothing of it. A comma where nothing else is found. */
function tellDelimiter(body: string): { isSure: boolean; delimiter: string } {
  const delimitersToGuess = [';', '\t', ',', '|'];
  const { meta, errors } = papaparse.parse(body, { preview: SAMPLE_ROWS, skipEmptyLines: true, delimitersToGuess });
  return { isSure: errors.every(({ type }) => type !== 'Delimiter'), delimiter: meta.delimiter };
}

/** Excel writes its separator into a first line of its own. */
function takeDelimiter(text: string): { body: string; delimiter: string; first: number } {
  const named = /^sep=(.)\r?\n/.exec(text);
  if (named === null) return { body: text, delimiter: '', first: 1 };
  return { body: text.slice(named[0].length), delimiter: named[1] ?? '', first: 2 };
}
