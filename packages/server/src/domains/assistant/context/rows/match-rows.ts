import { type FoundPassage, isPriceWord, stemWord } from '../../../knowledge/index.ts';
import { isWordOfTime } from '../../talk/asks-how-long.ts';
import { wordsOf } from '../../talk/words.ts';
import { isCommon } from '../doubts/misses-subject.ts';
import { isAmong, isSubject } from '../words/alike-words.ts';
import { isOtherModel } from './is-other-model.ts';
import { columnsOf, type Row } from './list-rows.ts';
import { spreadSizes } from './spread-sizes.ts';

/** They ask, and are no part of what a row is about. */
const ASKING = /^(?:обойд\p{L}+|интересу\p{L}+|хо(?:чу|тим|тел\p{L}*)|примерно|сейчас|сегодня)$/u;

/**
 * What the rows of a table say to a question. `fitting`: those that have all of its words that any of them has; `named`: these words;
 * `outside`: words that neither a row nor the name of a column has.
 */
export type MatchedRows = { fitting: Row[]; named: string[]; outside: string[] };

type Table = { rows: readonly Row[]; passage: FoundPassage };

/** Judges each row of a table by the words of a question. */
export function matchRows(question: string, { rows, passage }: Table): MatchedRows {
  const { title, heading = '' } = passage;
  const above = wordsOf(`${title} ${heading}`).map(stemWord);
  const subjects = [...new Set(wordsOf(spreadSizes(question)))].filter(
    (word) => isSubject(word) && !isCommon(word) && !isPriceWord(word),
  );
  const asked = withoutColumns(subjects, rows);
  const named = asked.filter((word) => rows.some((row) => hasWord(row, word)));
  const isAsking = (word: string) => ASKING.test(word) || isWordOfTime(word);
  const outside = asked.filter((word) => !named.includes(word) && !isAsking(word) && !isAmong(word, above));
  const isFitting = (row: Row) => named.every((word) => hasWord(row, word)) && !isOtherModel(question, row);
  const fitting = named.length === 0 ? [] : rows.filter(isFitting);
  return { fitting, named, outside };
}

/** «завтрак включён?» asks for what stands in the column «Завтрак», whatever that is. */
function withoutColumns(words: readonly string[], rows: readonly Row[]): string[] {
  const columns = [...new Set(rows.flatMap(columnsOf))];
  const named = words.filter((word) => isAmong(word, columns)).map(stemWord);
  if (named.length === 0) return [...words];
  const cells = rows.flatMap((row) => row.cells.filter(({ column }) => named.some((word) => isAmong(word, column))));
  const said = [...columns, ...new Set(cells.flatMap((cell) => cell.said))];
  const names = [...new Set(rows.flatMap((row) => row.words.map(stemWord)))];
  return words.filter((word) => !isAmong(word, said) || isAmong(word, names));
}

/** In a cell of the row. */
export const hasWord = ({ stems }: Row, word: string): boolean => isAmong(word, stems);
