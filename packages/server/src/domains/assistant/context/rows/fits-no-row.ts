import { type FoundPassage, isPriceWord, stemWord, wantsPrice } from '../../../knowledge/index.ts';
import { wordsOf } from '../../talk/words.ts';
import { isAmong, isSubject } from '../alike-words.ts';
import { isCommon } from '../misses-subject.ts';
import { splitThings } from '../split-things.ts';
import { isAdjective } from '../word-forms.ts';
import { isAboutThing } from './is-about-thing.ts';
import { columnsOf, listRows, type Row, rowsBeside, rowsSaid } from './list-rows.ts';
import { namesSize, spreadSizes } from './spread-sizes.ts';

/** They ask for a time or a price, and are no part of what a row is about. */
const ASKING =
  /^(?:занима\p{L}+|займ[её]т|дл[ия]т\p{L}*|обойд\p{L}+|интересу\p{L}+|хо(?:чу|тим|тел\p{L}*)|врем\p{L}*|срок\p{L}*|долго|быстро|дн(?:я|ей|и)|день|час\p{L}*|минут\p{L}*|примерно|сейчас|сегодня|takes?|time|long|days?|hours?)$/u;
const DIGITS = /^\p{N}+$/u;
const MAX_CHARACTERS = 900;

/**
 * What the rows of a table say to a question. `fitting`: those that have all of its words that any of them has; `named`: these words;
 * `outside`: words that neither a row nor the name of a column has.
 */
type Reading = { fitting: Row[]; named: string[]; outside: string[] };

/**
 * «ремонт цепи» has each of its words in a list that has «Ремонт тормозов» and «Чистка цепи»: none of its lines is the price of
 * that. «ремонт тормозов и чистка цепи» asks for two of its lines.
 */
export function fitsNoRow(question: string, passage: FoundPassage, found: readonly FoundPassage[] = []): boolean {
  if (passage.kind === 'qa') return false;
  const rows = rowsBeside(passage, found);
  if (rows.length < 2) return false;
  const said = rowsSaid(rows, passage.quote ?? passage.text);
  if (said.length === 0) return false;
  const things = splitThings(question)?.questions ?? [question];
  return things.some((thing) => isOfNone(thing, readRows(thing, { rows, passage })));
}

function isOfNone(question: string, { fitting, named, outside }: Reading): boolean {
  if (named.length === 0) return false;
  if (fitting.length === 0) return true;
  if (namesSize(question) && outside.some((word) => DIGITS.test(word))) return true;
  if (wantsPrice(question) && !fitting.some((row) => isAboutThing(row.name, question, named))) return true;
  const others = outside.filter((word) => !DIGITS.test(word));
  return others.length > 0 && fitting.every((row) => lacksWord(row, named));
}

/** The row names a thing of its own beside what is asked: «Ремонт стула» is no «ремонт сарая». */
const lacksWord = ({ words }: Row, named: readonly string[]): boolean =>
  words.some(
    (word) =>
      isSubject(word) &&
      !DIGITS.test(word) &&
      !isAdjective(word) &&
      !named.some((one) => isAmong(one, [stemWord(word)])),
  );

/** The rows that say what is asked, all of them: «сколько стоит матрас?» gets each size. */
export function sayRows(question: string, passage: FoundPassage): FoundPassage {
  if (passage.kind === 'qa' || passage.quote === undefined) return passage;
  const rows = rowsBeside(passage, []);
  if (rows.length < 2 || rowsSaid(rows, passage.quote).length === 0) return passage;
  const { fitting, named } = readRows(question, { rows, passage });
  const own = wantsPrice(question) ? fitting.filter((row) => isAboutThing(row.name, question, named)) : fitting;
  const lines = (own.length > 0 ? own : fitting).map(({ line }) => line);
  const quote = lines.join('\n');
  if (named.length === 0 || lines.length === 0 || quote.length > MAX_CHARACTERS || passage.quote.includes(quote))
    return passage;
  return { ...passage, quote };
}

/** Of a table what may be offered by name: its rows that have words of the question, those with most of them first. */
export function rowsToOffer(question: string, passage: FoundPassage): FoundPassage[] {
  const rows = passage.kind === 'qa' ? [] : listRows(passage.text);
  if (rows.length === 0) return [passage];
  const { named } = readRows(question, { rows, passage });
  if (named.length === 0) return [passage];
  const having = rows.map((row) => ({ row, many: named.filter((word) => has(row, word)).length }));
  return having
    .filter(({ many }) => many > 0)
    .toSorted((left, right) => right.many - left.many)
    .map(({ row }) => ({ ...passage, text: row.line }));
}

type Table = { rows: readonly Row[]; passage: FoundPassage };

function readRows(question: string, { rows, passage }: Table): Reading {
  const { title, heading = '' } = passage;
  const above = wordsOf(`${title} ${heading}`).map(stemWord);
  const subjects = [...new Set(wordsOf(spreadSizes(question)))].filter(
    (word) => isSubject(word) && !isCommon(word) && !isPriceWord(word),
  );
  const asked = withoutColumns(subjects, rows);
  const named = asked.filter((word) => rows.some((row) => has(row, word)));
  const outside = asked.filter((word) => !named.includes(word) && !ASKING.test(word) && !isAmong(word, above));
  const fitting = named.length === 0 ? [] : rows.filter((row) => named.every((word) => has(row, word)));
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

const has = ({ stems }: Row, word: string): boolean => isAmong(word, stems);
