import { type CellObject, type Range, SSF } from '@e965/xlsx';
import type { ReadDocument } from '../document.ts';
import type { CellRoom } from './cell-room.ts';
import { fillMerges, type SheetRow } from './fill-merges.ts';
import type { FilledRow } from './filled-rows.ts';
import { placeColumns } from './place-columns.ts';
import type { TableRow } from './table-rows.ts';

export type SheetCells = {
  rows: FilledRow[];
  merges: Range[];
  room: CellRoom;
  isHiddenColumn(column: number): boolean;
  isHiddenRow(row: number): boolean;
};
type Sheet = { name: string; language: ReadDocument['language'] };

/** The date of the country that the program was set to; the file does not say which. */
const DATE_OF_THE_COUNTRY = 14;
const DATES = { ru: 'dd"."mm"."yyyy', other: 'yyyy-mm-dd' };

/** Rows of a sheet: values as they are shown, never formulas; what its owner has hidden is left out. */
export function sheetRows({ rows, merges, room, ...hidden }: SheetCells, { name, language }: Sheet): TableRow[] {
  const columns = placeColumns(rows, hidden.isHiddenColumn);
  const texts = rows.map(({ at, cells }): SheetRow => {
    const row: SheetRow = { at, cells: [] };
    for (const [column, cell] of cells) {
      const place = columns.placeOf(column);
      if (place === undefined) continue;
      while (row.cells.length < place) row.cells.push('');
      row.cells[place] = showValue(cell, language);
    }
    room.takeRow(row.cells.length);
    return row;
  });
  const names = fillMerges({ rows: texts, merges: columns.placeMerges(merges), room });
  let next = 0;
  return texts.flatMap(({ at, cells }): TableRow[] => {
    const gap = firstShown({ from: next, to: at }, hidden);
    next = at + 1;
    // Of many rows that are not there one divides tables as well as all.
    const before: TableRow[] = gap === undefined ? [] : [{ cells: [], place: { sheet: name, row: gap + 1 } }];
    if (hidden.isHiddenRow(at)) return before;
    return [...before, { cells: columns.shown(cells), place: { sheet: name, row: at + 1 }, names: names.has(at) }];
  });
}

function firstShown(
  { from, to }: { from: number; to: number },
  { isHiddenRow }: Pick<SheetCells, 'isHiddenRow'>,
): number | undefined {
  for (let row = from; row < to; row += 1) if (!isHiddenRow(row)) return row;
  return undefined;
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
