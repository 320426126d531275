import { readingLimits } from '../reading-limits.ts';

/** Fewer are no table: a tab may only move a word to the right. */
const FEWEST_ROWS = 3;
const MAX_NAME = 60;
const ROW = /^[^\t].*\t/u;
const DIVIDERS = [/\t/, /\t+/];

/** `rows`: the cells of the lines from `from` up to `end`; a name between rows is a row of one cell. */
export type TabTable = { from: number; end: number; rows: string[][] };

/**
 * The tables of a text in which tabs divide the columns: lines below each other with as many cells, and names of their sections.
 * Where several tabs move a cell to its column, they are one. Lines have no spaces at their ends.
 */
export function findTabTables(lines: readonly string[]): TabTable[] {
  const tables: TabTable[] = [];
  for (let from = 0; from < lines.length; from += 1) {
    if (!isRow(lines[from])) continue;
    const end = findEnd(lines, from);
    const rows = readRows(lines.slice(from, end));
    if (rows !== undefined) tables.push({ from, end, rows });
    from = end - 1;
  }
  return tables;
}

const isRow = (line = ''): boolean => ROW.test(line);
const isName = (line = ''): boolean => line !== '' && line.length <= MAX_NAME && !/[.!?,;]$/u.test(line);

/** Behind the last row: between two of them stands at most one name, and empty lines. */
function findEnd(lines: readonly string[], from: number): number {
  let end = from + 1;
  let names = 0;
  for (let at = end; at < lines.length && names < 2; at += 1) {
    if (isRow(lines[at])) [end, names] = [at + 1, 0];
    else if (lines[at] !== '') {
      if (!isName(lines[at])) break;
      names += 1;
    }
  }
  return end;
}

/** Undefined where they have not the same columns, or more of them than a table may have: then they stay lines. */
function readRows(lines: readonly string[]): string[][] | undefined {
  const rows = lines.filter(isRow);
  if (rows.length < FEWEST_ROWS || rows.length > readingLimits.rows) return undefined;
  const divider = DIVIDERS.find((tabs) => {
    const width = rows[0]?.split(tabs).length ?? 0;
    if (width > readingLimits.columns || width * rows.length > readingLimits.cells) return false;
    return rows.every((line) => line.split(tabs).length === width);
  });
  return divider && lines.map((line) => line.split(divider));
}
