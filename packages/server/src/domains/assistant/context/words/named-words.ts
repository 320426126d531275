import { relatedStems, stemImportance, stemWord } from '../../../knowledge/index.ts';
import { isOneSlipAway, wordsOf } from '../../talk/words.ts';
import { isAlike } from './alike-words.ts';
import { GIVEN, NEEDED, TAKEN, THERE_IS, wordSet } from './asking-words.ts';

const MIN_WORD = 3;
const DIGITS = /^\p{N}+$/u;
const LATIN = /^\p{Script=Latin}/u;
/** A shorter stem says little of how a word goes on: «пятн» is the beginning of «пятниц» and «пятнадцат». */
const MIN_STEM = 5;
const ENDING = /^(?:\p{L}|ик|чик|очк|ов|ев|ьн|ира?|иров|ирова|ирован)$/u;
const MIN_SLIP_STEM = 5;
const MIN_SLIP_WORD = 6;

/** They ask, or say what any business does: «даёте», «делаете», "take". */
const ASKING = wordSet(
  ...[THERE_IS, NEEDED, GIVEN, TAKEN],
  `имеются даешь делаете делают сделаете делаешь берут возьмете оказываете занимаетесь предоставляете можно
  takes have has got get give gives make makes do does provides offers accepts`,
);

/** Words that carry weight, numbers among them; without those that only ask, where others are left. */
export function weightyWords(text: string): string[] {
  const words = wordsOf(text).filter(isWeighty);
  const own = words.filter((word) => !ASKING.has(word));
  return own.length > 0 ? own : words;
}

const isWeighty = (word: string): boolean =>
  (word.length >= MIN_WORD || DIGITS.test(word)) && stemImportance(stemWord(word)) === 1;

/** Whether one of the words is this one: by its stem, in other words, or with a slip, and not by its beginning alone. */
export function isNamed(word: string, words: readonly string[]): boolean {
  const stem = stemWord(word);
  const related = new Set(relatedStems(stem));
  return words.some((other) => {
    const known = stemWord(other);
    return related.has(known) || isForm(stem, known) || isSlip([word, stem], [other, known]);
  });
}

function isForm(left: string, right: string): boolean {
  if (left === right) return true;
  const [short, long] = left.length < right.length ? [left, right] : [right, left];
  if (!long.startsWith(short) || !isAlike(left, right)) return false;
  return LATIN.test(short) || short.length >= MIN_STEM || ENDING.test(long.slice(short.length));
}

/** Few miss the first letter: «оплата» is no «плата» that was written wrong. */
function isSlip([word, stem]: [string, string], [other, known]: [string, string]): boolean {
  if (word[0] !== other[0] || DIGITS.test(word)) return false;
  return (
    (Math.max(stem.length, known.length) >= MIN_SLIP_STEM && isOneSlipAway(stem, known)) ||
    (Math.min(word.length, other.length) >= MIN_SLIP_WORD && isOneSlipAway(word, other))
  );
}
