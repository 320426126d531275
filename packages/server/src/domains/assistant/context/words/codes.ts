import { wordsOf } from '../../talk/words.ts';

/** «а4», «R19», «a52s», «4В»: letters of both alphabets that look alike are one. */
const CODE = /^(?:[a-z]{1,3}\p{N}{1,3}[a-z]?|\p{N}{1,2}[a-f])$/u;
const ALIKE: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  с: 'c',
  е: 'e',
  н: 'h',
  к: 'k',
  м: 'm',
  о: 'o',
  р: 'p',
  т: 't',
  х: 'x',
};

/** The codes of sizes and models in a text. */
export const codesIn = (text: string): string[] =>
  wordsOf(text)
    .map((word) => word.replace(/[авсенкмортх]/gu, (letter) => ALIKE[letter] ?? letter))
    .filter((word) => CODE.test(word));
