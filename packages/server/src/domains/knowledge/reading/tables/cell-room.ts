import { readingLimits } from '../reading-limits.ts';
import { refuseDocument } from '../refuse-document.ts';

/** What the tables of one document may still grow to. A few bytes can say that a cell goes over thousands of others. */
export type CellRoom = {
  /** A row of so many columns. Throws DocumentRefusedError where it is wider than is taken, or all rows are too much. */
  takeRow(columns: number): void;
};

export function createCellRoom(): CellRoom {
  let left: number = readingLimits.cells;
  return {
    takeRow(columns) {
      left -= columns;
      if (columns > readingLimits.columns || left < 0) refuseDocument('too_large');
    },
  };
}
