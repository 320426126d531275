/** «сколько стоит», "how much is": nothing but a price answers it. */
const asks =
  /(?<!\p{L})(?:сколько\s+(?:\p{L}+\s+){0,3}?сто[ия]\p{L}*|сколько\s+(?:\p{L}+\s+){0,2}?обойд[её]тся|по ?ч[её]м|how much (?:is|are|does|do|for|would|will|cost)|how much$|(?:как(?:ая|ова|ой|ие|овы)|what(?:'s|’s| is| are)?(?: the)?) (?:цен[аы]|стоимость|прайс|prices?|cost))(?!\p{L})/iu;
/** «цена дивана» asks it too, but not «что входит в цену» or «почему выросла цена». */
const names = /(?<!\p{L})(?:цен[ауы]|стоимость|прайс|price|prices|cost)(?!\p{L})/iu;
const asksElse =
  /(?<!\p{L})(?:что|чего|чем|почему|зачем|отчего|когда|как|где|кто|кем|от|вход(?:[яи]т|ил|ящ)\p{L}*|включ\p{L}*|вычт\p{L}*|вычит\p{L}*|завис\p{L}*|измен\p{L}*|вырос\p{L}*|ли|why|when|how|where|who|what|include\p{L}*|depend\p{L}*|change\p{L}*)(?!\p{L})/iu;
const figures = /\p{N}/u;
const FREE = /бесплатн|даром|договорн|(?<!\p{L})(?:free|no charge)(?!\p{L})/iu;
/** Also as a cell says it whose column has the currency: «Легковой, ₽: 2400». */
const MONEY =
  /\p{Sc}:?\s?\p{N}|(?<!\p{L})руб\p{L}*\.?:\s?\p{N}|\p{N}\s?(?:\p{Sc}|руб|р\.|р(?!\p{L})|тыс|коп|тенге|тг(?!\p{L})|сум(?!\p{L})|грн|eur|usd|rub|dollars?|euros?|pounds?|roubles?|rubles?)/iu;
const YEARS = /(?<!\p{N})(?:19|20)\p{N}{2}(?!\p{N})/gu;
const DATED = /прайс|(?<!\p{L})год|price ?list|(?<!\p{L})year/iu;
const CONDITION = /(?<!\p{L})(?:при|если|когда|от|if|when|over|from|with)(?!\p{L})/iu;
const PRICE_WORD = /(?<!\p{L})(?:цен[аыу]|стоимость|сто[ия]т|стоить|оплата|тариф|price|costs?|fee)(?!\p{L})/iu;

/** Whether only a price answers the question. */
export function wantsPrice(question: string): boolean {
  const text = question.replaceAll(/[?!.]/gu, ' ').trim();
  return asks.test(text) || (names.test(text) && !asksElse.test(text));
}

/** A figure other than the year of a price list, or that nothing is to be paid. */
export function statesFigure(text: string): boolean {
  if (FREE.test(text) || MONEY.test(text)) return true;
  return figures.test(DATED.test(text) ? text.replace(YEARS, '') : text);
}

export const statesMoney = (text: string): boolean => MONEY.test(text);

/** A figure of money, or one beside a word of price. */
export const statesPrice = (text: string): boolean =>
  FREE.test(text) || MONEY.test(text) || (figures.test(text) && PRICE_WORD.test(text));

/** Free under a condition: «при заказе от 5000 ₽ доставка бесплатно», «бесплатно, если…». */
export const isConditionalFree = (text: string): boolean => FREE.test(text) && CONDITION.test(text);
