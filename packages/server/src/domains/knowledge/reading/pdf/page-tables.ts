import { joinWords } from './join-words.ts';
import type { LineCell } from './page-lines.ts';
import type { PageRow } from './page-rows.ts';

/** A part of a page: rows of text, or a table by its columns. */
export type PagePart = { kind: 'row'; row: PageRow } | { kind: 'table'; rows: string[][]; first: PageRow };

/** Of the height of the letters, between the lines of one cell. */
const LINE_GAP = 1.6;
/** A row of a table is not further from the one above. */
const ROW_GAP = 4.5;
/** Two columns of text are written line by line now and then: their parts are long, and many. */
const TEXT_COLUMN_ROWS = 6;
const TEXT_COLUMN_CHARACTERS = 30;
/** "от 35 000 ₽". */
const AMOUNT_AT_END = /(?<!\p{N}[ .,]?)(?:(?:от|до|from|up to) )?\p{N}[\p{N} .,–-]{0,20}(?:\p{Sc}|руб\.?|р\.)$/iu;

/** Finds tables by cells that stand below each other. */
export function findTables(rows: PageRow[]): PagePart[] {
  const parts: PagePart[] = [];
  let at = 0;
  while (at < rows.length) {
    const run = takeRun(rows, at);
    const [first] = run;
    if (first === undefined || run.length < 2) {
      const row = rows[at];
      if (row !== undefined) parts.push({ kind: 'row', row });
      at += 1;
      continue;
    }
    parts.push(...readRun(run, first));
    at += run.length;
  }
  return parts;
}

function isWide(row: PageRow): boolean {
  return row.cells.length > 1;
}

/** Rows of several cells that follow each other, with single cells between them; it ends with a row of several. */
function takeRun(rows: PageRow[], from: number): PageRow[] {
  const first = rows[from];
  if (first === undefined || !isWide(first)) return [];
  let end = from + 1;
  for (let at = from + 1; at < rows.length; at += 1) {
    const [row, above] = [rows[at], rows[at - 1]];
    if (row === undefined || above === undefined) break;
    const gap = row.y - above.bottom;
    if (gap < 0 || gap > row.size * ROW_GAP) break;
    if (isWide(row)) end = at + 1;
    else if (at - end >= 2 && gap > row.size * LINE_GAP) break;
    else if (at - end >= 4) break;
  }
  const run = rows.slice(from, end);
  // Its last cell may go on in lines of its own.
  for (let next = rows[end]; next !== undefined && isRestOfCell(run, next); next = rows[end]) {
    run.push(next);
    end += 1;
  }
  return run;
}

function isRestOfCell(run: PageRow[], row: PageRow): boolean {
  const above = run.at(-1);
  const last = run.findLast(isWide);
  if (above === undefined || last === undefined || isWide(row)) return false;
  const gap = row.y - above.bottom;
  if (gap <= 0 || gap > row.size * LINE_GAP) return false;
  const [, ...others] = last.cells;
  return others.some((cell) => overlaps(cell, row)) && row.x >= (others[0]?.x ?? 0) - row.size;
}

function overlaps(one: { x: number; right: number }, other: { x: number; right: number }): boolean {
  return one.x < other.right && one.right > other.x;
}

function readRun(run: PageRow[], first: PageRow): PagePart[] {
  const wide = run.filter(isWide);
  if (isTextInColumns(wide)) return splitColumns(run);
  const columns = findColumns(wide);
  if (wide.length < 2 || columns.length < 2) return run.map((row) => ({ kind: 'row', row }));
  const rows: string[][] = [];
  let above: PageRow | undefined;
  for (const row of run) {
    const texts = intoColumns(row, columns);
    const last = rows.at(-1);
    if (last !== undefined && above !== undefined && goesOn(row, above, texts, last))
      for (const [column, text] of texts.entries()) last[column] = joinWords(last[column] ?? '', text);
    else rows.push(texts);
    above = row;
  }
  return [{ kind: 'table', rows, first }];
}

/** Spans that the cells of all rows leave free are between the columns. A row over several columns is no measure. */
function findColumns(rows: PageRow[]): LineCell[] {
  const most = Math.max(...rows.map(({ cells }) => cells.length));
  const full = rows.filter(({ cells }) => cells.length >= most - 1);
  const merged: LineCell[] = [];
  for (const cell of full.flatMap(({ cells }) => cells).toSorted((one, other) => one.x - other.x)) {
    const last = merged.at(-1);
    if (last !== undefined && cell.x < last.right) last.right = Math.max(last.right, cell.right);
    else merged.push({ ...cell });
  }
  // Where cells of one row fall together there are no columns.
  const together = full.filter(({ cells }) =>
    merged.some((column) => cells.filter((cell) => overlaps(cell, column)).length > 1),
  );
  return together.length > full.length * 0.1 ? [] : merged;
}

function intoColumns(row: PageRow, columns: LineCell[]): string[] {
  const texts = columns.map(() => '');
  for (const cell of row.cells.flatMap((one) => partAmount(one, columns))) {
    const distances = columns.map((column) => Math.max(column.x - cell.right, cell.x - column.right));
    const column = distances.indexOf(Math.min(...distances));
    texts[column] = joinWords(texts[column] ?? '', cell.text);
  }
  return texts;
}

/** An amount right behind a long name, which leaves no gap, is the cell of the last column, into which both reach. */
function partAmount(cell: LineCell, columns: LineCell[]): LineCell[] {
  const last = columns.at(-1);
  const amount = AMOUNT_AT_END.exec(cell.text);
  if (last === undefined || amount === null || !overlaps(cell, last) || cell.x >= last.x) return [cell];
  const name = cell.text.slice(0, amount.index).trim();
  if (!/\p{L}/u.test(name)) return [cell];
  return [
    { text: name, x: cell.x, right: Math.min(cell.right, last.x) },
    { text: amount[0], x: last.x, right: cell.right },
  ];
}

/** The next line of cells that began above: close, and without a first cell; or a first cell that goes on in small letters. */
function goesOn(row: PageRow, above: PageRow, texts: string[], last: string[]): boolean {
  const gap = row.y - above.bottom;
  if (gap > row.size * LINE_GAP) return false;
  if (!texts.every((text, column) => text === '' || (last[column] ?? '') !== '')) return false;
  const filled = texts.filter((text) => text !== '').length;
  const [first = ''] = texts;
  if (first === '') return filled < texts.length - 1 || texts.length === 2;
  return filled === 1 && /^[\p{Ll}(,]/u.test(first);
}

function isTextInColumns(wide: PageRow[]): boolean {
  if (wide.length < TEXT_COLUMN_ROWS || wide.some(({ cells }) => cells.length !== 2)) return false;
  return [0, 1].every((column) => {
    const lengths = wide.map(({ cells }) => cells[column]?.text.length ?? 0).toSorted((one, other) => one - other);
    return (lengths[Math.floor(lengths.length / 3)] ?? 0) > TEXT_COLUMN_CHARACTERS;
  });
}

function splitColumns(run: PageRow[]): PagePart[] {
  const middle = Math.min(...run.filter(isWide).map(({ cells }) => cells[1]?.x ?? Number.POSITIVE_INFINITY));
  const side = (isLeft: boolean) =>
    run.flatMap((row): PagePart[] => {
      const cells = row.cells.filter(({ x }) => x < middle === isLeft);
      const [first] = cells;
      const last = cells.at(-1);
      if (first === undefined || last === undefined) return [];
      return [{ kind: 'row', row: { ...row, cells, x: first.x, right: last.right } }];
    });
  return [...side(true), ...side(false)];
}
