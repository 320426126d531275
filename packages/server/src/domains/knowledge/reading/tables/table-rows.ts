import type { DocumentPlace } from '../document.ts';

/** A row as it was read; `names`: the row says itself that it names the columns. */
export type TableRow = { cells: string[]; place: DocumentPlace; names?: boolean };
export type Row = Required<TableRow> & { isBehindGap: boolean };

/** Those that hold something. */
export function cleanRows(rows: TableRow[]): Row[] {
  let isBehindGap = false;
  return rows.flatMap(({ cells: read, place, names = false }): Row[] => {
    const cells = read.map((cell) => cell.trim());
    const row = { cells, place, names, isBehindGap };
    isBehindGap = cells.every((cell) => cell === '');
    return isBehindGap ? [] : [row];
  });
}

export function countFilled({ cells }: Row): number {
  return cells.filter((cell) => cell !== '').length;
}

/** Whether nothing is left out between two rows. */
export function follows(place: DocumentPlace, before: DocumentPlace): boolean {
  if (place.row === undefined || before.row === undefined) return true;
  return place.row === before.row + 1;
}
