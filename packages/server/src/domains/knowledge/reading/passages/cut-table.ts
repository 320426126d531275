import { countSections, HELD_TOGETHER, isQuestion, isReplyColumn } from '@otvet/contract/values';
import type { DocumentBlock, PassageDraft } from '../document.ts';
import { cutText } from './cut-text.ts';

type Table = Extract<DocumentBlock, { kind: 'table' }>;

const MAX_HEADING_CHARACTERS = 120;
const WORD = /\p{L}{3,}/u;
/** What all of it costs is no thing of the last section. */
const TOTAL = /^(?:итого?|всего|total|subtotal)(?!\p{L})/iu;
const WORD_OR_FIGURE = /[\p{L}\p{N}]/u;
/** What names its price is no name of what stands below it. */
const AMOUNT_AT_END = /\p{N} ?(?:\p{Sc}|руб\.?|р\.)$/iu;

/**
 * Each row by itself, with the names of its columns: "Товар: Кран; Цена: 500 ₽". A row of one cell above whole rows is the
 * heading of those, and stands in their trail. A question without an answer says nothing.
 */
export function cutTable(table: Table): PassageDraft[] {
  const passages: PassageDraft[] = [];
  let heading: { text: string; place: PassageDraft['place']; isUsed: boolean } | undefined;
  const leave = () => {
    if (heading !== undefined && !heading.isUsed)
      passages.push({ trail: [], text: heading.text, place: heading.place });
    heading = undefined;
  };
  const isOfQuestions = asksQuestions(table);
  const rows = belowSections(table);
  for (const [at, row] of table.rows.entries()) {
    const place = placeOfRow(table, at);
    if (isOfQuestions && isUnanswered(table.header, row)) continue;
    if (isHeading(table.rows, at)) {
      leave();
      heading = { text: filled(row).join(' '), place, isUsed: false };
      continue;
    }
    if (heading !== undefined) heading.isUsed = true;
    const trail = heading === undefined ? [] : [heading.text];
    passages.push(...cutText(writeRow(table.header, rows[at] ?? row)).map((text) => ({ trail, text, place })));
  }
  leave();
  return passages;
}

/** «Категория; Название; Цена»: a section may be written once, and its rows leave it empty. */
function belowSections({ header, rows }: Table): string[][] {
  const sections = countSections(header?.map(oneLine) ?? []);
  if (sections === 0) return rows;
  let above: string[] = [];
  return rows.map((row, place) => {
    if (isHeading(rows, place) || filled(row).some((cell) => TOTAL.test(cell))) {
      above = [];
      return row;
    }
    const first = row.findIndex((cell) => cell.trim() !== '');
    const isBelow = first > 0 && first <= sections;
    const whole = isBelow ? row.map((cell, at) => (at < first ? (above[at] ?? '') : cell)) : row;
    above = whole.slice(0, sections);
    return whole;
  });
}

/** Whether a table is one of questions and answers: by its columns, or since most rows ask something. */
export function asksQuestions({ header, rows }: Table): boolean {
  const questions = rows.filter((row) => questionOf(row) !== undefined);
  return questions.length > 0 && (header?.some(isReplyColumn) === true || questions.length * 2 > rows.length);
}

/** The first cell with a word, where it asks something. */
function questionOf(row: string[]): string | undefined {
  const first = row.find((cell) => WORD.test(cell))?.trim();
  return first !== undefined && isQuestion(first) ? first : undefined;
}

function isUnanswered(header: string[] | null, row: string[]): boolean {
  const question = questionOf(row);
  if (question === undefined) return false;
  const replies = header?.findIndex(isReplyColumn) ?? -1;
  const answers = replies === -1 ? row.filter((cell) => cell.trim() !== question) : [row[replies] ?? ''];
  return !answers.some((cell) => WORD_OR_FIGURE.test(cell));
}

function placeOfRow({ place }: Table, at: number): PassageDraft['place'] {
  return place.row === undefined ? place : { ...place, row: place.row + at };
}

/** A row as a sentence; lines within a cell are one. */
export function writeRow(header: string[] | null, row: string[]): string {
  const cells = row.map((cell, column) => ({ name: oneLine(header?.[column] ?? ''), cell: oneLine(cell) }));
  const isAsked = questionOf(row) !== undefined;
  const said = cells.flatMap(({ name, cell }) =>
    cell === '' ? [] : [{ name, cell: isAsked ? cell.replaceAll('; ', HELD_TOGETHER) : cell }],
  );
  const [first, second] = said;
  // Two columns without names are often a name and what belongs to it.
  if (header === null && row.length === 2 && first !== undefined && second !== undefined) {
    const name = first.cell.endsWith(':') ? first.cell : `${first.cell}:`;
    return `${name} ${second.cell}`;
  }
  return said.map(({ name, cell }) => (name === '' ? cell : `${name}: ${cell}`)).join('; ');
}

function oneLine(text: string): string {
  return text.replaceAll(/\s/g, ' ').split(' ').filter(Boolean).join(' ');
}

function filled(row: string[]): string[] {
  return row.filter((cell) => cell.trim() !== '').map(oneLine);
}

/** One cell of words in one of the first columns, with a whole row below. */
function isHeading(rows: string[][], at: number): boolean {
  const row = rows[at] ?? [];
  const below = filled(rows[at + 1] ?? []);
  const [only = '', ...others] = filled(row);
  if (others.length > 0 || row.length < 2 || only.length > MAX_HEADING_CHARACTERS || !/\p{Letter}/u.test(only))
    return false;
  if (AMOUNT_AT_END.test(only)) return false;
  if (below.length < 2 || below.length < row.length / 2) return false;
  return (row[0] ?? '') !== '' || (row[1] ?? '') !== '';
}
