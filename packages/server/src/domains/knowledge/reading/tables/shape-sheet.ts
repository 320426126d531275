import type { DocumentBlock } from '../document.ts';
import { HEADER_ROWS, hasHeader } from './find-header.ts';
import { shapeTable } from './shape-table.ts';
import type { TableRow } from './table-rows.ts';

/**
 * Blocks of a sheet, whose tables stand below each other between empty rows. What stands under the columns of the table
 * above it and names none of its own goes on with that table, and so does the title between the two.
 */
export function shapeSheet(rows: TableRow[]): DocumentBlock[] {
  const tables: TableRow[][] = [];
  let titles: TableRow[] = [];
  for (const part of splitAtEmptyRows(rows)) {
    const above = tables.at(-1);
    if (part.every((row) => filledColumns(row).length <= 1)) titles.push(...part);
    else if (above !== undefined && goesOn(above, part)) {
      above.push(...titles, ...part);
      titles = [];
    } else {
      tables.push([...titles, ...part]);
      titles = [];
    }
  }
  if (titles.length > 0) tables.push(titles);
  return tables.flatMap((table) => shapeTable(table));
}

function splitAtEmptyRows(rows: TableRow[]): TableRow[][] {
  const parts: TableRow[][] = [[]];
  for (const row of rows) {
    const open = parts.at(-1);
    if (filledColumns(row).length > 0) open?.push(row);
    else if (open !== undefined && open.length > 0) parts.push([]);
  }
  return parts.filter((part) => part.length > 0);
}

function filledColumns({ cells }: TableRow): number[] {
  return [...cells.keys()].filter((column) => (cells[column] ?? '').trim() !== '');
}

function goesOn(above: TableRow[], part: TableRow[]): boolean {
  const body = fromFirstTableRow(above);
  const [header] = body;
  if (header === undefined || !isHeaded(body) || isHeaded(fromFirstTableRow(part))) return false;
  const named = new Set(filledColumns(header));
  return part.every((row) => filledColumns(row).every((column) => named.has(column)));
}

function isHeaded(rows: TableRow[]): boolean {
  return hasHeader(rows.slice(0, HEADER_ROWS).map(({ cells }) => cells.map((cell) => cell.trim())));
}

/** As many as say whether it is headed: a long table is asked again for each part below it. */
function fromFirstTableRow(rows: TableRow[]): TableRow[] {
  const first = rows.findIndex((row) => filledColumns(row).length > 1);
  return rows.slice(first, first + HEADER_ROWS);
}
