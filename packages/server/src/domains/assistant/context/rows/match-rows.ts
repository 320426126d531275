import { type FoundPassage, isPriceWord, statesMoney, stemWord } from '../../../knowledge/index.ts';
import { isWordOfTime } from '../../talk/asks-how-long.ts';
import { wordsOf } from '../../talk/words.ts';
import { isCommon } from '../doubts/misses-subject.ts';
import { hasMeasure, measuresAsked, measuresOfRow } from '../figures/measures.ts';
import { figuresAsked, holdsFigure, isUnderOtherUnit, keepNearest, keepSameRange } from '../figures/ranges.ts';
import { readFigures, unlessMany } from '../figures/read-figures.ts';
import { isAlike, isAmong, isSubject } from '../words/alike-words.ts';
import { includesOnly } from './includes-only.ts';
import { isOtherModel } from './is-other-model.ts';
import { hasLetterSize, keepLetterSize, letterSizesIn } from './letter-sizes.ts';
import { columnsOf, type Row } from './list-rows.ts';
import { spreadSizes } from './spread-sizes.ts';

/** They ask, and are no part of what a row is about. */
const ASKING = /^(?:обойд\p{L}+|интересу\p{L}+|хо(?:чу|тим|тел\p{L}*)|примерно|сейчас|сегодня)$/u;

/** No row has all of so many words. */
const MAX_SUBJECTS = 40;

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
  const said = readFigures(question);
  const isOfTooMuch = subjects.length > MAX_SUBJECTS || unlessMany(said).length < said.length;
  if (isOfTooMuch) return { fitting: [], named: [], outside: subjects };
  const asked = withoutColumns(subjects, rows);
  const has = readerOf(question, rows);
  const named = asked.filter((word) => rows.some((row) => has(row, word)));
  const isAsking = (word: string) => ASKING.test(word) || isWordOfTime(word);
  const outside = asked.filter((word) => !named.includes(word) && !isAsking(word) && !isAmong(word, above));
  const figures = figuresAsked(question);
  const isFitting = (row: Row) =>
    named.every((word) => has(row, word)) &&
    !isOtherModel(question, row) &&
    !includesOnly(row, question, named) &&
    figures.every((figure) => holdsFigure(row.line, figure) !== false);
  const fitting = named.length === 0 ? [] : rows.filter(isFitting);
  const ofSize = keepLetterSize(fitting, { question, table: rows });
  return { fitting: keepNearest(keepSameRange(ofSize, question), figures), named, outside };
}

/**
 * Whether a row has a word of the question; those of a measure that any row has («60 минут») are that measure, and «20 кг» stand in
 * «от 10 до 30 кг», but not in «20 см».
 */
function readerOf(question: string, rows: readonly Row[]): (row: Row, word: string) => boolean {
  const measures = measuresAsked(question).filter((asked) => rows.some((row) => hasMeasure(measuresOfRow(row), asked)));
  const isOfSum = statesMoney(question);
  const figures = figuresAsked(question);
  const letterSizes = letterSizesIn(question).filter((size) => rows.some(({ line }) => hasLetterSize(line, size)));
  const letterWords = letterSizes.flatMap(wordsOf);
  return (row, word) => {
    const figure = figures.find(({ words }) => words.includes(word));
    const isHeld = figure && holdsFigure(row.line, figure);
    if (isHeld !== undefined) return isHeld;
    if (letterWords.includes(word)) return hasLetterSize(row.line, word) === true;
    const measure = measures.find(({ words }) => words.includes(word));
    if (measure !== undefined) return hasMeasure(measuresOfRow(row), measure);
    if (isUnderOtherUnit(word, { question, said: row.said })) return false;
    return hasWord(row, word) || (isOfSum && row.sums.includes(word));
  };
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

/** In a cell of the row; what it costs is none of its words, and "pressing" no slip of a "dress". */
export function hasWord({ stems }: Row, word: string): boolean {
  const stem = stemWord(word);
  return isAmong(
    word,
    stems.filter((other) => other[0] === stem[0] || !isAlike(stem, other)),
  );
}
