import { listHyphenated } from './join-words.ts';
import { mostUsed, textOfLine } from './page-lines.ts';
import type { PageRow } from './page-rows.ts';

/** What is usual in the whole document: the rest stands out from it. */
export type DocumentLook = {
  bodySize: number;
  bodyFont: string;
  /** Sizes of headings, the largest first. */
  headingSizes: number[];
  hyphenated: Set<string>;
};

const LARGER = 1.12;
const MAX_HEADING_CHARACTERS = 160;
const MAX_LEVELS = 6;

export function describeLook(pages: PageRow[][]): DocumentLook {
  const rows = pages.flat();
  const sizes = new Map<number, number>();
  const fonts = new Map<string, number>();
  for (const row of rows) {
    const signs = textOfLine(row).length;
    sizes.set(roundSize(row.size), (sizes.get(roundSize(row.size)) ?? 0) + signs);
    fonts.set(row.font, (fonts.get(row.font) ?? 0) + signs);
  }
  const bodySize = sizes.size === 0 ? 0 : mostUsed(sizes);
  const larger = rows.filter((row) => isLarger(row, bodySize)).map(({ size }) => roundSize(size));
  const headingSizes = [...new Set(larger)].toSorted((one, other) => other - one).slice(0, MAX_LEVELS);
  const bodyFont = fonts.size === 0 ? '' : mostUsed(fonts);
  return { bodySize, bodyFont, headingSizes, hyphenated: listHyphenated(rows.map(textOfLine)) };
}

export function isLarger(row: PageRow, bodySize: number): boolean {
  const text = textOfLine(row);
  return row.size > bodySize * LARGER && text.length <= MAX_HEADING_CHARACTERS && /\p{Letter}/u.test(text);
}

/** 1 is the outermost. */
export function levelOfSize(size: number, { headingSizes }: DocumentLook): number {
  const rounded = roundSize(size);
  const place = headingSizes.findIndex((each) => each <= rounded);
  return place === -1 ? MAX_LEVELS : place + 1;
}

function roundSize(size: number): number {
  return Math.round(size * 2) / 2;
}
