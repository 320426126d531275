import { textOfLine } from './page-lines.ts';
import type { PageRow } from './page-rows.ts';

/** Rows at the top and at the bottom of a page that may be its frame. */
const FRAME_ROWS = 3;
const MIN_PAGES = 3;
const SHARE_OF_PAGES = 0.4;

/** Leaves what stands at the edge of page after page on the first of them alone; numbers of pages go. */
export function dropRepeatedRows(pages: PageRow[][]): PageRow[][] {
  const counts = new Map<string, number>();
  for (const [page, rows] of pages.entries()) {
    const keys = new Set(frameOf(rows).flatMap((row) => keysOf(row, page)));
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const limit = Math.max(MIN_PAGES, pages.length * SHARE_OF_PAGES);
  const seen = new Set<string>();
  return pages.map((rows, page) => {
    const frame = new Set(frameOf(rows));
    return rows.filter((row) => {
      if (!frame.has(row)) return true;
      const key = keysOf(row, page).find((each) => (counts.get(each) ?? 0) >= limit);
      if (key === undefined) return true;
      if (!/\p{Letter}/u.test(key) || seen.has(key)) return false;
      seen.add(key);
      return true;
    });
  });
}

function frameOf(rows: PageRow[]): PageRow[] {
  const sorted = rows.toSorted((one, other) => one.y - other.y);
  return [...sorted.slice(0, FRAME_ROWS), ...sorted.slice(-FRAME_ROWS)];
}

/** The text, and the text without a number that grows with the pages: figures of a table do not. */
function keysOf(row: PageRow, page: number): string[] {
  const text = textOfLine(row).toLowerCase();
  const numbers = [...text.matchAll(/\d+/g)];
  const ends = [...new Set([numbers[0], numbers.at(-1)])].filter((each) => each !== undefined);
  const withoutNumber = ends.map((found) => {
    const after = text.slice(found.index + found[0].length);
    return `${text.slice(0, found.index)}#${after} @${Number(found[0]) - page}`;
  });
  return [text, ...withoutNumber];
}
