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
  header: Omit<SpreadsheetHeader, 'hash'>;
  columns: Partial<Record<Column, number>>;
  phrasings: number[];
  below: SheetRow[];
};

/** What somebody chose where the names of columns do not say it; columns from 0. */
export type ChosenColumns = {
  sheet?: string | undefined;
  questionColumn?: number | undefined;
  answerColumn?: number | undefined;
  /** No row of names: the first one is a pair already. */
  isFirstRowPair?: boolean | undefined;
};

/** The first sheet with both columns; where none has them, the first that holds anything, to show what stands there. */
export function findColumns(sheets: readonly Sheet[], chosen: ChosenColumns = {}): FoundColumns | null {
  const looked = chosen.sheet === undefined ? sheets : sheets.filter(({ name }) => name === chosen.sheet);
  const all = looked.flatMap((sheet) => readHeader(sheet, { sheets, chosen }) ?? []);
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

function readHeader(
  { name, rows }: Sheet,
  { sheets, chosen }: { sheets: readonly Sheet[]; chosen: ChosenColumns },
): FoundColumns | undefined {
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const [first, ...below] = filled;
  if (first === undefined) return undefined;
  const isPair = chosen.isFirstRowPair === true;
  const columns = {
    question: chosen.questionColumn ?? (isPair ? undefined : columnOf(first, 'question')),
    answer: chosen.answerColumn ?? (isPair ? undefined : columnOf(first, 'answer')),
  };
  const isPhrasings = (cell: string, at: number) =>
    !isPair && at !== columns.question && at !== columns.answer && PHRASING_NAMES.includes(fold(cell));
  const phrasings = first.cells.flatMap((cell, at) => (isPhrasings(cell, at) ? [at] : []));
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
    rows: isPair ? filled.length : below.length,
  };
  return { header, columns, phrasings, below: isPair ? filled : below };
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
