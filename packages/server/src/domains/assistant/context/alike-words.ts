import { relatedStems, stemImportance, stemWord } from '../../knowledge/index.ts';
import { isOneSlipAway } from '../talk/words.ts';

const MIN_WORD = 3;
const MIN_SLIP_LETTERS = 5;
const MIN_SAME_START = 4;
/** A size or an amount; longer ones are numbers of orders, and name no goods. */
const NUMBER = /^\p{N}{1,3}$/u;
const DIGITS = /^\p{N}+$/u;

/** A number of a size or a price, or a word of weight; a stem of one letter («Уила») says nothing of its word. */
export function isSubject(word: string): boolean {
  if (DIGITS.test(word)) return NUMBER.test(word);
  const stem = stemWord(word);
  return word.length >= MIN_WORD && (stem.length === 1 || stemImportance(stem) === 1);
}

/** In another form, with a slip, or in other words. */
export function isAmong(word: string, stems: readonly string[]): boolean {
  const stem = stemWord(word);
  const related = new Set(relatedStems(stem));
  return stems.some((other) => related.has(other) || isAlike(stem, other));
}

/** In another form, or with a slip. */
export function isAlike(left: string, right: string): boolean {
  if (left === right) return true;
  const [short, long] = left.length < right.length ? [left, right] : [right, left];
  if (DIGITS.test(short)) return false;
  if (short.length >= MIN_SAME_START && long.startsWith(short)) return true;
  return long.length >= MIN_SLIP_LETTERS && isOneSlipAway(left, right);
}

/** In other words. */
export const isRelated = (left: string, right: string): boolean => new Set(relatedStems(left)).has(right);
