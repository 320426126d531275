import { type FoundPassage, stemWord } from '../../../knowledge/index.ts';
import { wordsOf } from '../../talk/words.ts';
import { isAmong } from '../alike-words.ts';
import { type HoursAsked, readHoursAsked } from './asks-hours.ts';

const HOURS =
  /\p{N}{1,2}[:.]\p{N}{2}|(?<!\p{L})(?:с|до|from|till|until|to) \p{N}{1,2}(?!\p{N})|круглосуточно|24\/7|\p{N} ?[ap]\.?m(?!\p{L})|(?<![\p{N}.,])\p{N}{1,2} ?[-–—] ?\p{N}{1,2}(?![\p{N}.,%])/iu;
/** «Мы открыты с 9 до 21», "We are open daily": of the business, not of what it does. */
const WE_ARE_OPEN =
  /(?<!\p{L})(?:(?:мы )?(?:открыты|работаем)|ждем вас|(?:магазин|салон|мастерская|шоурум|офис|студия|клиника|сервис|кафе|ресторан|пекарня|клуб) (?:открыт|открыта|открыто|работает)|(?:часы|режим|время|график) работы|we(?:'re| are) open|(?:opening|business|working) hours|open (?:daily|every day|from|mon\p{L}*|seven days|\p{N}))(?!\p{L})/u;
/** They have hours of their own. */
const OTHER_HOURS =
  /(?<!\p{L})(?:достав|привоз|самовывоз|склад|пункт|выдач|кухн|запис|звон|поддержк|колл|телефон|курьер|deliver|pickup|collection|warehouse|kitchen|booking|support|calls?(?!\p{L})|phone)/iu;
const EVERY_DAY =
  /каждый день|ежедневно|без выходных|every day|daily|seven days|24\/7|круглосуточно|(?:пн|понедельник\p{L}*) ?(?:[-–—]|по) ?(?:вс|воскресень\p{L}*)|mon(?:day)?s? ?(?:[-–—]|to|through) ?sun/iu;
/** They tell a day from the next one: who reads them sees which days are meant. */
const DAYS_NAMED =
  /(?<!\p{L})(?:пн|понедельник\p{L}*|mon(?:day)?s?) ?(?:[-–—,]|по|to|through) ?\p{L}|(?<!\p{L})(?:по будням|будни|выходн\p{L}+|weekdays|weekends?)(?!\p{L})/iu;
const HOLIDAY = /^(?:праздни\p{L}+|holidays?)$/u;

/**
 * The words of a passage that say when the business is open, so that they answer what is asked: the whole of a pair that is about
 * it, the piece under such a heading, or the lines of a file that say so themselves. Undefined where it says no such thing, or
 * does not know the day or the place.
 */
export function hoursIn(passage: FoundPassage, asked: HoursAsked): string | undefined {
  const { kind, title, heading, text, phrasings = [] } = passage;
  const names = kind === 'qa' ? [title, ...phrasings] : [heading ?? ''];
  const isAbout = names.some((name) => asksTheSame(name, asked)) && (kind === 'qa' || !isOfOther(title, asked));
  const said = isAbout ? text : linesOfHours(passage, asked);
  if (said === undefined || !HOURS.test(said)) return undefined;
  const known = wordsOf(`${title} ${heading ?? ''} ${said}`).map(stemWord);
  const isKnown = (word: string) => (HOLIDAY.test(word) ? said.includes(word.slice(0, 6)) : isAmong(word, known));
  const knowsDays = EVERY_DAY.test(said) || DAYS_NAMED.test(said) || asked.days.every(isKnown);
  return knowsDays && asked.other.every(isKnown) ? said : undefined;
}

export const statesHours = ({ text, quote }: FoundPassage): boolean => HOURS.test(quote ?? text);

export function knowsAll(words: readonly string[], text: string): boolean {
  const stems = wordsOf(text).map(stemWord);
  return words.every((word) => isAmong(word, stems));
}

/** Asked when the business is open, the words that would be given say it. */
export function answersHours(question: string, passage: FoundPassage): boolean {
  const asked = readHoursAsked(question);
  return asked !== undefined && hoursIn(passage, asked) !== undefined;
}

/** «режим работы склада» beside the hours of the shop, which do not speak of it. */
export function asksOtherHours(question: string, passage: FoundPassage): boolean {
  const asked = readHoursAsked(question);
  const isAbout = [passage.title, passage.heading ?? ''].some((name) => readHoursAsked(name) !== undefined);
  return asked !== undefined && isAbout && !knowsAll(asked.other, `${passage.title} ${passage.text}`);
}

/** It asks of the hours too, and of nothing that is not asked: «График работы склада» is of the store alone. */
function asksTheSame(name: string, asked: HoursAsked): boolean {
  const own = readHoursAsked(name);
  if (own === undefined) return false;
  const stems = [...asked.other, ...asked.places].map(stemWord);
  const isOfPlace = asked.places.length === 0 || own.places.length === 0 || own.places.some((at) => isAmong(at, stems));
  return (
    isOfPlace && [...own.other, ...own.days].every((word) => isAmong(word, [...stems, ...asked.days.map(stemWord)]))
  );
}

const isOfOther = (text: string, { other }: HoursAsked): boolean =>
  OTHER_HOURS.test(text) && !wordsOf(text).some((word) => isAmong(word, other.map(stemWord)));

/** Of a file or page: the line that says that the business is open, and those below it that go on with hours. */
function linesOfHours({ kind, title, text }: FoundPassage, asked: HoursAsked): string | undefined {
  if (kind === 'qa' || isOfOther(title, asked)) return undefined;
  const lines = text.split(/\n|(?<=[.!?])\s(?=\p{Lu})/u).map((line) => line.trim());
  const isOpening = (line: string) => WE_ARE_OPEN.test(wordsOf(line).join(' ')) && !isOfOther(line, asked);
  const first = lines.findIndex((line, at) => isOpening(line) && HOURS.test(`${line} ${lines[at + 1] ?? ''}`));
  if (first === -1) return undefined;
  const rest = lines.slice(first + 1);
  const end = rest.findIndex((line) => (!HOURS.test(line) && !/выходн|closed/iu.test(line)) || isOfOther(line, asked));
  return [lines[first], ...rest.slice(0, end === -1 ? undefined : end)].join('\n');
}
