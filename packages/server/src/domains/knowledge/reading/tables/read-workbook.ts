import { CFB, read, set_cptable, type WorkBook } from '@e965/xlsx';
import * as codePages from '@e965/xlsx/dist/cpexcel.full.mjs';
import type { Archive } from '../archive/open-archive.ts';
import { readSheetChats } from '../chats/read-saved-chats.ts';
import { detectLanguage } from '../detect-language.ts';
import type { DocumentBlock, ReadDocument } from '../document.ts';
import { readingLimits } from '../reading-limits.ts';
import { DocumentRefusedError, refuseDocument } from '../refuse-document.ts';
import { type CellRoom, createCellRoom } from './cell-room.ts';
import { filledRows } from './filled-rows.ts';
import { type SheetCells, sheetRows } from './read-sheet.ts';
import { requireFewCells } from './require-few-cells.ts';
import { shapeSheet } from './shape-sheet.ts';
import type { TableRow } from './table-rows.ts';
import { createTidySheet } from './tidy-sheet.ts';
import { createTrimCells } from './trim-cells.ts';
import { formatsOf, listParts, STYLES } from './workbook-styles.ts';

type Read = Pick<ReadDocument, 'title' | 'pages' | 'blocks' | 'isChat'>;

/** What a sheet is put together from. Pictures, charts, macros, comments and links to other files are never handed over. */
const PARTS_OF_A_WORKBOOK =
  /^(?:\[Content_Types\]\.xml|_rels\/\.rels|docProps\/core\.xml|xl\/(?:workbook|styles|sharedStrings)\.xml|xl\/_rels\/workbook\.xml\.rels|xl\/worksheets\/[^/]+\.xml)$/i;
const isPart = (name: string): boolean => PARTS_OF_A_WORKBOOK.test(name);
const SHEET = /^xl\/worksheets\//i;
const TYPES = '[Content_Types].xml';
/** Names that a program gives by itself. */
const UNNAMED_SHEET = /^(?:sheet|лист|worksheet|tdsheet|книга|table)[ _]?\d*$/i;

set_cptable(codePages);

/**
 * An .xlsx: its parts are inflated and counted by us, and the library gets them as an archive that holds nothing else.
 * Throws DocumentRefusedError.
 */
export async function openWorkbookParts(archive: Archive): Promise<WorkBook> {
  const parts = CFB.utils.cfb_new({ type: 'zip' });
  const tidySheet = createTidySheet();
  const trimCells = createTrimCells();
  let styles: Buffer = Buffer.alloc(0);
  for (const name of archive.names.filter(isPart)) {
    const bytes = SHEET.test(name) ? await trimCells(archive.inflate(name)) : await archive.read(name);
    if (declaresTypes(bytes)) refuseDocument('damaged');
    if (name.toLowerCase() === STYLES) styles = bytes;
    else CFB.utils.cfb_add(parts, `/${name}`, name === TYPES ? listParts(bytes, isPart) : tidySheet(bytes));
  }
  CFB.utils.cfb_add(parts, `/${STYLES}`, formatsOf(styles));
  return parseBook(CFB.write(parts, { type: 'buffer', fileType: 'zip', compression: false }));
}

/** An .xls, whose container must hold a workbook and not another document. Throws DocumentRefusedError. */
export function openOldWorkbook(bytes: Buffer): WorkBook {
  const container = openContainer(bytes);
  const streams = ['/Workbook', '/Book', 'Workbook', 'Book'].flatMap((name) => CFB.find(container, name) ?? []);
  if (streams.length === 0) refuseDocument('wrong_type');
  for (const { content } of streams) requireFewCells(Buffer.from(content));
  return parseBook(bytes);
}

function openContainer(bytes: Buffer): unknown {
  try {
    return CFB.read(bytes, { type: 'buffer' });
  } catch (error) {
    throw new DocumentRefusedError('damaged', { cause: error });
  }
}

/** Sheets as a table of blocks each, values as they are shown. Throws DocumentRefusedError. */
export function readWorkbook(book: WorkBook): Read {
  const { shown, language } = describe(book);
  const room = createCellRoom();
  const rows = shown.map((name) => sheetRows(cellsOf(book, name, room), { name, language }));
  const chats = readSheetChats(rows);
  const sheets = shown.map((name, at) => {
    return { name, isChat: chats[at] !== undefined, blocks: chats[at] ?? shapeSheet(rows[at] ?? []) };
  });
  const filled = sheets.filter(({ blocks }) => blocks.length > 0);
  const blocks = filled.flatMap(({ name, isChat, blocks: own }): DocumentBlock[] => {
    // Its name is that of a customer as a rule.
    if (isChat) return own;
    if (UNNAMED_SHEET.test(name) && (filled.length === 1 || own[0]?.kind !== 'table')) return own;
    return [{ kind: 'heading', level: 1, text: name, place: { sheet: name, row: 1 } }, ...own];
  });
  const pages = Math.max(1, shown.length);
  if (sheets.some(({ isChat }) => isChat)) return { title: null, pages, blocks, isChat: true };
  return { title: book.Props?.Title?.trim() || null, pages, blocks };
}

/** The rows of each sheet, as they stand there. Throws DocumentRefusedError. */
export function workbookRows(book: WorkBook): { name: string; rows: TableRow[] }[] {
  const { shown, language } = describe(book);
  const room = createCellRoom();
  return shown.map((name) => ({ name, rows: sheetRows(cellsOf(book, name, room), { name, language }) }));
}

/** What its owner shows of it, and in which language. */
function describe(book: WorkBook): { shown: string[]; language: ReadDocument['language'] } {
  const shown = book.SheetNames.filter((_, at) => (book.Workbook?.Sheets?.[at]?.Hidden ?? 0) === 0);
  if (shown.length > readingLimits.pages) refuseDocument('too_large');
  const words = shown.flatMap((name) => firstWords(book, name));
  return { shown, language: detectLanguage(words, 1) };
}

function parseBook(bytes: Buffer): WorkBook {
  try {
    return read(bytes, { dense: true, cellFormula: false, cellHTML: false, cellStyles: true, cellDates: false });
  } catch (error) {
    throw new DocumentRefusedError(isPassword(error) ? 'password' : 'damaged', { cause: error });
  }
}

function isPassword(error: unknown): boolean {
  return error instanceof Error && /password|encrypt/i.test(error.message);
}

function cellsOf(book: WorkBook, name: string, room: CellRoom): SheetCells {
  const sheet = book.Sheets[name];
  const rows = filledRows(sheet?.['!data'] ?? []);
  if (rows.length > readingLimits.rows) refuseDocument('too_large');
  return {
    rows,
    room,
    merges: sheet?.['!merges'] ?? [],
    isHiddenColumn: (column) => sheet?.['!cols']?.[column]?.hidden === true,
    // A filter hides what does not interest now; who hides a row by hand means it.
    isHiddenRow: (row) => sheet?.['!autofilter'] === undefined && sheet?.['!rows']?.[row]?.hidden === true,
  };
}

const SAMPLE_ROWS = 100;

function firstWords(book: WorkBook, name: string): DocumentBlock[] {
  const rows = filledRows(book.Sheets[name]?.['!data'] ?? []).slice(0, SAMPLE_ROWS);
  const words = rows.flatMap(({ cells }) => cells.filter(([, { t }]) => t === 's').map(([, { v }]) => `${v}`));
  return [{ kind: 'list', items: words, place: {} }];
}

const DECLARATIONS = ['<!DOCTYPE', '<!ENTITY'].flatMap((mark) => [
  Buffer.from(mark),
  Buffer.from(mark, 'utf16le'),
  Buffer.from(mark, 'utf16le').swap16(),
]);

/** No program writes a document type into its parts. */
function declaresTypes(bytes: Buffer): boolean {
  return DECLARATIONS.some((mark) => bytes.includes(mark));
}
