import { statesMoney } from '../../../knowledge/index.ts';
import { DURATION, MEASURE, withoutAll } from './no-price-figures.ts';

/** What is withheld, paid ahead or taken off is the price of nothing, unless that is asked for. */
const PAID_ELSE = /залог|депозит|неявк|штраф|удерж|предоплат|аванс|скидк|deposit|penalt|no-show|prepay|discount/iu;
const PRICE_WORD = /бесплатн|free|договорн|калькулятор|прайс|price|цен[аыу]/iu;
const CLAUSE = /[.;,!?\n](?!\p{N})/u;
/** Telephones, times of the day, days of a month, shares. */
const NO_AMOUNT =
  /(?<!\p{N})\p{N}[\p{N}\s()-]{8,20}\p{N}|(?<!\p{N})\p{N}{1,2}[:.]\p{N}{2}(?!\p{N})|(?<!\p{N})\p{N}{1,2}\s(?:январ|феврал|март|апрел|ма[яй]|июн|июл|август|сентябр|октябр|ноябр|декабр)\p{L}*|(?<!\p{N})\p{N}{1,4}\s?%/giu;
/** «ул. Ленина, 15» */
const STREET =
  /(?<!\p{L})(?:ул|улиц[аеы]|пр|пр-т|проспект|пер|переулок|шоссе|бульвар|набережная)[.\s]\s?[^.;\n\p{N}]{2,40}\p{N}+/giu;
/** «Да, 1500», «300 за час»: nothing is counted by it. */
const BARE = /(?<![\p{L}\p{N}№])\p{N}{2,}(?=\s*(?:$|[.,;!?)])|\s(?:за|в|с|per|each)\s)/u;

export const isPaidElse = (words: string): boolean => PAID_ELSE.test(words);

/** Whether the words of a pair that asks for no price name one all the same: «Есть беседка?» – «Да, 1500 в час». */
export function namesPrice(question: string, { title, text }: { title: string; text: string }): boolean {
  const isOfElse = (words: string) => isPaidElse(words) && !isPaidElse(question);
  if (isOfElse(title)) return false;
  const said = withoutAll(text, [STREET])
    .split(CLAUSE)
    .filter((clause) => !isOfElse(clause))
    .join('.\n');
  const rest = withoutAll(said, [DURATION, MEASURE]);
  return statesMoney(rest) || PRICE_WORD.test(rest) || BARE.test(withoutAll(rest, [NO_AMOUNT]));
}
