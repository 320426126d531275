import { type FoundPassage, relatedStems, stemImportance, stemWord } from '../../knowledge/index.ts';
import { isOneSlipAway, wordsOf } from '../talk/words.ts';

const MIN_WORD = 3;
const MIN_SLIP_LETTERS = 5;
const MIN_SAME_START = 4;
/** A size or an amount; longer ones are numbers of orders, and name no goods. */
const NUMBER = /^\p{N}{1,3}$/u;
const DIGITS = /^\p{N}+$/u;
const prepositions = new Set(
  'в во на по до из к ко для от с со у через in to into for from with at by via through'.split(' '),
);

/**
 * One word stands where the pair has another one, in whatever letters: «магазин в уфе» beside «магазин в Самаре», "size 44" beside
 * "size 42". All else that the pair asks is asked; both words stand behind prepositions, or behind the same word; neither
 * has words that mean about the same, and the pair's answer does not know the new one.
 */
export function replacesWord(question: string, { title, text }: Pick<FoundPassage, 'title' | 'text'>): boolean {
  const asked = wordsOf(question);
  const own = wordsOf(title);
  const known = [...own, ...wordsOf(text)].map(stemWord);
  const askedStems = asked.map(stemWord);
  const isShared = own.some((word) => isSubject(word) && isAmong(word, askedStems));
  const replaced = only(own.filter((word) => isSubject(word) && !isAmong(word, askedStems)));
  const replacing = only(asked.filter((word) => isSubject(word) && !isAmong(word, known)));
  if (!isShared || replaced === undefined || replacing === undefined) return false;
  if (hasRelated(replaced) || hasRelated(replacing)) return false;
  const [before, ownBefore] = [wordBefore(asked, replacing), wordBefore(own, replaced)];
  if (prepositions.has(before) && prepositions.has(ownBefore)) return true;
  return before !== '' && stemImportance(stemWord(before)) === 1 && stemWord(before) === stemWord(ownBefore);
}

/** A number of a size or a price, or a word of weight; a stem of one letter («Уила») says nothing of its word. */
function isSubject(word: string): boolean {
  if (DIGITS.test(word)) return NUMBER.test(word);
  const stem = stemWord(word);
  return word.length >= MIN_WORD && (stem.length === 1 || stemImportance(stem) === 1);
}

/** The one word of a list, said once or often. */
function only(words: string[]): string | undefined {
  return new Set(words).size === 1 ? words[0] : undefined;
}

/** In another form, with a slip, or in other words. */
function isAmong(word: string, stems: string[]): boolean {
  const stem = stemWord(word);
  const related = new Set(relatedStems(stem));
  return stems.some((other) => isAlike(stem, other) || related.has(other));
}

function isAlike(left: string, right: string): boolean {
  if (left === right) return true;
  const [short, long] = left.length < right.length ? [left, right] : [right, left];
  if (DIGITS.test(short)) return false;
  if (short.length >= MIN_SAME_START && long.startsWith(short)) return true;
  return long.length >= MIN_SLIP_LETTERS && isOneSlipAway(left, right);
}

const hasRelated = (word: string): boolean => [...relatedStems(stemWord(word))].length > 0;

const wordBefore = (words: string[], word: string): string => words[words.indexOf(word) - 1] ?? '';
