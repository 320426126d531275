import { namesAmounts } from './amount-names.ts';
import { isColumnName, isFigure, isName } from './column-names.ts';

/** Rows that are looked at: the first, and some below it. */
export const HEADER_ROWS = 51;
const FILLED_SHARE = 0.6;

/** Whether the first row names the columns. Words can, and amounts with prices below them: another row with figures is one of the table. */
export function hasHeader(rows: string[][]): boolean {
  const [first = [], ...sample] = rows.slice(0, HEADER_ROWS);
  const names = first.filter((name) => name !== '');
  if (names.length < 2 || sample.length === 0) return false;
  if (!names.every(isName) && !namesAmounts(first, sample)) return false;
  if (new Set(names).size < names.length) return false;
  const width = Math.max(...sample.map((row) => row.filter((cell) => cell !== '').length));
  if (names.length < width * FILLED_SHARE) return false;
  // A name and what belongs to it in each row: "Адрес", "Часы", "Телефон" below each other.
  const firsts = sample.map(([cell = '']) => cell).filter((cell) => !/\p{Number}/u.test(cell));
  if (names.length === 2 && firsts.filter(isColumnName).length >= sample.length / 2) return false;
  if (names.filter(isColumnName).length > (names.length === 2 ? 1 : 0)) return true;
  if (first.some((name, column) => name !== '' && isFigures(sample.map((row) => row[column] ?? '')))) return true;
  // Two columns of words may be names and what belongs to them, three are a table.
  return names.length > 2;
}

/** Below words stand figures, dates or marks alone. */
function isFigures(cells: string[]): boolean {
  const filled = cells.filter((cell) => cell !== '');
  return filled.length > 0 && filled.filter(isFigure).length >= filled.length * FILLED_SHARE;
}
