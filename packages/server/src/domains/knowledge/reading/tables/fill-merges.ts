import type { Range } from '@e965/xlsx';
import type { CellRoom } from './cell-room.ts';

/** A row of a sheet that is there, with its number from 0. */
export type SheetRow = { at: number; cells: string[] };
/** `rows`: in their order; those between them are empty. */
type Merged = { rows: SheetRow[]; merges: Range[]; room: CellRoom };

/**
 * What was merged downwards is said of every row. Names of columns that were merged above several others are said of each of
 * them. Gives the rows that name the columns so.
 */
export function fillMerges({ rows, merges, room }: Merged): Set<number> {
  const names = new Set<number>();
  const indexOf = new Map(rows.map(({ at }, index) => [at, index]));
  const cellsAt = (row: number): string[] => rows[indexOf.get(row) ?? -1]?.cells ?? [];
  const isEmpty = rows.map(({ cells }) => cells.every((text) => text === ''));
  const groups = merges.filter((merge) => isGroupOfNames(cellsAt, merge));
  const top = groups.reduce((least, { s }) => Math.min(least, s.r), Number.POSITIVE_INFINITY);
  const topGroups = new Set(groups.filter(({ s }) => s.r === top).map(({ s }) => s.c));
  for (const { s, e } of merges) {
    const text = cellsAt(s.r)[s.c] ?? '';
    const isGroup = s.r === top && topGroups.has(s.c);
    if (isGroup) names.add(s.r).add(s.r + 1);
    // A title over rows and columns is said once.
    if (text === '' || (e.c > s.c && !isGroup)) continue;
    const last = isGroup ? e.c : s.c;
    for (let index = indexOf.get(s.r) ?? rows.length; index < rows.length; index += 1) {
      const row = rows[index];
      if (row === undefined || row.at > e.r) break;
      room.takeRow(last - s.c + 1);
      // A row that says nothing else is only the height of the cell.
      if (row.at > s.r && isEmpty[index] === true) continue;
      while (row.cells.length < s.c) row.cells.push('');
      for (let column = s.c; column <= last; column += 1) row.cells[column] = text;
    }
  }
  return names;
}

/** Over some columns only, in one row, with a name under each, and beside other names. */
function isGroupOfNames(cellsAt: (row: number) => string[], { s, e }: Range): boolean {
  if (e.r !== s.r || e.c === s.c) return false;
  const below = cellsAt(s.r + 1);
  if (below.length <= e.c) return false;
  for (let column = s.c; column <= e.c; column += 1) if (!isName(below[column] ?? '')) return false;
  return cellsAt(s.r).some((text, column) => text !== '' && (column < s.c || column > e.c));
}

const isName = (text: string): boolean => text !== '' && !/^\d/.test(text);
