import { type FoundPassage, isPriceWord, stemWord } from '../../../knowledge/index.ts';
import { wordsOf } from '../../talk/words.ts';
import type { TurnReading } from '../read-turn.ts';
import { wordsToSay } from '../say-passage.ts';
import { isAmong, isSubject } from '../words/alike-words.ts';
import { ownWords } from '../words/own-words.ts';
import { isAdjective } from '../words/word-forms.ts';
import { quoteRows } from './quote-rows.ts';

const DIGITS = /^\p{N}+$/u;
const MEASURE =
  /^(?:\p{N}+)?(?:мм|см|м|км|гр?|кг|л|литр\p{L}*|мл|шт|штук\p{L}*|размер\p{L}*|местн\p{L}*|seater|bed|single|double|mm|cm|kg|g|l|ml)$/u;

/**
 * «а 3-местная?» straight after the price of a tent names no thing of its own: what is given has to be of the tent, and not the
 * one boat that has that figure.
 */
export function leavesThing(query: string, passage: FoundPassage, { lastReply }: TurnReading): boolean {
  if (lastReply?.decision !== 'answer' || !asksMeasureAlone(query)) return false;
  const said = wordsToSay(quoteRows(query, passage));
  const known = wordsOf(`${passage.kind === 'qa' ? passage.title : ''} ${said}`).map(stemWord);
  return !wordsOf(lastReply.text).some((word) => isThing(word) && isAmong(word, known));
}

function asksMeasureAlone(query: string): boolean {
  const own = ownWords(query);
  return own.some((word) => DIGITS.test(word) || MEASURE.test(word)) && !own.some(isThing);
}

const isThing = (word: string): boolean =>
  isSubject(word) && !DIGITS.test(word) && !MEASURE.test(word) && !isAdjective(word) && !isPriceWord(word);
