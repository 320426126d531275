import { type FoundPassage, isChargeStem, isHowMuch, stemWord, wantsPrice } from '../../../knowledge/index.ts';
import { statesDuration, withoutHowLong } from '../../talk/asks-how-long.ts';
import { detectScript } from '../../talk/detect-language.ts';
import { wordsOf } from '../../talk/words.ts';
import { isAlike, isAmong, isSame, isSubject } from '../words/alike-words.ts';
import { withoutPriceWords } from '../words/without-price-words.ts';
import { isPaidElse, namesPrice } from './names-price.ts';
import { DURATION, HOUR, withoutAll } from './no-price-figures.ts';

/** Words that questions of any business have in common: that a pair has them too says nothing of what it is about. */
const commonStems = new Set(
  `стоить стоит стоимость цена цены прайс заказ заказать заказывать оформить оформление товар товары продукт изделие
  магазин работать работа работает делать сделать узнать знать купить покупка получить взять брать иметь находиться
  находится выбрать день вопрос услуга компания фирма сайт человек люди клиент нужен нужна нужны бывать бывает
  идти идет случай вид посмотреть найти дать даете дают помощь помочь проблема новый салон кафе клиника офис студия ресторан
  один одно продавать продаете предлагать принимать принимаете предоставлять предоставляете проводить разрешить
  price cost order ordering item product shop store work make find see look day question service company site
  website thing people person customer use buy purchase take long help problem new offer provide sell accept allow
  office business go come`
    .split(/\s+/)
    .map(stemWord),
);

/** It could be said of any business. */
export const isCommon = (word: string): boolean => commonStems.has(stemWord(word));

/** They say no more than the thing beside them: «как сделать заказ», "place an order", «одно занятие». */
const lightStems = new Set(
  'делать сделать оформить хотеть интересовать один одно одна make place want something'.split(' ').map(stemWord),
);

const DIGITS = /^\p{N}+$/u;
/** «есть ли хирург в пятницу?»: that another doctor has that day too says nothing. */
const DAY =
  /^(?:понедельник\p{L}*|вторник\p{L}*|сред[аыу]м?|четверг\p{L}*|пятниц\p{L}*|суббот\p{L}*|воскресень\p{L}*|утром|днем|вечером|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|morning|evening)$/u;
/** What is free says nothing of what else is. */
const FREE = /^(?:бесплат\p{L}+|даром|free)$/u;
export const isFreeWord = (word: string): boolean => FREE.test(word);

const MAX_SUBJECTS = 3;

/** A long question is about more than one word of it. */
const isLong = (text: string): boolean => wordsOf(text).filter(isSubject).length > MAX_SUBJECTS;

/**
 * Only what any question has is common to both («есть ли…», «сколько стоит…», «как … заказ?»), and each asks of a thing that
 * the other does not know.
 */
export function missesSubject(
  question: string,
  { title, text, ways = [title], ...said }: Said & { ways?: readonly string[] | undefined },
): boolean {
  if (sharesNothing(question, { title, text, ...said })) return true;
  if (ways.some(isLong)) return false;
  const { asked, own } = pairOff(question, title);
  const isOfOne = [...new Set(wordsOf(question))].some((word) => {
    const stem = stemWord(word);
    return isSubject(word) && !commonStems.has(stem) && !asked.has(stem);
  });
  if (isOfOne) return false;
  const known = wordsOf(text).map(stemWord);
  const isNew = wordsOf(question).some(
    (word) => asked.has(stemWord(word)) && isSubject(word) && !lightStems.has(stemWord(word)) && !isAmong(word, known),
  );
  return isNew && wordsOf(title).some((word) => own.has(stemWord(word)) && isSubject(word));
}

type Said = Pick<FoundPassage, 'title' | 'text' | 'heading' | 'quote'>;

/**
 * «Есть ли у вас шлемы?» beside a pair that speaks of no helmet, nor of anything else that is asked; of a file beside the words that
 * would be given («карты принимаете?» beside «Животных без прививок не принимаем»), however much else it says.
 */
export function sharesNothing(question: string, { title, text: whole, heading = '', quote = whole }: Said): boolean {
  const text = `${title} ${heading} ${quote}`;
  if (detectScript(question) !== detectScript(text)) return false;
  const known = wordsOf(text).map(stemWord);
  const asked = wordsOf(question).filter(
    (word) => isSubject(word) && !isCommon(word) && !DIGITS.test(word) && !isFreeWord(word) && !DAY.test(word),
  );
  return asked.length > 0 && !asked.some((word) => isAmong(word, known));
}

/** Neither in whatever form nor in other words: then words tell nothing of whether both are about one thing. */
export function sharesNoSubject(question: string, title: string): boolean {
  const { asked } = pairOff(question, title);
  return wordsOf(question).every((word) => !isSubject(word) || asked.has(stemWord(word)));
}

/** The stems of both that have no fellow in the other: first the same ones find each other, then those in other words. */
function pairOff(question: string, title: string): { asked: Set<string>; own: Set<string> } {
  const asked = new Set(wordsOf(question).map(stemWord));
  const own = new Set(wordsOf(title).map(stemWord));
  for (const isFellow of [(left: string, right: string) => left === right, isAlike, isSame]) {
    for (const stem of [...asked]) {
      const fellow = [...own].find((other) => isFellow(stem, other));
      if (fellow === undefined) continue;
      asked.delete(stem);
      own.delete(fellow);
    }
  }
  return { asked, own };
}

const PRICE_STATED = /\p{N}|\p{Sc}|бесплатн|free|договорн|калькулятор|прайс|price|цен[аыу]/iu;
/** «цена дивана» beside a pair about what it is made of, «сколько идёт доставка» beside one about what it costs. */
export function missesPrice(
  question: string,
  { kind, title, text }: Pick<FoundPassage, 'kind' | 'title' | 'text'>,
): boolean {
  if (isLong(withoutPriceWords(question))) return false;
  // A row of a price list may have both.
  if (kind !== 'qa' && withoutHowLong(question) !== undefined && statesDuration(text)) return false;
  const asks = asksPrice(question);
  if (asks && kind === 'qa' && !isOfPrice(title)) return !namesPrice(question, { title, text });
  if (asks === asksPrice(title)) return false;
  if (asks) return !PRICE_STATED.test(withoutAll(text, [DURATION, HOUR]));
  if (isLong(title)) return false;
  const known = wordsOf(`${title} ${text}`).map(stemWord);
  return wordsOf(question).some((word) => isSubject(word) && !isAmong(word, known));
}

/** «Какой залог?» asks of what is given back. */
const isOfPrice = (title: string): boolean => asksPrice(title) && !isPaidElse(title);

/** «доставка сколько» asks it too. */
export const asksPrice = (text: string): boolean =>
  wantsPrice(text) || endsWithHowMuch(text) || wordsOf(text).some((word) => isChargeStem(stemWord(word)));

export const endsWithHowMuch = (text: string): boolean => isHowMuch(wordsOf(text).at(-1) ?? '');
