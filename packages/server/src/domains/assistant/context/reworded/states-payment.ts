import { type FoundPassage, splitUnits } from '../../../knowledge/index.ts';
import { wordsOf } from '../../talk/words.ts';
import { TAKEN, TELL, wordSet } from '../words/asking-words.ts';

/** They ask, and name nothing. */
const ASIDE = wordSet(
  ...[TAKEN, TELL],
  `а и или ли у вас вам вы ещё еще можно есть берёте оплатить оплачивать платить заплатить расплатиться оплата
  оплату только пожалуйста по через на месте при получении do you u i we can may pay paying payment by with
  in or and a the is are it possible please pls`,
);
/** «перевод» alone may be one of texts. */
const WAY =
  /^(?:карт(?:ой|ами|очкой)|карт[уы]|налом|наличк\p{L}+|наличн\p{L}+|безнал\p{L}*|переводом|сбп|qr|куар|card|cards|cash|transfer|paypal|visa|mastercard|amex|contactless|мир)$/u;
/** Above or before the ways to pay. */
const ASKS_HOW =
  /^(?:как(?:ие)?(?: у вас)?(?: можно)?(?: (?:вам|у вас))? (?:оплатить|платить|оплачивать|расплатиться|заплатить|проходит оплата|происходит оплата|способы оплаты|варианты оплаты)|(?:способы |варианты |виды )?оплат[аы]|чем(?: можно)? (?:оплатить|платить|расплатиться)|принимаете(?: ли)?(?: вы)? (?:к оплате )?карты|(?:how (?:can|do) (?:i|we) pay|payment(?: methods?| options?)?|ways to pay|do you (?:take|accept) cards?))(?: (?:заказ|услуги|покупку|у вас|for (?:it|my order|the order)))?$/u;
const MAX_WORDS = 8;

/** «картой можно?», "do you take cards": asked of a way to pay, and of nothing else. */
export function asksPayment(question: string): boolean {
  const words = wordsOf(question);
  const said = words.filter((word) => !ASIDE.has(word));
  return words.length <= MAX_WORDS && said.length > 0 && said.every((word) => WAY.test(word));
}

/** The ways to pay that a passage names: of a pair that asks for them, or the sentences under such a heading; undefined where it names none. */
export function paymentIn({ kind, title, heading = '', text, phrasings = [] }: FoundPassage): string | undefined {
  const isOfWays = (said: string) => ASKS_HOW.test(wordsOf(said).join(' '));
  if (kind === 'qa') return [title, ...phrasings].some(isOfWays) && namesWay(text) ? text : undefined;
  if (!isOfWays(heading)) return undefined;
  const own = splitUnits(text).filter((unit) => namesWay(unit.text));
  return own.length === 0 ? undefined : own.map((unit) => unit.text).join('\n');
}

const namesWay = (text: string): boolean => wordsOf(text).some((word) => WAY.test(word));

/** Asked of a way to pay, the words that would be given name those that there are. */
export const answersPayment = (question: string, passage: FoundPassage): boolean =>
  asksPayment(question) && paymentIn(passage) !== undefined;
