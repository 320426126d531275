import { type CellObject, type Range, SSF } from '@e965/xlsx';
import type { DocumentBlock, ReadDocument } from '../document.ts';
import { readingLimits } from '../reading-limits.ts';
import { refuseDocument } from '../refuse-document.ts';
import { shapeSheet } from './shape-sheet.ts';
import type { TableRow } from './shape-table.ts';

export type SheetCells = {
  data: (CellObject | undefined)[][];
  merges: Range[];
  isHiddenColumn(column: number): boolean;
  isHiddenRow(row: number): boolean;
};
type Sheet = { name: string; language: ReadDocument['language'] };

/** The date of the country that the program was set to; the file does not say which. */
const DATE_OF_THE_COUNTRY = 14;
const DATES = { ru: 'dd"."mm"."yyyy', other: 'yyyy-mm-dd' };

/** Blocks of a sheet. */
export const readSheet = (cells: SheetCells, sheet: Sheet): DocumentBlock[] => shapeSheet(sheetRows(cells, sheet));

/** Rows of a sheet: values as they are shown, never formulas; what its owner has hidden is left out. */
export function sheetRows(cells: SheetCells, { name, language }: Sheet): TableRow[] {
  // Rows and cells that are not there are empty, and divide the tables.
  const texts = Array.from(cells.data, (row) => Array.from(row ?? [], (cell) => showValue(cell, language)));
  const names = fillMerges(texts, cells.merges);
  return texts.flatMap((row, at): TableRow[] => {
    if (cells.isHiddenRow(at)) return [];
    const shown = row.filter((_, column) => !cells.isHiddenColumn(column));
    if (shown.filter((text) => text !== '').length > readingLimits.columns) refuseDocument('too_large');
    return [{ cells: shown, place: { sheet: name, row: at + 1 }, names: names.has(at) }];
  });
}

function showValue(cell: CellObject | undefined, language: ReadDocument['language']): string {
  if (cell === undefined || cell.t === 'z' || cell.v === undefined) return '';
  if (cell.t !== 'n') return (cell.w ?? String(cell.v)).trim();
  const { v: value, z: format, w: shown = String(value) } = cell;
  if (format !== undefined && SSF.is_date(String(format))) {
    if (format !== SSF.get_table()[DATE_OF_THE_COUNTRY]) return shown.trim();
    return SSF.format(language === 'ru' ? DATES.ru : DATES.other, value).trim();
  }
  return (language === 'ru' ? toRussianFigure(shown) : shown).trim();
}

/** Files keep figures as they are shown in the USA; who opens one in Russia sees others. */
function toRussianFigure(shown: string): string {
  return shown.replaceAll(/(?<=\d)[.,](?=\d)/g, (sign) => (sign === ',' ? '\u00a0' : ','));
}

/**
 * What was merged downwards is said of every row. Names of columns that were merged above several others are said of each of
 * them. Gives the rows that name the columns so.
 */
function fillMerges(texts: string[][], merges: Range[]): Set<number> {
  const names = new Set<number>();
  const isEmpty = texts.map((row) => row.every((text) => text === ''));
  const groups = merges.filter((merge) => isGroupOfNames(texts, merge));
  const top = Math.min(...groups.map(({ s }) => s.r));
  for (const { s, e } of merges) {
    const text = texts[s.r]?.[s.c] ?? '';
    const isGroup = groups.some((group) => group.s.r === s.r && group.s.c === s.c && s.r === top);
    if (isGroup) names.add(s.r).add(s.r + 1);
    // A title over rows and columns is said once.
    if (text === '' || (e.c > s.c && !isGroup)) continue;
    for (let row = s.r; row <= Math.min(e.r, texts.length - 1); row += 1) {
      // A row that says nothing else is only the height of the cell.
      const cells = row > s.r && isEmpty[row] === true ? undefined : texts[row];
      const last = isGroup ? e.c : s.c;
      if (cells !== undefined) for (let column = s.c; column <= last; column += 1) cells[column] = text;
    }
  }
  return names;
}

/** Over some columns only, in one row, with a name under each, and beside other names. */
function isGroupOfNames(texts: string[][], { s, e }: Range): boolean {
  if (e.r !== s.r || e.c === s.c) return false;
  const row = texts[s.r] ?? [];
  const below = (texts[s.r + 1] ?? []).slice(s.c, e.c + 1);
  const others = row.filter((text, column) => text !== '' && (column < s.c || column > e.c));
  return others.length > 0 && below.length === e.c - s.c + 1 && below.every((text) => text !== '' && !/^\d/.test(text));
}
