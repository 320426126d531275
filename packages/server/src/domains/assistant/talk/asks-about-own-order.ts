import { wordsOf } from './words.ts';

/** What somebody waits for; beginnings of words, the endings follow. */
const goodsRu =
  /^(?:заказ|посылк|посылочк|покупк|товар|возврат|деньг|денег|средств|доставк|перевод|платеж|оплат|курьер|бандерол)\p{L}{0,4}$/u;
const ownRu = /^(?:мо(?:й|я|е|и|его|ей|ему|им|их|ем|ю)|наш(?:а|и|его|ей|ему|им|их|ем|у)?)$/;
const adjectiveRu = /^\p{L}+(?:ый|ий|ая|ое|ые|ого|ому|ую|ом)$/u;
const whereRu = /^(?:где|куда|когда|статус\p{L}{0,2})$/u;
const lateRu =
  /^(?:при(?:шел|шла|шло|шли|шлет|ходит|дет|везли|везут|ехал|ехала|едет|слали)|пропал\p{L}{0,1}|потеря\p{L}{1,5}|задерж\p{L}{1,7}|верну\p{L}{1,4}|достав(?:или|ят|лен|лена|лено)|поступил\p{L}{0,1}|отправ(?:или|ят|лен|лена|лено)|получил[аи]?|едет|вернули)$/u;
const howRu =
  /^(?:как|можно|можете|отслед\p{L}{1,5}|узна\p{L}{1,4}|посмотр\p{L}{1,4}|найти|провер\p{L}{1,4}|указ\p{L}{1,4}|введ\p{L}{1,4}|измен\p{L}{1,4}|отмен\p{L}{1,4}|оплатить|забрать|оформ\p{L}{1,4})$/u;
const orderNumber = /^(?:no)?\p{L}{0,2}\d{3,}$/u;

const goodsEn = /^(?:orders?|parcels?|packages?|refund|money|delivery|shipment|purchase|stuff|courier)$/;
const whereEn = /^(?:where|where's|wheres|status|when|when's)$/;
const lateEn =
  /^(?:arrived?|arrives|come|came|late|lost|missing|received|got|shipped|delivered|delayed|stuck|refunded)$/;
const howEn = /^(?:how|find|check|see|track|view|change|cancel|pay|pick|enter)$/;

/** How many words may stand between "where" and what it asks for. */
const REACH = 4;
const MAX_WORDS = 25;

/** Whether a customer asks where their own order, parcel or refund is: no base can hold that. How one finds out is another question. */
export function asksAboutOwnOrder(sentence: string): boolean {
  const words = wordsOf(sentence);
  if (words.length === 0 || words.length > MAX_WORDS) return false;
  return isRussian(words) || isEnglish(words);
}

function isRussian(words: readonly string[]): boolean {
  if (words.some((word) => howRu.test(word))) return false;
  const numbered = words.findIndex((word) => orderNumber.test(word));
  return words.some((word, at) => {
    if (!goodsRu.test(word)) return false;
    const before = words.slice(Math.max(0, at - 2), at);
    const last = before.at(-1) ?? '';
    const isOwn = ownRu.test(last) || (ownRu.test(before[0] ?? '') && adjectiveRu.test(last));
    const isNumbered = /^заказ/.test(word) && numbered > at && numbered - at <= 2;
    if (!isOwn && !isNumbered && !ownRu.test(words[at + 1] ?? '')) return false;
    const near = words.slice(Math.max(0, at - REACH), at + REACH + 1);
    return near.some((one) => whereRu.test(one)) || asksWhatOf(near) || isLate(near);
  });
}

/** «что с моим заказом», «ну что там мой заказ» */
const asksWhatOf = (words: readonly string[]): boolean =>
  words.some((word, at) => word === 'что' && /^(?:с|со|там)$/.test(words[at + 1] ?? ''));

/** «мой заказ не пришёл», «до сих пор» */
const isLate = (words: readonly string[]): boolean =>
  words.some(
    (word, at) => (lateRu.test(word) && words[at - 1] === 'не') || /^(?:пропал[аио]?|потерял[аио]?)$/.test(word),
  );

function isEnglish(words: readonly string[]): boolean {
  if (words.some((word) => howEn.test(word))) return false;
  return words.some((word, at) => {
    if (!goodsEn.test(word)) return false;
    const before = words.slice(Math.max(0, at - 2), at);
    const isNumbered = /^order/.test(word) && words.slice(at + 1, at + 3).some((one) => orderNumber.test(one));
    if (!isNumbered && !before.includes('my') && !before.includes('our')) return false;
    const near = words.slice(Math.max(0, at - REACH), at + REACH + 1);
    return near.some((one) => whereEn.test(one)) || isLateEnglish(near);
  });
}

const isLateEnglish = (words: readonly string[]): boolean =>
  words.some((word) => lateEn.test(word)) &&
  words.some((word) => /^(?:not|never|hasn['’]?t|haven['’]?t|didn['’]?t|still|is|was|got|yet|no)$/.test(word));
