import { cleanText } from '@otvet/contract/clean-text';
import { findMainPart } from '../reading/archive/find-main-part.ts';
import { openArchive } from '../reading/archive/open-archive.ts';
import { cutShort } from '../reading/passages/cut-short.ts';
import { readingLimits } from '../reading/reading-limits.ts';
import { recogniseFormat } from '../reading/recognise-format.ts';
import { DocumentRefusedError, refuseDocument } from '../reading/refuse-document.ts';
import type { TableRow } from '../reading/tables/table-rows.ts';
import type { Sheet, SheetsResult } from './rows.ts';

export type RowsTask = { name: string; charset?: string | undefined; maxRows: number };

const MAX_COLUMNS = 200;
const MAX_CELL = 100_000;
/** Of all cells of all sheets, as often as each text is shown. */
const MAX_CHARACTERS = 10_000_000;
/** What a cell and a row take besides their texts. */
const OF_A_CELL = 10;
const OF_A_ROW = 20;

/** Runs in the confined process: the rows of a spreadsheet with the numbers that people see. */
export async function run(bytes: Buffer, task: RowsTask): Promise<SheetsResult> {
  try {
    const recognised = recogniseFormat(bytes, task.name);
    if (recognised.kind === 'refused') return recognised;
    const sheets = await readSheets(recognised.format, bytes, task);
    const room = { left: MAX_CHARACTERS };
    const kept = sheets.map(({ name, rows }) => ({
      name: name === null ? null : cutShort(cleanText(name), readingLimits.titleCharacters),
      rows: keepFilled(rows, { maxRows: task.maxRows, room }),
    }));
    return { kind: 'read', sheets: kept };
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

type Bounds = { maxRows: number; room: { left: number } };

function keepFilled(rows: TableRow[], { maxRows, room }: Bounds): Sheet['rows'] {
  const filled = rows.flatMap(({ cells, place }, at) => {
    if (cells.every((cell) => cell.trim() === '')) return [];
    const width = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
    const kept = cells.slice(0, Math.min(width, MAX_COLUMNS)).map((cell) => cutShort(cell, MAX_CELL));
    room.left -= kept.reduce((sum, { length }) => sum + length + OF_A_CELL, OF_A_ROW);
    if (room.left < 0) refuseDocument('too_large');
    return [{ row: place.row ?? at + 1, cells: kept.map(cleanText) }];
  });
  if (filled.length > maxRows) refuseDocument('too_large');
  return filled;
}
