import { CFB, read, set_cptable, type WorkBook } from '@e965/xlsx';
import * as codePages from '@e965/xlsx/dist/cpexcel.full.mjs';
import type { Archive } from '../archive/open-archive.ts';
import { detectLanguage } from '../detect-language.ts';
import type { DocumentBlock, ReadDocument } from '../document.ts';
import { readingLimits } from '../reading-limits.ts';
import { DocumentRefusedError, refuseDocument } from '../refuse-document.ts';
import { readSheet, type SheetCells, sheetRows } from './read-sheet.ts';
import type { TableRow } from './shape-table.ts';

type Read = Pick<ReadDocument, 'title' | 'pages' | 'blocks'>;

/** What a sheet is put together from. Pictures, charts, macros, comments and links to other files are never handed over. */
const PARTS_OF_A_WORKBOOK =
  /^(?:\[Content_Types\]\.xml|_rels\/\.rels|docProps\/core\.xml|xl\/(?:workbook|styles|sharedStrings)\.xml|xl\/_rels\/workbook\.xml\.rels|xl\/worksheets\/[^/]+\.xml)$/i;
const STYLES = 'xl/styles.xml';
/** Names that a program gives by itself. */
const UNNAMED_SHEET = /^(?:sheet|лист|worksheet|tdsheet|книга|table)[ _]?\d*$/i;

set_cptable(codePages);

/**
 * An .xlsx: its parts are inflated and counted by us, and the library gets them as an archive that holds nothing else.
 * Throws DocumentRefusedError.
 */
export async function openWorkbookParts(archive: Archive): Promise<WorkBook> {
  const parts = CFB.utils.cfb_new({ type: 'zip' });
  for (const name of archive.names.filter((each) => PARTS_OF_A_WORKBOOK.test(each))) {
    const bytes = await archive.read(name);
    if (declaresTypes(bytes)) refuseDocument('damaged');
    CFB.utils.cfb_add(parts, `/${name}`, name.toLowerCase() === STYLES ? withoutColours(bytes) : bytes);
  }
  return parseBook(CFB.write(parts, { type: 'buffer', fileType: 'zip', compression: false }));
}

/**
 * Colours are nothing to read, and the library throws and catches an error for each cell whose colour it does not find, which
 * takes a hundred times of the cell itself. It finds the first list.
 */
function withoutColours(bytes: Buffer): Buffer {
  const styles = bytes.toString('latin1').replaceAll(' fillId=', ' withoutFill=');
  const fills = '<fills count="1"><fill><patternFill patternType="none"/></fill></fills>';
  const begin = styles.indexOf('>', styles.indexOf('styleSheet')) + 1;
  return Buffer.from(styles.slice(0, begin) + fills + styles.slice(begin), 'latin1');
}

/** An .xls, whose container must hold a workbook and not another document. Throws DocumentRefusedError. */
export function openOldWorkbook(bytes: Buffer): WorkBook {
  const container = openContainer(bytes);
  if (CFB.find(container, 'Workbook') === null && CFB.find(container, 'Book') === null) refuseDocument('wrong_type');
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
  const sheets = shown.map((name) => ({ name, blocks: readSheet(cellsOf(book, name), { name, language }) }));
  const filled = sheets.filter(({ blocks }) => blocks.length > 0);
  const blocks = filled.flatMap(({ name, blocks: own }): DocumentBlock[] => {
    if (UNNAMED_SHEET.test(name) && (filled.length === 1 || own[0]?.kind !== 'table')) return own;
    return [{ kind: 'heading', level: 1, text: name, place: { sheet: name, row: 1 } }, ...own];
  });
  return { title: book.Props?.Title?.trim() || null, pages: Math.max(1, shown.length), blocks };
}

/** The rows of each sheet, as they stand there. Throws DocumentRefusedError. */
export function workbookRows(book: WorkBook): { name: string; rows: TableRow[] }[] {
  const { shown, language } = describe(book);
  return shown.map((name) => ({ name, rows: sheetRows(cellsOf(book, name), { name, language }) }));
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

function cellsOf(book: WorkBook, name: string): SheetCells {
  const sheet = book.Sheets[name];
  const data: SheetCells['data'] = sheet?.['!data'] ?? [];
  const count = data.filter((row) => row?.some((cell) => cell !== undefined && cell.t !== 'z')).length;
  if (count > readingLimits.rows) refuseDocument('too_large');
  return {
    data,
    merges: sheet?.['!merges'] ?? [],
    isHiddenColumn: (column) => sheet?.['!cols']?.[column]?.hidden === true,
    // A filter hides what does not interest now; who hides a row by hand means it.
    isHiddenRow: (row) => sheet?.['!autofilter'] === undefined && sheet?.['!rows']?.[row]?.hidden === true,
  };
}

const SAMPLE_ROWS = 100;

function firstWords(book: WorkBook, name: string): DocumentBlock[] {
  const rows = cellsOf(book, name).data.slice(0, SAMPLE_ROWS);
  const words = rows.flatMap((row) => (row ?? []).filter((cell) => cell?.t === 's').map((cell) => `${cell?.v}`));
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
