import { stemWord, wantsPrice } from '../../../knowledge/index.ts';
import { wordsOf } from '../../talk/words.ts';
import { endsWithHowMuch } from '../doubts/misses-subject.ts';
import { isAlike, isAmong } from '../words/alike-words.ts';
import { isAdjective } from '../words/word-forms.ts';

/**
 * Stems of what a column is called, and of what it says; `isIncluded`: it names parts of what the row sells. A line without columns
 * has them in brackets behind its price: two cells without a name.
 */
export type RowCell = { column: readonly string[]; said: readonly string[]; isIncluded: boolean };
type Parts = { stems: readonly string[]; cells: readonly RowCell[] };

/** A column of what belongs to the thing that a row sells. */
const INCLUDED =
  /^(?:(?:что |в (?:цену|стоимость|набор|программу) )?(?:входит|включ)|состав (?:работ|услуг|уборк|набор|комплекс|программ|занят)|в комплекте|комплект поставки|(?:what is |what's )?includ)/iu;
const ASKS_INCLUDED = /вход[ия]т|включ|состав|комплект|includ/iu;
/** How many of it there are. */
const NUMERAL =
  /^(?:\p{N}+|од(?:ин|на|но)|дв[ае]|три|четыре|пять|шесть|семь|восемь|one|two|three|four|five|six|seven|eight)$/u;
/** «ролл с лососем»: of the thing itself. */
const WITH = new Set(['с', 'со', 'без', 'with', 'without']);
/** «питание в походе»: whether it belongs to that. */
const WITHIN = new Set(['в', 'во', 'на', 'in', 'on']);

export const isIncludedColumn = (name: string): boolean => INCLUDED.test(name);

/** «ролл с лососем», of «лососем». */
export const isSaidWith = (question: string, word: string): boolean => standsBehind(question, word, WITH);

/**
 * «обжиг кружки», «обжиг цена» beside «Роспись кружки; Что входит: обжиг»: what it is asked of first is no more than included, and
 * the price of the row is not the price of that. `named`: the words of the question that the row has.
 */
export function includesOnly({ stems, cells }: Parts, question: string, named: readonly string[]): boolean {
  const first = named.find((word) => !isSaidWith(question, word) && !NUMERAL.test(word));
  const included = cells.filter((cell) => cell.isIncluded);
  if (first === undefined || included.length === 0 || ASKS_INCLUDED.test(question)) return false;
  const others = new Set(cells.flatMap((cell) => (cell.isIncluded ? [] : [...cell.column, ...cell.said])));
  if (isOwn(first, others) || !isAmong(first, stems)) return false;
  const own = named.filter((word) => isOwn(word, others));
  const isOfPrice = wantsPrice(question) || endsWithHowMuch(question);
  // Brackets may also tell of which kind it is: «Стрижка — 900 ₽ (короткие волосы)».
  if (included.every(({ column }) => column.length === 0)) return isOfPrice && own.length === 0 && !isAdjective(first);
  const isWithin = own.some((word) => standsBehind(question, word, WITHIN));
  return isOfPrice || (own.length > 0 && !isWithin);
}

/** The very word, or a slip within it: "pressing" is no part of a dress. */
function isOwn(word: string, others: ReadonlySet<string>): boolean {
  const stem = stemWord(word);
  return [...others].some((other) => other[0] === stem[0] && isAlike(stem, other));
}

function standsBehind(question: string, word: string, before: ReadonlySet<string>): boolean {
  const words = wordsOf(question);
  return before.has(words[words.indexOf(word) - 1] ?? '');
}
