import { findMainPart } from '../reading/archive/find-main-part.ts';
import { openArchive } from '../reading/archive/open-archive.ts';
import { recogniseFormat } from '../reading/recognise-format.ts';
import { DocumentRefusedError, refuseDocument } from '../reading/refuse-document.ts';
import type { TableRow } from '../reading/tables/shape-table.ts';
import type { Sheet, SheetsResult } from './rows.ts';

export type RowsTask = { name: string; charset?: string | undefined; maxRows: number };

const MAX_COLUMNS = 200;
const MAX_CELL = 100_000;

/** Runs in the confined process: the rows of a spreadsheet with the numbers that people see. */
export async function run(bytes: Buffer, task: RowsTask): Promise<SheetsResult> {
  try {
    const recognised = recogniseFormat(bytes, task.name);
    if (recognised.kind === 'refused') return recognised;
    const sheets = await readSheets(recognised.format, bytes, task);
    return { kind: 'read', sheets: sheets.map(({ name, rows }) => ({ name, rows: keepFilled(rows, task.maxRows) })) };
  } catch (error) {
    if (error instanceof DocumentRefusedError) return { kind: 'refused', reason: error.reason };
    throw error;
  }
}

type ReadSheet = { name: string | null; rows: TableRow[] };

/** Each library is loaded when it is needed: what is loaded counts against the memory of every job. */
async function readSheets(format: string, bytes: Buffer, { charset }: RowsTask): Promise<ReadSheet[]> {
  if (format === 'csv') {
    const { decodeText } = await import('../reading/text/decode-text.ts');
    const { csvRows } = await import('../reading/text/read-csv.ts');
    return [{ name: null, rows: csvRows(decodeText(bytes, charset).text) }];
  }
  if (format !== 'xlsx' && format !== 'xls') refuseDocument('wrong_type');
  const workbooks = await import('../reading/tables/read-workbook.ts');
  if (format === 'xls') return workbooks.workbookRows(workbooks.openOldWorkbook(bytes));
  const archive = await openArchive(bytes);
  await findMainPart(archive, 'spreadsheetml');
  return workbooks.workbookRows(await workbooks.openWorkbookParts(archive));
}

function keepFilled(rows: TableRow[], maxRows: number): Sheet['rows'] {
  const filled = rows.flatMap(({ cells, place }, at) => {
    if (cells.every((cell) => cell.trim() === '')) return [];
    return [{ row: place.row ?? at + 1, cells: cells.slice(0, MAX_COLUMNS).map((cell) => cell.slice(0, MAX_CELL)) }];
  });
  if (filled.length > maxRows) refuseDocument('too_large');
  return filled;
}
