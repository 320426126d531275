import { sameStems, stemImportance, stemWord } from '../../../knowledge/index.ts';
import { isOneSlipAway } from '../../talk/words.ts';

const MIN_WORD = 3;
const MIN_SLIP_LETTERS = 5;
const MIN_SAME_START = 4;
/** «стол» and «столешница» are two things, «скан» and «сканирование» one. */
const MAX_END = 4;
const DEED_END = /^ир(?:ов|$)/u;
/** Their ends make another thing: «парк» and «парковка», «лист» and «листовки», «диск» and «дискотека». */
const OTHER_THING = /^(?:(?:лист|парк)ово?к|дискотек)/u;
const endsSame = (end: string): boolean => end.length <= MAX_END || DEED_END.test(end);
/** A size or an amount; longer ones are numbers of orders, and name no goods. */
const NUMBER = /^\p{N}{1,3}$/u;
const LATIN = /^\p{Script=Latin}/u;
const STEM_END = /^[eiys]$/u;
const DIGITS = /^\p{N}+$/u;

/** A number of a size or a price, or a word of weight; a stem of one letter («Уила») says nothing of its word. */
export function isSubject(word: string): boolean {
  if (DIGITS.test(word)) return NUMBER.test(word);
  const stem = stemWord(word);
  // «пк» is short, and a word that has others for it.
  const isLong = word.length >= MIN_WORD || sameStems(stem).size > 0;
  return isLong && (stem.length === 1 || stemImportance(stem) === 1);
}

/** In another form, with a slip, or in other words: not by a word that only belongs to it, as «ужин» to «завтрак». */
export const isAmong = (word: string, stems: Iterable<string>): boolean => hasStem(stems, stemWord(word));

/** The same for a word whose stem is known. */
export function hasStem(stems: Iterable<string>, stem: string): boolean {
  const same = sameStems(stem);
  return [...stems].some((other) => same.has(other) || isAlike(stem, other));
}

/** In another form, or with a slip. */
export function isAlike(left: string, right: string): boolean {
  if (left === right) return true;
  const [short, long] = left.length < right.length ? [left, right] : [right, left];
  if (DIGITS.test(short)) return false;
  // A stem of English has lost its ending: what is longer is another word ("white", "whiten").
  if (LATIN.test(short) && long.startsWith(short)) return STEM_END.test(long.slice(short.length));
  if (OTHER_THING.test(long) && !OTHER_THING.test(short)) return false;
  if (short.length >= MIN_SAME_START && long.startsWith(short) && endsSame(long.slice(short.length))) return true;
  return long.length >= MIN_SLIP_LETTERS && isOneSlipAway(left, right);
}

/** In other words that mean the same. */
export const isSame = (left: string, right: string): boolean => sameStems(left).has(right);
