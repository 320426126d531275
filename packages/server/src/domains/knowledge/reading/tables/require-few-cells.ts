import { readingLimits } from '../reading-limits.ts';
import { refuseDocument } from '../refuse-document.ts';

const HEADER_BYTES = 4;
/** Figures of several cells of one row in one record: https://learn.microsoft.com/openspecs/office_file_formats/ms-xls, read 2026-11-27. */
const MANY_FIGURES = 0xbd;
/** Painted cells without a value, and rows: no cell is built of them. */
const EMPTY = new Set([0x01, 0x201, 0xbe, 0x208]);
const BESIDE_FIGURES = 6;
const OF_A_FIGURE = 6;

/**
 * Counts the records of an old workbook that may hold a value, before the library builds a cell of each. Throws DocumentRefusedError where they are
 * more than fit into the memory of its process.
 */
export function requireFewCells(stream: Buffer): void {
  let cells = 0;
  for (let at = 0; at + HEADER_BYTES <= stream.length; ) {
    const kind = stream.readUInt16LE(at);
    const size = stream.readUInt16LE(at + 2);
    if (kind === MANY_FIGURES) cells += Math.max(1, Math.floor((size - BESIDE_FIGURES) / OF_A_FIGURE));
    else if (!EMPTY.has(kind)) cells += 1;
    if (cells > readingLimits.builtOldCells) refuseDocument('too_large');
    at += HEADER_BYTES + size;
  }
}
