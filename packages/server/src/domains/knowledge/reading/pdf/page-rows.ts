import { joinWords } from './join-words.ts';
import type { Line, LineCell } from './page-lines.ts';

/** A row of a page: one line of text, or cells that stand beside each other, each with all of its lines. */
export type PageRow = Line & { bottom: number };

/** More lines than a cell of a table has: what stands beside it is another column of the page. */
const MAX_CELL_LINES = 10;
const LINE_GAP = 1.7;
const TOLERANCE = 0.5;

type Band = { top: number; bottom: number; size: number; font: string; cells: (LineCell & { lastY: number })[] };

/**
 * Cells that the file writes one after the other, each with its lines, become one row: such a file goes down within a cell
 * and then up again to the right of it. Where it goes up far it is a column of text, and the order stays.
 */
export function joinCells(lines: Line[]): PageRow[] {
  const rows: PageRow[] = [];
  let band: Band | undefined;
  const close = () => {
    if (band !== undefined) rows.push(toRow(band));
    band = undefined;
  };
  for (const line of lines) {
    if (band !== undefined && addToBand(band, line)) continue;
    close();
    band = beginBand(rows, line);
    if (band === undefined) rows.push({ ...line, bottom: line.y });
  }
  close();
  return rows;
}

/** The rows on the left of a line that stands higher than the last one are a cell of the same row. */
function beginBand(rows: PageRow[], line: Line): Band | undefined {
  const last = rows.at(-1);
  const tolerance = line.size * TOLERANCE;
  if (last === undefined || line.y > last.y - tolerance) return undefined;
  let from = rows.length;
  while (from > 0 && rows.length - from <= MAX_CELL_LINES && isBeside(rows[from - 1], line, tolerance)) from -= 1;
  const left = rows.slice(from);
  const [first] = left;
  if (first === undefined || left.length > MAX_CELL_LINES || first.y > line.y + line.size * LINE_GAP) return undefined;
  rows.length = from;
  const { size, font } = first;
  const band: Band = { top: Math.min(first.y, line.y), bottom: last.bottom, size, font, cells: [] };
  for (const row of left) addCells(band, row);
  addCells(band, line);
  return band;
}

function isBeside(row: PageRow | undefined, line: Line, tolerance: number): boolean {
  return row !== undefined && row.y >= line.y - tolerance && row.right <= line.x + tolerance;
}

function addCells(band: Band, line: Line): void {
  for (const cell of line.cells) {
    const same = band.cells.find(({ x, right }) => cell.x < right && cell.right > x);
    if (same === undefined) band.cells.push({ ...cell, lastY: line.y });
    else extendCell(same, cell, line.y);
  }
  band.bottom = Math.max(band.bottom, line.y);
}

function extendCell(cell: Band['cells'][number], added: LineCell, y: number): void {
  cell.text = joinWords(cell.text, added.text);
  cell.x = Math.min(cell.x, added.x);
  cell.right = Math.max(cell.right, added.right);
  cell.lastY = y;
}

function addToBand(band: Band, line: Line): boolean {
  const last = band.cells.at(-1);
  const [cell] = line.cells;
  if (last === undefined || cell === undefined) return false;
  const tolerance = line.size * TOLERANCE;
  const isNextCell =
    line.x >= last.right - tolerance && line.y >= band.top - tolerance && line.y <= band.bottom + tolerance;
  if (isNextCell && line.y <= last.lastY + tolerance) {
    addCells(band, line);
    return true;
  }
  const gap = line.y - last.lastY;
  const isNextLine = gap > 0 && gap < line.size * LINE_GAP && line.cells.length === 1 && line.x >= last.x - tolerance;
  if (!isNextLine || line.x > last.right) return false;
  extendCell(last, cell, line.y);
  band.bottom = Math.max(band.bottom, line.y);
  return true;
}

function toRow({ cells, top, bottom, size, font }: Band): PageRow {
  const sorted = cells.toSorted((one, other) => one.x - other.x);
  const x = Math.min(...cells.map((cell) => cell.x));
  const right = Math.max(...cells.map((cell) => cell.right));
  return { cells: sorted.map(({ lastY, ...cell }) => cell), x, right, y: top, bottom, size, font };
}
