import { wordsOf } from '../talk/words.ts';

const MAX_KEYWORDS = 16;
const MIN_LETTERS = 3;
/** For a reader of the record, not for a rule: «цена» is a keyword, which is empty in a question (`own-words`). */
const weakWords = new Set(
  'как что это для или где когда можно нужно есть меня мне вас вам вы ваш ваша ваши при под над без про какой какая какие сколько почему здравствуйте привет добрый день пожалуйста подскажите скажите the and for you your are can what how when where which does with please hello'.split(
    ' ',
  ),
);

/** Terms of a query that tell what it is about: for the debug record. */
export function listKeywords(query: string): string[] {
  const words = wordsOf(query).filter((word) => word.length >= MIN_LETTERS && !weakWords.has(word));
  return [...new Set(words)].slice(0, MAX_KEYWORDS);
}
