import { isPriceWord } from '../../../knowledge/index.ts';
import { wordsOf } from '../../talk/words.ts';

/** What a price is asked of. */
export const withoutPriceWords = (question: string): string =>
  wordsOf(question)
    .filter((word) => !isPriceWord(word))
    .join(' ');
