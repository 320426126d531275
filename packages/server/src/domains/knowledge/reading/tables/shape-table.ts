import type { DocumentBlock, DocumentPlace } from '../document.ts';
import { fillNames } from './fill-names.ts';
import { HEADER_ROWS, hasHeader } from './find-header.ts';
import { splitAtNames } from './split-at-names.ts';
import { cleanRows, countFilled, follows, type Row, type TableRow } from './table-rows.ts';

/** `isDrawn`: rows are known by their place on a page, where a name may stand in the middle of its rows. */
type Look = { isDrawn?: boolean };

/** Blocks of a table: empty rows and columns go, and what stands above as one cell is a paragraph. */
export function shapeTable(rows: TableRow[], { isDrawn = false }: Look = {}): DocumentBlock[] {
  const filled = dropEmptyColumns(cleanRows(rows));
  const above = countAbove(filled);
  const titles = filled.slice(0, above).map(({ cells, place: at }): DocumentBlock => {
    return { kind: 'paragraph', text: joinFilled(cells), place: at };
  });
  const body = filled.slice(above);
  if (body.length === 0) return titles;
  if (isOneColumn(body)) return [...titles, ...body.map(toParagraph)];
  const header = takeHeader(body);
  // Names without rows are still what the table says.
  if (header.length === body.length) return [...titles, ...splitAtGaps({ body: header, names: null })];
  const tables = splitAtNames(header, body.slice(header.length)).flatMap(({ names: own, body: values }) => {
    const names = nameColumns(own);
    return splitAtGaps({ body: isDrawn ? values : fillNames(values, names), names });
  });
  return [...titles, ...tables];
}

function dropEmptyColumns(rows: Row[]): Row[] {
  const used = new Set<number>();
  for (const { cells } of rows) for (const [column, cell] of cells.entries()) if (cell !== '') used.add(column);
  const columns = [...used].toSorted((one, other) => one - other);
  return rows.map((row) => ({ ...row, cells: columns.map((column) => row.cells[column] ?? '') }));
}

function joinFilled(cells: string[]): string {
  return cells.filter((cell) => cell !== '').join(' ');
}

/** Rows of one cell before the first of several: a title and what is said of the table. */
function countAbove(rows: Row[]): number {
  const first = rows.findIndex((row) => countFilled(row) > 1 || row.names);
  return Math.max(0, first);
}

function isOneColumn(rows: Row[]): boolean {
  return rows.every((row) => countFilled(row) <= 1);
}

function toParagraph({ cells, place }: Row): DocumentBlock {
  return { kind: 'paragraph', text: joinFilled(cells), place };
}

/** The rows that name the columns: those that say so, else the first where it reads like names. */
function takeHeader(body: Row[]): Row[] {
  const firstOther = body.findIndex(({ names }) => !names);
  const marked = body.slice(0, firstOther === -1 ? 0 : firstOther);
  if (marked.length > 0) return marked;
  return hasHeader(body.slice(0, HEADER_ROWS).map(({ cells }) => cells)) ? body.slice(0, 1) : [];
}

/** Names in several rows are read downwards: "Цена опт", "Цена розница". */
function nameColumns(header: Row[]): string[] | null {
  const [first, ...more] = header;
  if (first === undefined) return null;
  return first.cells.map((_, column) => {
    const parts = [first, ...more].map(({ cells }) => cells[column] ?? '').filter((part) => part !== '');
    return [...new Set(parts)].join(' ');
  });
}

type Parts = { body: Row[]; names: string[] | null };

/** The place of a table is that of its first row, and the others follow it: where rows are left out another table begins. */
function splitAtGaps({ body, names }: Parts): DocumentBlock[] {
  const blocks: Extract<DocumentBlock, { kind: 'table' }>[] = [];
  let before: DocumentPlace | undefined;
  for (const { cells, place } of body) {
    const open = blocks.at(-1);
    if (open !== undefined && before !== undefined && follows(place, before)) open.rows.push(cells);
    else blocks.push({ kind: 'table', header: names, rows: [cells], place });
    before = place;
  }
  return blocks;
}
