import { type FoundPassage, type Retrieval, statesPrice } from '../../../knowledge/index.ts';
import { wordsOf } from '../../talk/words.ts';
import { isSubject } from '../words/alike-words.ts';
import { giveFirst } from './give.ts';

/** «цена?» is asked of one thing. */
const PRICES = /^(?:цены|ценник\p{L}*|прайс\p{L}*|расценк\p{L}*|тариф\p{L}*|prices|pricing|pricelist|tariffs)$/u;
/** Beside them nothing is named: «какие у вас цены на услуги?», "price list please". */
const ANY_SERVICE =
  /^(?:услуг\p{L}*|работ[ыуа]|лист\p{L}*|актуальн\p{L}*|ваши|есть|скиньте|пришлите|покажите|дайте|services?|price|list|send|show|current)$/u;
const PRICE_LIST = /(?<!\p{L})price list(?!\p{L})/u;
/** «Пион — 450» below a name that says what of: not the end of a telephone or a time. */
const ENDS_WITH_SUM = /(?<![\p{N}:.+-])\p{N}{1,3}(?:[ \u00a0]?\p{N}{3})?$/u;
const MIN_LINES = 2;
/** What is longer is no answer to read in a chat: its rows are offered. */
const MAX_CHARACTERS = 600;
const names = ['цены', 'прайс-лист', 'расценки', 'prices', 'price list'];

/**
 * «какие цены?», «прайс» ask for all of them: a short price list is given as it stands. The pairs' own words for a price («сколько
 * длится ремонт?») say less of what is meant than what a list looks like.
 */
export async function findPriceList(
  question: string,
  search: (query: string) => Promise<Retrieval>,
): Promise<Retrieval | undefined> {
  if (!asksAllPrices(question)) return undefined;
  for (const name of names) {
    const retrieval = await search(name);
    const list = retrieval.passages.find(isPriceList);
    if (list !== undefined) return giveFirst(retrieval, { ...list, quote: list.text });
  }
  return undefined;
}

/** Asked for all prices, it is a list of them. */
export const answersAllPrices = (question: string, passage: FoundPassage): boolean =>
  asksAllPrices(question) && isPriceList(passage);

function asksAllPrices(question: string): boolean {
  const words = wordsOf(question);
  const isOfAll = words.every((word) => PRICES.test(word) || ANY_SERVICE.test(word) || !isSubject(word));
  return isOfAll && (words.some((word) => PRICES.test(word)) || PRICE_LIST.test(words.join(' ')));
}

function isPriceList({ kind, text }: FoundPassage): boolean {
  if (kind === 'qa' || text.length > MAX_CHARACTERS) return false;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const priced = lines.filter((line) => statesPrice(line) || ENDS_WITH_SUM.test(line.trim()));
  return priced.length >= MIN_LINES && priced.length * 2 >= lines.length && statesPrice(text);
}
