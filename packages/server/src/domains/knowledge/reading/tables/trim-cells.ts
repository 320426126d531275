import { readingLimits } from '../reading-limits.ts';
import { refuseDocument } from '../refuse-document.ts';

/** A cell that is only painted, and where any other begins and a row ends; as the library finds them. */
const EMPTY_CELL = /<(?:\w+:)?c\s[^<>]*\/>/g;
const PLACE = /\sr\s*=/;
const ROW_OR_CELL = /<(?:\w+:)?c[\s/>]|<\/(?:\w+:)?row>/g;
/** What is kept of a tag that goes on in the next piece; the name of a longer one is in the first already. */
const MAX_TAG = 1000;

/**
 * Gives a function that takes the parts of a workbook that may be sheets as they are inflated, without cells that hold
 * nothing. The library builds all that stands there before anything can be counted, and a few kilobytes inflate to millions
 * of cells. Throws DocumentRefusedError as soon as there are more of them than fit into the memory of its process.
 */
export function createTrimCells(): (pieces: AsyncIterable<Buffer>) => Promise<Buffer> {
  let rows = 0;
  let cells = 0;
  const trim = (text: string): Buffer => {
    const trimmed = text.replaceAll(EMPTY_CELL, (cell) => (PLACE.test(cell) ? '' : cell));
    for (const [tag] of trimmed.matchAll(ROW_OR_CELL)) {
      if (tag.startsWith('</')) rows += 1;
      else cells += 1;
      if (rows > readingLimits.builtRows || cells > readingLimits.builtCells) refuseDocument('too_large');
    }
    return Buffer.from(trimmed, 'latin1');
  };
  return async (pieces) => {
    const kept: Buffer[] = [];
    let open = '';
    for await (const piece of pieces) {
      const text = open + piece.toString('latin1');
      const end = text.lastIndexOf('<');
      const isOpen = end >= 0 && text.length - end < MAX_TAG && !text.includes('>', end);
      open = isOpen ? text.slice(end) : '';
      kept.push(trim(isOpen ? text.slice(0, end) : text));
    }
    kept.push(trim(open));
    return Buffer.concat(kept);
  };
}
