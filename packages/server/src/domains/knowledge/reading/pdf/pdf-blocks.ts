import type { DocumentBlock } from '../document.ts';
import { shapeTable } from '../tables/shape-table.ts';
import { findRows } from '../text/find-rows.ts';
import { readMark } from '../text/read-text.ts';
import { type DocumentLook, isLarger, levelOfSize } from './document-look.ts';
import { joinWords } from './join-words.ts';
import { textOfLine } from './page-lines.ts';
import type { PageRow } from './page-rows.ts';
import { findTables } from './page-tables.ts';

/** What one page added; a text may go on on the next. */
type Writing = {
  blocks: DocumentBlock[];
  look: DocumentLook;
  page: number;
  last: PageRow | undefined;
  /** The paragraph or item that is being written began here. */
  first: PageRow | undefined;
  usualGap: number;
  rightEdge: number;
  /** Lines that go on with no other: those of a price list, say. */
  alone: ReadonlySet<PageRow>;
};

const BOLD_LINE_LEVEL = 7;
const MAX_BOLD_LINE = 90;
export const WIDER_GAP = 1.4;
const USUAL_GAP = 1.25;
const SHORT_LINE = 0.8;
const INDENT = 0.8;

/** Blocks of all pages: a text that goes over the end of a page is one. */
export function writeBlocks(pages: PageRow[][], look: DocumentLook): DocumentBlock[] {
  const blocks: DocumentBlock[] = [];
  for (const [at, rows] of pages.entries()) {
    const measures = { usualGap: usualGapOf(rows), rightEdge: rightEdgeOf(rows), alone: rowsAlone(rows) };
    const writing: Writing = { blocks, look, page: at + 1, last: undefined, first: undefined, ...measures };
    const parts = findTables(rows);
    for (const [place, part] of parts.entries()) {
      const next = parts[place + 1];
      if (part.kind === 'row') addRow(writing, part.row, next?.kind === 'row' ? next.row : undefined);
      else addTable(writing, part.rows);
    }
  }
  return blocks;
}

function addTable(writing: Writing, rows: string[][]): void {
  const { blocks, page } = writing;
  const above = blocks.at(-1);
  const place = { page };
  const isFirst = writing.last === undefined;
  writing.last = undefined;
  writing.first = undefined;
  const table = rows.map((cells) => ({ cells, place }));
  const width = rows[0]?.length;
  // It goes on from the page before, whose names of columns are those of this one too.
  const goesOn = isFirst && above?.kind === 'table' && above.header?.length === width && above.place.page === page - 1;
  if (!goesOn || above.header === null) blocks.push(...shapeTable(table, { isDrawn: true }));
  else {
    const names = { cells: above.header, place, names: true };
    const isRepeated = rows[0]?.join(' ') === above.header.join(' ');
    blocks.push(...shapeTable([names, ...table.slice(isRepeated ? 1 : 0)], { isDrawn: true }));
  }
}

function addRow(writing: Writing, row: PageRow, next: PageRow | undefined): void {
  const { blocks, page, last } = writing;
  const text = textOfLine(row);
  const block = blocks.at(-1);
  const level = headingLevel(writing, row, next);
  const mark =
    level === undefined ? readMark(text, block?.kind === 'list' ? block.items.at(-1) : undefined) : undefined;
  if (level !== undefined) {
    if (block?.kind === 'heading' && last !== undefined && isSameHeading(last, row))
      block.text = joinWords(block.text, text);
    else blocks.push({ kind: 'heading', level, text, place: { page } });
  } else if (mark !== undefined && !goesOnWithNumber(writing, text)) {
    const item = text.slice(mark).trim();
    if (block?.kind === 'list') block.items.push(item);
    else blocks.push({ kind: 'list', items: [item], place: { page } });
    writing.first = row;
  } else if (!goOn(writing, row, text)) {
    blocks.push({ kind: 'paragraph', text, place: { page } });
    writing.first = row;
  }
  writing.last = row;
}

function isSameHeading(last: PageRow, row: PageRow): boolean {
  const gap = row.y - last.bottom;
  return last.size === row.size && last.font === row.font && gap > 0 && gap < row.size * 1.8;
}

function headingLevel(writing: Writing, row: PageRow, next: PageRow | undefined): number | undefined {
  const { look, last, usualGap } = writing;
  const text = textOfLine(row);
  if (isLarger(row, look.bodySize)) return levelOfSize(row.size, look);
  const isOther = row.font !== look.bodyFont && row.size >= look.bodySize * 0.95 && row.cells.length === 1;
  const isLine = text.length <= MAX_BOLD_LINE && /^[\p{Lu}\p{Nd}«"]/u.test(text) && /\p{Letter}{3}/u.test(text);
  if (!isOther || !isLine || /[.,;:…-]$/.test(text)) return undefined;
  // A line of a text in the same letters is none.
  const isApart = (above: PageRow | undefined, below: PageRow | undefined) =>
    above === undefined ||
    below === undefined ||
    above.font !== below.font ||
    below.y - above.bottom > usualGap * WIDER_GAP;
  return isApart(last, row) && isApart(row, next) ? BOLD_LINE_LEVEL : undefined;
}

/** A line that begins with a figure and a point in the midst of a text: "in the year\n2. and then". */
function goesOnWithNumber(writing: Writing, text: string): boolean {
  const block = writing.blocks.at(-1);
  if (!/^\d/.test(text) || block?.kind !== 'paragraph' || writing.last === undefined) return false;
  return writing.last.right > writing.rightEdge * SHORT_LINE && !/[.:;!?]$/.test(block.text);
}

/** Adds the row to what is being written, where it goes on with it. */
function goOn(writing: Writing, row: PageRow, text: string): boolean {
  const { blocks, last, look } = writing;
  const block = blocks.at(-1);
  if (block === undefined || (block.kind !== 'paragraph' && block.kind !== 'list')) return false;
  const before = block.kind === 'paragraph' ? block.text : (block.items.at(-1) ?? '');
  const isNext = last === undefined ? goesOnOverPages(writing, before, text) : followsLine(writing, last, row, before);
  if (!isNext) return false;
  const joined = joinWords(before, text, look.hyphenated);
  if (block.kind === 'paragraph') block.text = joined;
  else block.items[block.items.length - 1] = joined;
  return true;
}

function goesOnOverPages(writing: Writing, before: string, text: string): boolean {
  const page = writing.blocks.at(-1)?.place.page;
  return page !== undefined && page >= writing.page - 2 && !/[.:;!?…»"]$/.test(before) && /^[\p{Ll}(]/u.test(text);
}

function followsLine(
  { first, usualGap, rightEdge, blocks, alone }: Writing,
  last: PageRow,
  row: PageRow,
  before: string,
): boolean {
  const gap = row.y - last.bottom;
  const ends = /[.:;!?…]$/.test(before);
  // The next column, or a part of the page further up.
  if (gap < -row.size * 0.5) return !ends && /^[\p{Ll}(]/u.test(textOfLine(row));
  if (gap > Math.max(usualGap, row.size) * WIDER_GAP) return false;
  if (Math.abs(last.size - row.size) > row.size * 0.15) return false;
  const isItem = blocks.at(-1)?.kind === 'list';
  if (isItem) return first === undefined || row.x > first.x + row.size * 0.3 || !ends;
  if (alone.has(row)) return false;
  if (!ends) return true;
  const isIndented = first !== undefined && row.x > Math.min(first.x, last.x) + row.size * INDENT;
  return !isIndented && last.right > rightEdge * SHORT_LINE;
}

function rowsAlone(rows: PageRow[]): ReadonlySet<PageRow> {
  const isRow = findRows(rows.map(textOfLine));
  return new Set(rows.filter((_, at) => isRow[at]));
}

export function usualGapOf(rows: PageRow[]): number {
  const gaps = rows.flatMap((row, at) => {
    const above = rows[at - 1];
    const gap = above === undefined ? 0 : row.y - above.bottom;
    return gap > row.size * 0.5 && gap < row.size * 3 ? [gap] : [];
  });
  const sorted = gaps.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? (rows[0]?.size ?? 0) * USUAL_GAP;
}

export function rightEdgeOf(rows: PageRow[]): number {
  const sorted = rows.map(({ right }) => right).toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * 0.9)] ?? 0;
}
