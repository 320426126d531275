import { type FoundPassage, type Retrieval, splitUnits } from '../../../knowledge/index.ts';
import { saysTimes } from '../../talk/says-when.ts';
import { wordsOf } from '../../talk/words.ts';
import { OTHER_YEARS } from '../doubts/misses-age.ts';
import { isCommon } from '../doubts/misses-subject.ts';
import { isAmong, isSubject } from '../words/alike-words.ts';
import { stemsOf } from '../words/shared-words.ts';
import { giveFirst } from './give.ts';
import { isOfPart } from './states-hours.ts';

/**
 * What is asked for by a question word alone. `search`: what lines with it are called; `names`: how one begins that need not name
 * the thing; `says`: what it has to have.
 */
type Stated = { asks: RegExp; search: string; names?: RegExp; says: (text: string) => boolean };

const AGES =
  /(?<!\p{L})(?:с|от|до|старше|младше|from|over|under) \p{N}{1,2}(?: до \p{N}{1,2}|\s?[-–—]\s?\p{N}{1,2})? ?(?:лет|год|years?)|(?<!\p{N})\p{N}{1,2}\s?[-–—]\s?\p{N}{1,2} лет|(?<!\p{N})\p{N}{1,2}\+|возраст|(?<!\p{L})aged?(?!\p{L})/iu;

const WHEN: Stated = {
  asks: /(?<!\p{L})(?:когда|во сколько|(?:до|со?) скольки|по каким дням|в какие дни|(?:в|во|по) (?:понедельник|вторник|сред|четверг|пятниц|суббот|воскресень|будн|выходны)\p{L}{1,2}|when|what time|what days|which days|on (?:mon|tues|wednes|thurs|fri|satur|sun)days?)(?!\p{L})/iu,
  search: 'расписание schedule',
  names: /^(?:расписание|график|часы|schedule|timetable|times)(?!\p{L})/iu,
  says: saysTimes,
};
/** «Животным старше 7 лет обязательно ЭХО сердца»: of whom something is wanted, and not from which age anybody is taken. */
const SETS_TERMS =
  /(?<!\p{L})(?:обязател\p{L}+|нуж(?:ен|н)\p{L}*|требу\p{L}+|необходим\p{L}*|must|needs?|required?)(?!\p{L})/iu;
const TAKES =
  /(?<!\p{L})(?:бер[её]м|принима\p{L}+|пуска\p{L}+|допуска\p{L}+|занима\p{L}+|можно|take|accept\p{L}*|allow\p{L}*|welcome)(?!\p{L})/iu;
/** «до скольки вы работаете» asks for no age: years are named, or those who are taken. */
const FROM_AGE: Stated = {
  asks: /(?<!\p{L})(?:(?:с|со|от|до|в) (?:как(?:ого|ом) возраст[ае]|скольк[ио] лет|скольки(?= .*(?:бер[её]те|бер[уе]т|возьм[её]те|пуска[ею]т|дет(?:и|ей|ям)(?!\p{L})|реб[её]н)))|какой возраст|(?:from |at )?what age|how old (?:must|do|should))(?!\p{L})/iu,
  search: 'возраст лет age years',
  names: /^(?:возраст|age)/iu,
  says: (text) => AGES.test(text) && (!SETS_TERMS.test(text) || TAKES.test(text)),
};
/** A person with a name and a family name. */
const PERSON = /(?<!\p{L})\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+/u;
const WHO: Stated = {
  asks: /(?<!\p{L})(?:кто|who)(?!\p{L})/iu,
  search: 'преподаватель тренер мастер врач специалист teacher coach doctor',
  says: (text) => PERSON.test(text),
};
/** What takes place, beside whose it is: «занятия у взрослых». */
const EVENT = /^(?:заняти\p{L}+|уро\p{L}+|трениров\p{L}+|групп\p{L}+|class(?:es)?|lessons?|sessions?|groups?)$/iu;
/** They ask, and name nothing. */
const ASIDE =
  /^(?:вед[её]т|преподает|преподаёт|занима\p{L}+|ходят|прихо\p{L}+|есть|teach\p{L}*|runs?|начин\p{L}+|начал\p{L}|проход\p{L}+|провод\p{L}+|ид[её]?ут|ид[её]т|быва\p{L}+|бер[её]те|бер[уе]т|принима\p{L}+|возраст\p{L}?|лет|дн(?:и|я|ям|ей)|time|days?|age|old|start\p{L}*|begin\p{L}*|held|take|accept)$/iu;
const MAX_WORDS = 7;

/**
 * «когда занятия?» is answered by «Расписание: вторник и четверг в 17:00», «с какого возраста берёте?» by «Дети занимаются с 7 лет»:
 * no word of the question has to stand there. Taken only where one sentence of what is nearest says it.
 */
export async function findStated(
  question: string,
  search: (query: string) => Promise<Retrieval>,
): Promise<Retrieval | undefined> {
  const asked = readStated(question);
  if (asked === undefined) return undefined;
  const retrieval = await search([...asked.thing, asked.stated.search].join(' '));
  // The owner says it of one thing or another: none of them is named.
  const isOfPairs = retrieval.passages.some(({ kind, title }) => kind === 'qa' && FROM_AGE.asks.test(title));
  if (asked.stated === FROM_AGE && asked.thing.length === 0 && isOfPairs) return undefined;
  const said = retrieval.passages.flatMap((passage) => linesOf(asked, passage).map((quote) => ({ ...passage, quote })));
  const [only, ...more] = new Map(said.map((passage) => [passage.quote, passage])).values();
  if (only === undefined || more.length > 0) return undefined;
  return giveFirst(retrieval, only);
}

type Asked = { question: string; stated: Stated; thing: string[] };

/** Undefined where more than one thing is named; when something takes place, and who does it, is asked of one thing. */
function readStated(question: string): Asked | undefined {
  const stated = [FROM_AGE, WHEN, WHO].find(({ asks }) => asks.test(question));
  if (stated === undefined || wordsOf(question).length > MAX_WORDS) return undefined;
  const thing = wordsOf(question.replace(stated.asks, ' ')).filter(
    (word) => isSubject(word) && !ASIDE.test(word) && !isCommon(word),
  );
  const whose = thing.length > 1 ? thing.filter((word) => !EVENT.test(word)) : thing;
  const least = stated === FROM_AGE ? 0 : 1;
  return whose.length < least || whose.length > 1 ? undefined : { question, stated, thing: whose };
}

function linesOf({ question, stated, thing }: Asked, passage: FoundPassage): string[] {
  const { kind, title, heading = '', text } = passage;
  if (kind === 'qa') return [];
  const about = stemsOf(`${title} ${heading} ${text}`);
  const isAbout = (known: Set<string>) => thing.every((word) => isAmong(word, known));
  return splitUnits(text)
    .map((unit) => unit.text)
    .filter(
      (unit) =>
        stated.says(unit.replaceAll(OTHER_YEARS, ' ')) &&
        !isOfPart(question, { line: unit, passage }) &&
        (isAbout(stemsOf(unit)) || (stated.names?.test(unit) === true && isAbout(about))),
    );
}

/** Asked in such a way, the words that would be given are such a line. */
export function answersStated(question: string, passage: FoundPassage): boolean {
  const asked = readStated(question);
  const { text, quote = text } = passage;
  return asked !== undefined && linesOf(asked, passage).includes(quote);
}
