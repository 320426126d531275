import { stemImportance, stemWord } from '../../../knowledge/index.ts';
import { wordsOf } from '../../talk/words.ts';
import { hasStem, isAmong } from './alike-words.ts';

const MIN_WORD = 3;
const DIGITS = /^\p{N}+$/u;
/** Of a word that says what is asked: "how", «где». */
const QUESTION_WEIGHT = 0.4;

/** Words of the hours, and of the phone: the shared concepts keep them apart because they mean other things elsewhere. */
const HOURS_AND_PHONE = [
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

export const areOfHoursOrPhone = (left: string, right: string): boolean =>
  HOURS_AND_PHONE.some((stems) => stems.has(left) && stems.has(right));

export const stemsOf = (text: string): Set<string> => new Set(wordsOf(text).map(stemWord));

/** Whether the texts have a word of weight in common. */
export function shareWord(left: string, right: string): boolean {
  const stems = stemsOf(right);
  return weightyStems(left).some(
    (stem) => hasStem(stems, stem) || [...stems].some((other) => areOfHoursOrPhone(stem, other)),
  );
}

/** Whether all words of weight of a title stand in what was said. */
export function namesNothingElse(title: string, said: string): boolean {
  const stems = stemsOf(said);
  return weightyStems(title).every((stem) => hasStem(stems, stem));
}

/** Whether a text has each of these words, in whatever form or in other words. */
export function knowsAll(words: readonly string[], text: string): boolean {
  const stems = stemsOf(text);
  return words.every((word) => isAmong(word, stems));
}
