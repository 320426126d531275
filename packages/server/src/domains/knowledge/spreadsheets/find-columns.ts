import type { SpreadsheetHeader } from '@otvet/contract';
import type { RowPair } from './plan-import.ts';
import type { Sheet, SheetRow } from './rows.ts';

const NAMES = {
  question: ['вопрос', 'вопросы', 'вопрос клиента', 'question', 'questions', 'q', 'faq'],
  answer: ['ответ', 'ответы', 'ответ клиенту', 'answer', 'answers', 'a', 'reply', 'response'],
} as const;
/** Of columns whose cells hold other ways to ask, one a line; there may be several of them. */
const PHRASING_NAMES = [
  ...['другие формулировки', 'формулировки', 'формулировка', 'варианты вопроса', 'вариант вопроса', 'похожие вопросы'],
  ...['other phrasings', 'phrasings', 'phrasing', 'other wordings', 'question variants', 'similar questions'],
];
type Column = keyof typeof NAMES;

/** The sheet with pairs, and where they stand in it. `null`: no sheet holds anything. */
export type FoundColumns = {
  header: SpreadsheetHeader;
  columns: Partial<Record<Column, number>>;
  phrasings: number[];
  below: SheetRow[];
};

/** The first sheet with both columns; where none has them, the first that holds anything, to show what stands there. */
export function findColumns(sheets: readonly Sheet[]): FoundColumns | null {
  const all = sheets.flatMap((sheet) => readHeader(sheet, sheets) ?? []);
  return all.find(({ header }) => header.missing.length === 0) ?? all[0] ?? null;
}

/** The pairs of the rows below the header. */
export function readPairs({ columns, phrasings, below }: FoundColumns): RowPair[] {
  const cellOf = ({ cells }: SheetRow, column: Column) => (cells[columns[column] ?? -1] ?? '').trim();
  return below
    .map((row) => ({
      row: row.row,
      question: cellOf(row, 'question'),
      answer: cellOf(row, 'answer'),
      phrasings: phrasings.flatMap((at) => (row.cells[at] ?? '').split('\n')).filter((line) => line.trim() !== ''),
    }))
    .filter(({ question, answer }) => question !== '' || answer !== '');
}

function readHeader({ name, rows }: Sheet, sheets: readonly Sheet[]): FoundColumns | undefined {
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const [first, ...below] = filled;
  if (first === undefined) return undefined;
  const columns = { question: columnOf(first, 'question'), answer: columnOf(first, 'answer') };
  const phrasings = first.cells.flatMap((cell, at) => (PHRASING_NAMES.includes(fold(cell)) ? [at] : []));
  const nameAt = (at: number | undefined) => (at === undefined ? null : (first.cells[at]?.trim() ?? null));
  const found = {
    question: nameAt(columns.question),
    answer: nameAt(columns.answer),
    phrasings: phrasings.map((at) => nameAt(at) ?? ''),
  };
  const header = {
    found,
    sheet: name,
    sheets: sheets.flatMap((sheet) => sheet.name ?? []),
    header: first.cells.map((cell) => cell.trim()),
    row: first.row,
    missing: (['question', 'answer'] as const).filter((column) => columns[column] === undefined),
    rows: below.length,
  };
  return { header, columns, phrasings, below };
}

function columnOf({ cells }: SheetRow, column: Column): number | undefined {
  const names: readonly string[] = NAMES[column];
  const at = cells.findIndex((cell) => names.includes(fold(cell)));
  return at < 0 ? undefined : at;
}

const fold = (cell: string) =>
  cell
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} ]/gu, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();
