import { type FoundPassage, isPriceWord, splitUnits, stemWord } from '../../../knowledge/index.ts';
import { isWordOfTime } from '../../talk/asks-how-long.ts';
import { wordsOf } from '../../talk/words.ts';
import { isAmong } from '../words/alike-words.ts';
import { toldWords } from '../words/told-words.ts';
import { isCommon } from './misses-subject.ts';

/** A longer question may well be answered by two sentences. */
const MAX_ASKED = 3;
/** Lines of a list, or short sentences that each say one thing. */
const MAX_UNIT_WORDS = 12;
/** It goes on with what stands before it. */
const GOES_ON = /^(?:он|она|оно|они|его|её|ее|их|это|it|its|they|this|these)(?!\p{L})/iu;

/**
 * «ушить брюки» beside «Подшить брюки 500 ₽» and «Ушить платье 1200 ₽»: the text knows each word, and no line of it has both.
 * What is said of one thing is not said of the other.
 */
export function spreadsThing(question: string, { kind, title, heading = '', text }: FoundPassage): boolean {
  if (kind === 'qa') return false;
  const above = wordsOf(`${title} ${heading}`).map(stemWord);
  const asked = toldWords(question).filter(
    (word) => !isCommon(word) && !isPriceWord(word) && !isWordOfTime(word) && !isAmong(word, above),
  );
  if (asked.length < 2 || asked.length > MAX_ASKED) return false;
  const units = splitUnits(text);
  const read = units.map((unit, at) => {
    const before = GOES_ON.test(unit.text) ? (units[at - 1]?.text ?? '') : '';
    const lead = units.slice(0, at).findLast(({ text: line }) => line.endsWith(':'))?.text ?? '';
    return wordsOf(`${lead} ${before} ${unit.text}`).map(stemWord);
  });
  const having = (word: string) => read.filter((stems) => isAmong(word, stems));
  if (read.some((stems) => asked.every((word) => isAmong(word, stems)))) return false;
  return asked.every((word) => {
    const own = having(word);
    return own.length > 0 && own.every((stems) => stems.length <= MAX_UNIT_WORDS);
  });
}
