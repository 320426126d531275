import { splitSentences } from '../../../../platform/text/split-sentences.ts';
import { dayOf, type FoundPassage, readPhones, stemWord } from '../../../knowledge/index.ts';
import { wordsOf } from '../../talk/words.ts';
import { isAmong } from '../words/alike-words.ts';
import { knowsAll } from '../words/shared-words.ts';
import { type HoursAsked, readHoursAsked } from './asks-hours.ts';
import { isBusinessPlace, mayStandBeside } from './is-business-place.ts';
import { rowsOfDays } from './rows-of-days.ts';

const HOURS =
  /\p{N}{1,2}[:.]\p{N}{2}|(?<!\p{L})(?:с|до|from|till|until|to) \p{N}{1,2}(?!\p{N})|круглосуточно|24\/7|\p{N} ?[ap]\.?m(?!\p{L})|(?<![\p{N}.,])\p{N}{1,2} ?[-–—] ?\p{N}{1,2}(?![\p{N}%]|[.,]\p{N})/iu;
/** «Мы открыты с 9 до 21», "We are open daily": of the business, not of what it does. */
const WE_ARE_OPEN =
  /(?<!\p{L})(?:(?:мы )?(?:открыты|работаем)|ждем вас|(?:часы|режим|время|график) работы|we(?:'re| are) open|(?:opening|business|working) hours|open (?:daily|every day|from|mon\p{L}*|seven days|\p{N}))(?!\p{L})/u;
/** They have hours of their own. */
const OTHER_HOURS =
  /(?<!\p{L})(?:достав|привоз|самовывоз|склад|пункт|выдач|кухн|запис|звон|поддержк|колл|телефон|курьер|deliver|pickup|collection|warehouse|kitchen|booking|support|calls?(?!\p{L})|phone|отдельн|separate)/iu;
const EVERY_DAY =
  /каждый день|ежедневно|без выходных|every day|daily|seven days|24\/7|круглосуточно|(?:пн|понедельник\p{L}*) ?(?:[-–—]|по) ?(?:вс|воскресень\p{L}*)|mon(?:day)?s? ?(?:[-–—]|to|through) ?sun/iu;
/** They tell a day from the next one: who reads them sees which days are meant. */
const DAYS_NAMED =
  /(?<!\p{L})(?:(?:с|со) \p{L}+ по (?:пятниц|суббот|воскресень)|(?:вт|ср) ?[-–—] ?(?:пт|сб|вс)|(?:tues|wednes|tue|wed)(?:day)? ?(?:[-–—]|to|through) ?(?:fri|sat|sun)|пн|понедельник\p{L}*|mon(?:day)?s?) ?(?:[-–—,]|по|to|through) ?\p{L}|(?<!\p{L})(?:по будням|будни|выходн\p{L}+|weekdays|weekends?)(?!\p{L})/iu;
/** «Режим: пн-пт 7–23». */
const NAMES_HOURS = /^(?:режим|график|часы|время|hours)\s?[:—–-]/iu;
/** «Пн–пт 10–20, сб 11–18, вс выходной»: days with a time from and to, outside of a schedule of lessons. */
const DAYS_FROM_TO =
  /^(?:ежедневно|каждый день|по будням|будни|пн|вт|ср|чт|пт|сб|вс|понедельник|mon|weekdays|daily)(?!\p{L}).{0,40}?(?:\p{N}{1,2}(?:[:.]\p{N}{2})? ?(?:[ap]m)? ?[-–—] ?\p{N}|(?:с|from) \p{N}{1,2}(?:[:.]\p{N}{2})? (?:до|to) \p{N})/iu;
const SCHEDULE = /(?<!\p{L})(?:расписан|заняти|групп|урок|трениров|тариф|цен|schedule|class|lesson|price|session)/iu;
/** A line behind it with a subject of its own («Детская комната работает с 16») is of that. */
const GOES_ON =
  /^(?:[-–—•*]\s?)?(?:\p{N}|(?:пн|вт|ср|чт|пт|сб|вс|понедельник|вторник|сред[ауы]|четверг|пятниц[аыу]|суббот[аыу]|воскресень[ея]|по|в|во|с|до|без|кроме|а|и|обед|перерыв|выходн\p{L}+|праздн\p{L}+|будн\p{L}+|ежедневно|mon|tue|wed|thu|fri|sat|sun|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?|weekdays?|closed|lunch|holidays?|and|on|from)(?!\p{L}))/iu;
const IS_OPEN = /^(?:работает|открыт[аоы]?|open)$/u;
/** «Бассейн открыт с 9:00»: of a part of the house, unless that is what stands above it. */
const OF_PART =
  /^(?:[-–—•*]\s?)?(?<part>\p{L}{3,}) (?:открыт[аоы]?|открыва[ею]тся|работа[ею]т|is open|opens)(?!\p{L})/iu;
const MAX_BEFORE_PLACE = 2;
/** A name of the place, in words. */
const MAX_NAME_WORDS = 5;
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
  const lower = said.toLowerCase();
  const named = new Set(wordsOf(said).flatMap((word) => dayOf(word) ?? []));
  const isKnown = (word: string) => {
    const day = dayOf(word);
    if (day !== undefined && named.has(day)) return true;
    return HOLIDAY.test(word) ? lower.includes(word.slice(0, 6)) : isAmong(word, known);
  };
  if (!knowsPlaces(passage, asked)) return undefined;
  const knowsDays = EVERY_DAY.test(said) || DAYS_NAMED.test(said) || asked.days.every(isKnown);
  if (!knowsDays || !asked.other.every(isKnown)) return undefined;
  return kind === 'qa' ? said : rowsOfDays(said, asked.days);
}

/** «до скольки работает кафе» is not answered by the hours of a hotel that says nothing of one. */
function knowsPlaces({ title, heading = '', text, sourceName = '' }: FoundPassage, { places }: HoursAsked): boolean {
  return knowsAll(places.filter(mayStandBeside), `${title} ${heading} ${text} ${sourceName}`);
}

export const statesHours = ({ text, quote }: FoundPassage): boolean => HOURS.test(quote ?? text);

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
function linesOfHours({ kind, title, heading = '', text }: FoundPassage, asked: HoursAsked): string | undefined {
  if (kind === 'qa' || isOfOther(title, asked)) return undefined;
  const lines = splitSentences(text);
  const isOpening = (line: string) =>
    (saysWeAreOpen(wordsOf(line)) || NAMES_HOURS.test(line)) && !isOfOther(line, asked);
  const said = lines.findIndex((line, at) => isOpening(line) && HOURS.test(`${line} ${lines[at + 1] ?? ''}`));
  const isOfDays = (line: string) => DAYS_FROM_TO.test(line) && !isOfOther(line, asked) && !/\p{Sc}/u.test(line);
  const first = said === -1 && !SCHEDULE.test(`${title} ${heading}`) ? lines.findIndex(isOfDays) : said;
  if (first === -1) return undefined;
  const rest = lines.slice(first + 1);
  const end = rest.findIndex((line) => !GOES_ON.test(line) || !statesTimes(line) || isOfOther(line, asked));
  return [lines[first], ...rest.slice(0, end === -1 ? undefined : end)].join('\n');
}

/** A line with a phone goes on with something else. */
const statesTimes = (line: string): boolean =>
  (HOURS.test(line) || /выходн|closed/iu.test(line)) && readPhones(line).length === 0;

/** «Мы открыты…», «Салон красоты «Ива» работает с 10:00 до 21:00», "Willow Salon is open 9am to 7pm". */
function saysWeAreOpen(words: readonly string[]): boolean {
  if (WE_ARE_OPEN.test(words.join(' '))) return true;
  const place = words.findIndex(isBusinessPlace);
  const open = words.findIndex((word, at) => at > place && IS_OPEN.test(word));
  return place !== -1 && place <= MAX_BEFORE_PLACE && open !== -1 && open - place <= MAX_NAME_WORDS;
}

/**
 * Asked when the business, or a part of it, is open, no line of a file that has a time of the day is of it: «замена масла — 30 минут»
 * is how long something takes, «За автомойкой. Работаем с 9 до 18» says nothing of the car wash.
 */
export function missesHours(question: string, passage: FoundPassage): boolean {
  const { kind, title, heading = '', text, quote = text } = passage;
  const asked = readHoursAsked(question);
  if (asked === undefined || kind === 'qa') return false;
  if (!knowsPlaces(passage, asked)) return true;
  const above = wordsOf(`${title} ${heading}`).map(stemWord);
  const places = asked.places.filter((place) => !isAmong(place, above));
  return !splitSentences(quote).some(
    (line) =>
      HOURS.test(line) &&
      knowsAll(asked.other, `${title} ${heading} ${line}`) &&
      isOfPlace(line, places) &&
      !isOfPart(question, { line, passage }),
  );
}

/** The title without a heading that names one thing: under «Бассейн» stand the hours of the pool. */
const nameAbove = ({ title, heading = '' }: FoundPassage): string =>
  wordsOf(heading).length === 1 ? title.replace(heading, ' ') : `${title} ${heading}`;

/** Asked when the business is open, a line says when a part of it is. */
export function isOfPart(question: string, { line, passage }: { line: string; passage: FoundPassage }): boolean {
  if (readHoursAsked(question)?.other.length !== 0) return false;
  const part = OF_PART.exec(line)?.groups?.part?.toLowerCase() ?? '';
  return part !== '' && !isBusinessPlace(part) && !knowsAll([part], nameAbove(passage));
}

/** A line that names a place with its hours is of that one. */
function isOfPlace(line: string, asked: readonly string[]): boolean {
  const named = wordsOf(line).filter(isBusinessPlace);
  return asked.length === 0 || named.length === 0 || asked.some((place) => isAmong(place, named.map(stemWord)));
}
