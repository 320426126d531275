import { relatedStems, stemImportance, stemWord } from '../../knowledge/index.ts';
import { isOneSlipAway, wordsOf } from '../talk/words.ts';

const MIN_WORD = 3;
const MIN_SLIP_LETTERS = 5;
const DIGITS = /^\p{N}+$/u;
/** Of a word that says what is asked: "how", «где». */
const QUESTION_WEIGHT = 0.4;

/** What the shared concepts keep apart because the words mean other things elsewhere. */
const near = [
  'открываетесь закрываетесь открыты закрыты работаете график часы opening open close closing hours',
  'телефон номер позвонить звонить phone telephone call ring',
].map((words) => new Set(words.split(' ').map(stemWord)));

/** Stems of the words that carry weight, numbers among them. */
export const weightyStems = (text: string): string[] =>
  wordsOf(text)
    .filter((word) => word.length >= MIN_WORD || DIGITS.test(word))
    .map(stemWord)
    .filter((stem) => stemImportance(stem) === 1);

/** The same with the words that say what is asked. */
export const askedStems = (text: string): string[] =>
  wordsOf(text)
    .map(stemWord)
    .filter((stem) => stemImportance(stem) >= QUESTION_WEIGHT);

/** Whether a text has the word: in another form, with a slip, or in words that mean about the same. */
export function hasStem(stems: Iterable<string>, stem: string): boolean {
  const related = new Set(relatedStems(stem));
  return [...stems].some(
    (other) =>
      other === stem ||
      related.has(other) ||
      (stem.length >= MIN_SLIP_LETTERS && !DIGITS.test(stem) && isOneSlipAway(stem, other)),
  );
}

const isNear = (left: string, right: string): boolean => near.some((stems) => stems.has(left) && stems.has(right));

export const stemsOf = (text: string): Set<string> => new Set(wordsOf(text).map(stemWord));

/** Whether the texts have a word of weight in common. */
export function shareWord(left: string, right: string): boolean {
  const stems = stemsOf(right);
  return weightyStems(left).some((stem) => hasStem(stems, stem) || [...stems].some((other) => isNear(stem, other)));
}

/** Whether all words of weight of a title stand in what was said. */
export function namesNothingElse(title: string, said: string): boolean {
  const stems = stemsOf(said);
  return weightyStems(title).every((stem) => hasStem(stems, stem));
}
