import type { Range } from '@e965/xlsx';
import { readingLimits } from '../reading-limits.ts';
import { refuseDocument } from '../refuse-document.ts';
import type { FilledRow } from './filled-rows.ts';

type Columns = {
  /** Where a column of the sheet stands in its rows; nothing for one that is left out. */
  placeOf(column: number): number | undefined;
  placeMerges(merges: Range[]): Range[];
  /** Of a row, without what is hidden. */
  shown(cells: string[]): string[];
};

/**
 * The columns of a sheet as they stand in it. Of one that goes further to the right than tables do only those that hold
 * something stand there, beside each other: a cell in the last column is no reason for 16,000 empty ones in each row. Throws
 * DocumentRefusedError where those are too many.
 */
export function placeColumns(rows: FilledRow[], isHiddenColumn: (column: number) => boolean): Columns {
  const used = new Set(rows.flatMap(({ cells }) => cells.map(([column]) => column)));
  const isFar = [...used].some((column) => column >= readingLimits.columns);
  if (!isFar)
    return {
      placeOf: (column) => column,
      placeMerges: (merges) => merges,
      shown: (cells) => cells.filter((_, column) => !isHiddenColumn(column)),
    };
  const columns = [...used].filter((column) => !isHiddenColumn(column)).toSorted((one, other) => one - other);
  if (columns.length > readingLimits.columns) refuseDocument('too_large');
  const places = new Map(columns.map((column, place) => [column, place]));
  return {
    placeOf: (column) => places.get(column),
    placeMerges: (merges) =>
      merges.flatMap(({ s, e }) => {
        const first = places.get(s.c);
        if (first === undefined) return [];
        return [{ s: { r: s.r, c: first }, e: { r: e.r, c: columns.findLastIndex((column) => column <= e.c) } }];
      }),
    shown: (cells) => cells,
  };
}
