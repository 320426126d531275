import { isPriceWord } from '../../../knowledge/index.ts';
import { isWordOfTime, withoutHowLong } from '../../talk/asks-how-long.ts';
import { wordsOf } from '../../talk/words.ts';
import { ownWords } from '../words/own-words.ts';

/** What a price is of any number of, and what is paid beside it. */
const UNIT =
  /^(?:\p{N}+|сут(?:ки|ок)|ноч(?:ь|и|ей)|недел\p{L}{1,2}|месяц\p{L}*|год\p{L}?|раз\p{L}?|посещени\p{L}{1,2}|визит\p{L}*|заняти\p{L}{1,2}|сеанс\p{L}*|шт|штук\p{L}?|человек\p{L}*|залог\p{L}?|nights?|weeks?|months?|years?|visits?|lessons?|sessions?|items?|pieces?|each|person|people|deposit)$/u;

/** «сколько в сутки?», «цена за посещение?»: of the thing that was asked of before, and of nothing else. */
export function namesNoThing(question: string): boolean {
  const own = ownWords(question);
  if (own.length === 0 || withoutHowLong(question) !== undefined || !wordsOf(question).some(isPriceWord)) return false;
  return own.every((word) => UNIT.test(word) || isPriceWord(word) || isWordOfTime(word));
}
