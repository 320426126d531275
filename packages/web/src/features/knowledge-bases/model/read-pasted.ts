import type { PairText } from '@otvet/contract';
import { isPairColumn, type PairColumn } from '@otvet/contract/pair-columns';
import { splitPhrasings } from '@otvet/contract/split-phrasings';
import { type Delimiter, splitTable } from './split-table.ts';

/** How pasted text holds its pairs: a table, or blocks of a question line and the lines of its answer. */
export type PastedForm = 'tabs' | 'semicolons' | 'commas' | 'blocks';
/** A pair as it was understood; `row` is its number in the table or among the blocks, `line` where it begins in the text, both from 1. */
export type PastedPair = PairText & { row: number; line: number };

const delimiters = { tabs: '\t', semicolons: ';', commas: ',' } as const satisfies Record<string, Delimiter>;
/** A line that begins with a longer word is no mark. */
const MAX_MARK = 20;
const FORM_SAMPLE = 200;

/** The form that the text has by the look of it. */
export function detectForm(text: string): PastedForm {
  const lines = cleanLines(text);
  if (lines.includes('\t')) return 'tabs';
  if (blocksOf(lines).length > 1 && blocksOf(lines).every((block) => block.includes('\n'))) return 'blocks';
  if (isTable(lines, ';')) return 'semicolons';
  return isTable(lines, ',') ? 'commas' : 'blocks';
}

/** The pairs of pasted text; a row of headings gives the columns their meaning and is no pair. */
export function readPasted(text: string, form: PastedForm): PastedPair[] {
  const lines = cleanLines(text);
  return form === 'blocks' ? readBlocks(lines) : readTable(splitTable(lines, delimiters[form]));
}

const cleanLines = (text: string) =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .replace(/^\uFEFF/, '');

/** Every row has the same number of cells, and no delimiter looks like the comma of a sentence. */
function isTable(lines: string, delimiter: Delimiter): boolean {
  const rows = splitTable(lines, delimiter)
    .filter((row) => row.some((cell) => cell.trim() !== ''))
    .slice(0, FORM_SAMPLE);
  const width = rows[0]?.length ?? 0;
  const isProse = !lines.includes('"') && lines.includes(`${delimiter} `);
  return width >= 2 && !isProse && rows.every((row) => row.length === width);
}

function readTable(rows: string[][]): PastedPair[] {
  const heading = rows[0] ?? [];
  const columnOf = (column: PairColumn) => heading.findIndex((cell) => isPairColumn(cell, column));
  const [asked, answered] = [columnOf('question'), columnOf('answer')];
  const hasHeading = asked >= 0 && answered >= 0;
  const [question, answer] = hasHeading ? [asked, answered] : [0, 1];
  const isOfWays = (at: number) => hasHeading && isPairColumn(heading[at] ?? '', 'phrasings');
  const lines = linesOf(rows);
  return rows.flatMap((cells, at) => {
    const isEmpty = cells.every((cell) => cell.trim() === '');
    if (isEmpty || (hasHeading && at === 0)) return [];
    const phrasings = cells.flatMap((cell, column) => (isOfWays(column) ? splitPhrasings(cell) : []));
    const pair = { question: (cells[question] ?? '').trim(), answer: (cells[answer] ?? '').trim() };
    return [{ row: at + 1, line: lines[at] ?? 1, ...pair, ...(phrasings.length > 0 && { phrasings }) }];
  });
}

function readBlocks(lines: string): PastedPair[] {
  return findBlocks(lines).map(({ block, line }, at) => {
    const end = block.indexOf('\n');
    const [question, answer] = end < 0 ? [block, ''] : [block.slice(0, end), block.slice(end + 1)];
    return { row: at + 1, line, question: dropMark(question, 'question'), answer: dropMark(answer, 'answer') };
  });
}

const blocksOf = (lines: string): string[] => findBlocks(lines).map(({ block }) => block);

function findBlocks(lines: string): { block: string; line: number }[] {
  const blocks: { words: string[]; line: number }[] = [];
  let isOpen = false;
  for (const [at, text] of lines.split('\n').entries()) {
    const isEmpty = text.trim() === '';
    if (!isEmpty && !isOpen) blocks.push({ words: [], line: at + 1 });
    if (!isEmpty) blocks.at(-1)?.words.push(text.trimEnd());
    isOpen = !isEmpty;
  }
  return blocks.map(({ words, line }) => ({ block: words.join('\n'), line }));
}

/** Where each row of a table begins: a cell may be of several lines. */
function linesOf(rows: string[][]): number[] {
  let next = 1;
  return rows.map((cells) => {
    const line = next;
    next += cells.reduce((ends, cell) => ends + cell.split('\n').length - 1, 1);
    return line;
  });
}

/** "Вопрос: …" and "A: …" are the names of the lines, not their words. */
function dropMark(text: string, column: PairColumn): string {
  const colon = text.slice(0, MAX_MARK).indexOf(':');
  const isMark = colon > 0 && isPairColumn(text.slice(0, colon), column);
  return (isMark ? text.slice(colon + 1) : text).trim();
}
