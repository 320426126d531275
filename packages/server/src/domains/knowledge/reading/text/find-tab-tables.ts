import { readingLimits } from '../reading-limits.ts';
import { isColumnName } from '../tables/column-names.ts';
import { HEADER_ROWS, hasHeader } from '../tables/find-header.ts';

/** With the names of the columns; of fewer a tab may only move a word to the right. */
const MIN_ROWS = 3;
/** The name of a section is a few words; a note has more, or figures. */
const SECTION = /^\p{L}[^\t.!?,;:\p{N}]{0,40}$/u;
/** The names of the columns are said again in every row: a larger one stays lines. */
const MAX_CELLS = 100_000;
const DIVIDERS = [/\t/, /\t+/];

/** `rows`: the cells of the lines from `from` up to `end`; a name between rows is a row of one cell. */
export type TabTable = { from: number; end: number; rows: string[][] };

/**
 * The tables of a text in which tabs divide the columns: a line that names them, below it lines with as many cells, and names of
 * their sections. Where several tabs move a cell to its column, they are one. Without names it may be a list, a form or a
 * timetable, whose lines say more as they are.
 */
export function findTabTables(lines: readonly string[]): TabTable[] {
  const tables: TabTable[] = [];
  for (let from = 0; from < lines.length; from += 1) {
    if (!hasTabs(lines[from])) continue;
    const end = findEnd(lines, from);
    const rows = readRows(lines.slice(from, end));
    if (rows !== undefined) tables.push({ from, end, rows });
    from = end - 1;
  }
  return tables;
}

const hasTabs = (line = ''): boolean => line.includes('\t');

/** Behind the last row: between two of them stands at most one name, and empty lines. */
function findEnd(lines: readonly string[], from: number): number {
  let end = from + 1;
  let names = 0;
  for (let at = end; at < lines.length && names < 2; at += 1) {
    const line = lines[at] ?? '';
    if (hasTabs(line)) [end, names] = [at + 1, 0];
    else if (line.trim() !== '') {
      if (!SECTION.test(line.trim())) break;
      names += 1;
    }
  }
  return end;
}

/** Undefined where they are no such table, or have more than a table may have: then they stay lines. */
function readRows(lines: readonly string[]): string[][] | undefined {
  const rows = lines.filter(hasTabs);
  if (rows.length < MIN_ROWS || rows.length > readingLimits.rows) return undefined;
  const divider = DIVIDERS.find((tabs) => {
    const width = rows[0]?.split(tabs).length ?? 0;
    if (width > readingLimits.columns || width * rows.length > MAX_CELLS) return false;
    const sample = rows.slice(0, HEADER_ROWS).map((line) => cellsOf(line, tabs));
    return isHeaded(sample) && rows.every((line) => isFilled(line, { tabs, width }));
  });
  return divider && withoutSpacing(lines).map((line) => (hasTabs(line) ? cellsOf(line, divider) : [line.trim()]));
}

/** One empty line divides as well as many; right below the names of the columns it divides nothing, nor do the others then. */
function withoutSpacing(lines: readonly string[]): string[] {
  const isEmpty = (at: number) => (lines[at] ?? '').trim() === '';
  return lines.filter((_, at) => !isEmpty(at) || (!isEmpty(1) && !isEmpty(at - 1)));
}

const cellsOf = (line: string, tabs: RegExp): string[] => line.split(tabs).map((cell) => cell.trim());

/** Of two names both are such as columns have: «Название — ООО Ромашка» names none. */
function isHeaded(rows: string[][]): boolean {
  const [names = []] = rows;
  const known = names.filter(isColumnName).length;
  return (known === names.length || (names.length > 2 && known > 0)) && hasHeader(rows);
}

/** Its name and at least one value: a name alone would be taken for that of a section. */
function isFilled(line: string, { tabs, width }: { tabs: RegExp; width: number }): boolean {
  const cells = cellsOf(line, tabs);
  return cells.length === width && cells[0] !== '' && cells.filter((cell) => /[\p{L}\p{N}]/u.test(cell)).length > 1;
}
