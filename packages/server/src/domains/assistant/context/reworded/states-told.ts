import {
  type FoundPassage,
  sameStems,
  splitUnits,
  statesPrice,
  stemWord,
  wantsPrice,
} from '../../../knowledge/index.ts';
import { asksAboutOwnOrder } from '../../talk/asks-about-own-order.ts';
import { withoutHowLong } from '../../talk/asks-how-long.ts';
import { wordsOf } from '../../talk/words.ts';
import { saysOfWithout } from '../doubts/asks-opposite.ts';
import { asksPrice, isCommon, isFreeWord } from '../doubts/misses-subject.ts';
import { includesOnly } from '../rows/includes-only.ts';
import { readRow } from '../rows/list-rows.ts';
import { isSubject } from '../words/alike-words.ts';
import { ellipticStart } from '../words/own-words.ts';
import { toldWords, withNouns } from '../words/told-words.ts';
import { withoutPriceWords } from '../words/without-price-words.ts';
import { readHoursAsked } from './asks-hours.ts';
import { asksAddress } from './states-address.ts';
import { readContactAsked } from './states-contact.ts';
import { readThingOfPlace } from './states-place.ts';

/** Each of these has an answer of its own kind. */
const ASKS_ELSE =
  /(?<!\p{L})(?:сколько|скольки|скока|скоко|почему|зачем|отчего|когда|где|куда|откуда|мо[йяеёи]|моего|моей|мою|кто|кому|чей|чья|лучше|чем|отлич\p{L}+|разниц\p{L}+|не|how (?:much|many|long|far|old)|why|when|where|who|my|mine|whose|better|best|difference|not|don't|doesn't)(?!\p{L})/iu;
const DENIES =
  /(?<!\p{L})(?:не \p{L}{3,}(?:ем|им|ется|ются)|не (?:входит|предусмотрен\p{L}*)|(?:we |is |are )?(?:do not|don't|not (?:offered|available|included)))(?!\p{L})/iu;
/** What a question asks of its one thing, and how a sentence says that: «карты принимаете?» is not answered by «Подарочные карты есть». */
const WAYS = [
  {
    asks: /(?<!\p{L})(?:прим(?:ете|ут|аете)|принима\p{L}+|возьм\p{L}+|бер[её]те|пуст\p{L}+|пуска\p{L}+|можно|take|accept|can|allowed)(?!\p{L})/iu,
    says: /(?<!\p{L})(?:принима\p{L}+|бер[её]м|возьм[её]м|пуска\p{L}+|допуска\p{L}+|можно|нельзя|разреш\p{L}+|запрещ\p{L}+|оплат\p{L}+|take|accept|allowed|welcome)(?!\p{L})/iu,
  },
  {
    asks: /(?<!\p{L})(?:вход\p{L}+|включ\p{L}+|includ\p{L}+)(?!\p{L})/iu,
    says: /(?<!\p{L})(?:вход\p{L}+|включ\p{L}+|includ\p{L}+)(?!\p{L})/iu,
  },
  {
    asks: /(?<!\p{L})(?:дадите|даете|даёте|выда\p{L}+|предоставля\p{L}+|дают|provide)(?!\p{L})/iu,
    says: /(?<!\p{L})(?:да[её]м|выда\p{L}+|предоставля\p{L}+|provide)(?!\p{L})/iu,
  },
];
const FIGURE = /\p{N}/u;
const MAX_SECTION = 300;

/** `words`: what tells the question from others of any business; `isOfPrice`: it asks what that costs. */
type Told = { words: string[]; isOfPrice: boolean };

/** Undefined where a question asks for more than what there is to say of a thing. */
export function readTold(question: string): Told | undefined {
  const isOfPrice = wantsPrice(question) || asksPrice(question);
  const asked = isOfPrice ? withoutPriceWords(question) : question;
  if (ASKS_ELSE.test(asked)) return undefined;
  if (readHoursAsked(question) !== undefined || readThingOfPlace(question) !== undefined) return undefined;
  if (withoutHowLong(question) !== undefined || asksAboutOwnOrder(question)) return undefined;
  if (asksAddress(question) || readContactAsked(question) !== undefined) return undefined;
  const words = toldWords(asked);
  return words.length === 0 ? undefined : { words, isOfPrice };
}

/**
 * The words of a file or page that have all that a question tells: a short piece under a heading that says just that («Отмена
 * брони»), or a sentence («Животных без прививок не принимаем»). What is not done has no price. Pairs are found by their questions.
 */
export function toldIn(question: string, { kind, heading = '', text }: FoundPassage): string[] {
  const told = kind === 'qa' ? undefined : readTold(question);
  if (told === undefined) return [];
  const { words, isOfPrice } = told;
  const above = wordsOf(heading).filter(isSubject);
  const isHeading =
    above.length > 0 && above.every((word) => isSaid(word, words)) && words.every((word) => isSaid(word, above));
  if (isHeading && !isOfPrice && text.length <= MAX_SECTION && !saysOfWithout(question, text)) return [text];
  return splitUnits(text)
    .map((unit) => unit.text)
    .filter((said) => {
      if (said.trimEnd().endsWith('?') || saysOfWithout(question, said)) return false;
      return isOfPrice ? denies(words, said) : tells(question, { told: words, said });
    });
}

/** «Тонировку не делаем», and not «Доставку по воскресеньям не делаем». */
function denies(told: readonly string[], said: string): boolean {
  const denied = DENIES.exec(said)?.[0] ?? '';
  const named = wordsOf(said.replace(denied, ' ')).filter(isSubject);
  const stems = named.map(stemWord);
  const isNamed = (word: string) =>
    withNouns(word)
      .map(stemWord)
      .some((stem) => stems.includes(stem));
  return denied !== '' && told.every(isNamed) && named.every((word) => isSaid(word, told));
}

function tells(question: string, { told, said }: { told: readonly string[]; said: string }): boolean {
  const words = wordsOf(said);
  const [thing = '', ...more] = told;
  const row = readRow(said);
  if (row !== undefined && includesOnly(row, question, told)) return false;
  if (more.length > 0) return told.every((word) => isSaid(word, words));
  // One word alone is said in passing anywhere: of a price list, or in a sentence about another thing.
  if (FIGURE.test(said) && statesPrice(said)) return false;
  const [first = ''] = words.filter((word) => isSubject(word) && !isFreeWord(word) && !isCommon(word));
  // «а дивана?» stands on what was said before, unless a sentence begins with that very word.
  if (ellipticStart.test(question)) return first === thing;
  return (
    isSaid(thing, [first]) ||
    WAYS.some(({ asks, says }) => asks.test(question) && says.test(said) && isSaid(thing, words))
  );
}

/** In another form or in other words; a slip may make another word of it («перевод», «перевоз»). */
function isSaid(word: string, words: readonly string[]): boolean {
  const others = words.map(stemWord);
  return withNouns(word)
    .map(stemWord)
    .some((stem) => {
      const same = sameStems(stem);
      return others.some((other) => other === stem || same.has(other));
    });
}

/** The words that would be given have all that the question tells. */
export function answersTold(question: string, passage: FoundPassage): boolean {
  const { text, quote = text } = passage;
  return toldIn(question, passage).includes(quote);
}
