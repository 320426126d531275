import type { CellObject } from '@e965/xlsx';

/** A row that holds something: its number from 0, and its cells with their columns. */
export type FilledRow = { at: number; cells: [column: number, cell: CellObject][] };

/** What is there, without a look at what is not: two cells at the corners of a sheet have 17 billion between them. */
export function filledRows(data: (CellObject | undefined)[][]): FilledRow[] {
  return Object.keys(data).flatMap((key): FilledRow[] => {
    const row = data[Number(key)] ?? [];
    const cells = Object.keys(row).flatMap((column): FilledRow['cells'] => {
      const cell = row[Number(column)];
      return cell === undefined || cell.t === 'z' ? [] : [[Number(column), cell]];
    });
    return cells.length === 0 ? [] : [{ at: Number(key), cells }];
  });
}
