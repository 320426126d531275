import { cleanPhrasings, limits, type SpreadsheetHeader } from '@otvet/contract';
import { isPairColumn } from '@otvet/contract/pair-columns';
import { splitPhrasings } from '@otvet/contract/split-phrasings';
import { sliceWork } from '../../../platform/time/slice-work.ts';
import type { RowPair } from './plan-import.ts';
import type { Sheet, SheetRow } from './rows.ts';

type Column = 'question' | 'answer';

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
  /** Beside those whose names say that they hold other ways to ask. */
  phrasingsColumn?: number | undefined;
  /** No row of names: the first one is a pair already. */
  isFirstRowPair?: boolean | undefined;
};

/** The first sheet with both columns; where none has them, the first that holds anything, to show what stands there. */
export function findColumns(sheets: readonly Sheet[], chosen: ChosenColumns = {}): FoundColumns | null {
  const looked = chosen.sheet === undefined ? sheets : sheets.filter(({ name }) => name === chosen.sheet);
  const all = looked.flatMap((sheet) => readHeader(sheet, { sheets, chosen }) ?? []);
  return all.find(({ header }) => header.missing.length === 0) ?? all[0] ?? null;
}

const CHARACTERS_PER_SLICE = 50_000;

/** The pairs of the rows below the header. Of the ways to ask one more than a pair may have is kept, and of each one sign more. */
export async function readPairs({ columns, phrasings, below }: FoundColumns): Promise<RowPair[]> {
  const endSlice = sliceWork(CHARACTERS_PER_SLICE);
  const pairs: RowPair[] = [];
  for (const { row, cells } of below) {
    const cellOf = (column: Column) => (cells[columns[column] ?? -1] ?? '').trim();
    const [question, answer] = [cellOf('question'), cellOf('answer')];
    await endSlice(question.length + answer.length);
    if (question === '' && answer === '') continue;
    const pair: RowPair = { row, question, answer, phrasings: [] };
    for (const at of phrasings) {
      const cell = cells[at] ?? '';
      if (cell.trim() === '') continue;
      const ways = cleanPhrasings(question, [...pair.phrasings, ...splitPhrasings(cell)]);
      pair.phrasings = ways.slice(0, limits.phrasings + 1).map((way) => way.slice(0, limits.questionText + 1));
      await endSlice(cell.length);
      if (pair.phrasings.length > limits.phrasings) break;
    }
    pairs.push(pair);
  }
  return pairs;
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
    at !== columns.question &&
    at !== columns.answer &&
    (at === chosen.phrasingsColumn || (!isPair && isPairColumn(cell, 'phrasings')));
  // A column may begin below the first row.
  const width = filled.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const phrasings = Array.from({ length: width }, (_, at) => at).filter((at) => isPhrasings(first.cells[at] ?? '', at));
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
  const at = cells.findIndex((cell) => isPairColumn(cell, column));
  return at < 0 ? undefined : at;
}
