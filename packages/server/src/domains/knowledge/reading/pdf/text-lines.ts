import { joinWords } from './join-words.ts';
import { textOfLine } from './page-lines.ts';
import type { PageRow } from './page-rows.ts';
import { rightEdgeOf, usualGapOf, WIDER_GAP } from './pdf-blocks.ts';

/** A row that ends before was ended by whoever wrote it. */
const FULL_ROW = 0.8;

/** The lines of a text as it was written, with an empty one where rows stand apart. `begins`: a line that goes on with none. */
export function writeLines(pages: readonly PageRow[][], begins: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let isFull = false;
  for (const rows of pages) {
    const [usualGap, rightEdge] = [usualGapOf(rows), rightEdgeOf(rows)];
    for (const [at, row] of rows.entries()) {
      const text = textOfLine(row);
      const last = rows[at - 1];
      const isApart = last !== undefined && row.y - last.bottom > Math.max(usualGap, row.size) * WIDER_GAP;
      if (isApart) lines.push('');
      const goesOn = isFull && !isApart && !begins(text);
      lines.push(goesOn ? joinWords(lines.pop() ?? '', text) : text);
      isFull = row.right > rightEdge * FULL_ROW;
    }
  }
  return lines;
}
