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
  /^(?:[rр]\p{N}{1,2}|(?:\p{N}+)?(?:мм|см|м|км|гр?|кг|л|литр\p{L}*|мл|шт|штук\p{L}*|размер\p{L}*|местн\p{L}*|seater|bed|single|double|mm|cm|kg|g|l|ml))$/u;

/** In a reply a row is called by what stands before it. */
const NAME_END = ' — ';

/**
 * «а 3-местная?» straight after the price of a tent names no thing of its own: what is given has to be of the tent, and not the
 * one boat that has that figure.
 */
export function leavesThing(query: string, passage: FoundPassage, { lastReply }: TurnReading): boolean {
  if (lastReply?.decision !== 'answer' || !asksMeasureAlone(query)) return false;
  const words = wordsToSay(quoteRows(query, passage));
  const said = passage.kind === 'qa' ? `${passage.title} ${words}` : namesIn(words);
  const known = wordsOf(said).map(stemWord);
  const isOfFile = lastReply.sources.length > 0 && lastReply.sources.every(({ kind }) => kind !== 'qa');
  const before = isOfFile ? namesIn(lastReply.text) : lastReply.text;
  return !wordsOf(before).some((word) => isThing(word) && isAmong(word, known));
}

/** «питомца» of «вес питомца: до 10 кг» is no thing that was spoken of. */
const namesIn = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.split(NAME_END)[0])
    .join('\n');

function asksMeasureAlone(query: string): boolean {
  return wordsOf(query).some((word) => DIGITS.test(word) || MEASURE.test(word)) && !ownWords(query).some(isThing);
}

const isThing = (word: string): boolean =>
  isSubject(word) && !DIGITS.test(word) && !MEASURE.test(word) && !isAdjective(word) && !isPriceWord(word);
