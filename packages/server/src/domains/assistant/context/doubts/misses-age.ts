import { splitUnits, stemWord } from '../../../knowledge/index.ts';
import { wordsOf } from '../../talk/words.ts';
import { isAmong, isSubject } from '../words/alike-words.ts';

/** «сколько лет кардиологу», "how old is the trainer": of somebody, and not of how long something is. */
const ASKS_AGE = /(?<!\p{L})(?:сколько лет (?:\p{L}+(?:у|ю|е|и)|ему|ей|им)(?!\p{L})|how old (?:is|are))/iu;
/** How long somebody has worked, and how long something is sure to last. */
export const OTHER_YEARS =
  /(?:стаж|опыт|гаранти|работа|практик|существу|experience|warrant|guarantee|practi[cs])[^;,\n]*/giu;
const AGE =
  /(?<!\p{N})\p{N}{1,3}(?:\s?[-–—]\s?\p{N}{1,3})?\s?(?:лет|год|years? old|y\.o\.)|возраст|(?<!\p{L})aged?(?!\p{L})/iu;
/** «сколько лет гарантии», «сколько лет компании»: of no person. */
const OF_A_THING =
  /(?<!\p{L})(?:гарант|стаж|опыт|компани|фирм|магазин|бренд|салон|клиник|warrant|guarant|experience|company|business|shop)/iu;
const ASIDE = /^(?:лет|old)$/u;

/** Somebody's age is asked for, and no sentence about him names one: fifteen years at work are not it. */
export function missesAge(question: string, text: string): boolean {
  if (!ASKS_AGE.test(question) || OF_A_THING.test(question)) return false;
  const asked = wordsOf(question).filter((word) => isSubject(word) && !ASIDE.test(word));
  return !splitUnits(text).some((unit) => {
    const stems = wordsOf(unit.text).map(stemWord);
    return AGE.test(unit.text.replaceAll(OTHER_YEARS, ' ')) && asked.every((word) => isAmong(word, stems));
  });
}
