import { MONEY } from '../text/find-rows.ts';
import { asksSomething, type ChatTurn, sentencesOf } from './chat-turns.ts';

const CUSTOMER =
  /(?<!\p{L})(?:клиент|покупател|заказчик|гость|гостья|пользовател|посетител|customer|client|buyer|guest|visitor|user)/iu;
const CUSTOMER_ALONE = /^(?:к|кл|в|q|c)\.?$/iu;
const BUSINESS =
  /(?<!\p{L})(?:менеджер|оператор|админ|магазин|салон|студия|мастерская|кафе|пекарня|поддержк|консультант|продав|сотрудни|компани|ассистент|бот(?!\p{L})|manager|operator|admin|shop|store|studio|support|seller|staff|agent|assistant|team|company|bot(?!\p{L}))/iu;
const BUSINESS_ALONE = /^(?:м|о|а|a|мы|я|вы|me|we|you)\.?$/iu;
/** «Делаем», «сможем»: who speaks for the business. */
const SPEAKS_FOR_ALL =
  /(?<!\p{L})(?:у нас|мы|we|our|\p{L}{2,}(?:аем|яем|уем|еем|оем|ёем|им|ываем|дём|дем|жем|зём|зем|аемся|ваемся))(?!\p{L})/iu;
const OPENS = 2;
/** Who leads by less may be a customer who is asked back. */
const CLEAR = 2;

export const isNamedCustomer = (speaker: string): boolean => CUSTOMER.test(speaker) || CUSTOMER_ALONE.test(speaker);

/**
 * Who of a chat answers for the business: who is named so, else all who are not named customers, else who answers much and asks
 * little. Empty where that is not clear.
 */
export function findBusiness(turns: readonly ChatTurn[]): ReadonlySet<string> {
  const scores = scoreSpeakers(turns);
  const speakers = [...scores.keys()];
  const named = speakers.filter((one) => !isNamedCustomer(one) && (BUSINESS.test(one) || BUSINESS_ALONE.test(one)));
  if (named.length > 0 && named.length < speakers.length) return new Set(named);
  const others = speakers.filter((one) => !isNamedCustomer(one));
  if (others.length < speakers.length) return new Set(others.filter((one) => (scores.get(one) ?? 0) >= 0));
  const [first, second] = [...scores].toSorted(([, left], [, right]) => right - left);
  if (first === undefined || second === undefined || first[1] - second[1] < CLEAR) return new Set();
  return new Set([first[0]]);
}

function scoreSpeakers(turns: readonly ChatTurn[]): Map<string, number> {
  const scores = new Map<string, number>();
  let isAsked = false;
  for (const [at, turn] of turns.entries()) {
    const sentences = sentencesOf(turn);
    const asks = sentences.filter(asksSomething).length;
    const said = sentences.filter((sentence) => !asksSomething(sentence)).join(' ');
    let score = at === 0 ? -OPENS : 0;
    if (asks > 0) score -= 1;
    if (isAsked && said !== '') score += 1;
    if (SPEAKS_FOR_ALL.test(said)) score += 1;
    if (MONEY.test(said)) score += 1;
    scores.set(turn.speaker, (scores.get(turn.speaker) ?? 0) + score);
    isAsked = asks > 0;
  }
  return scores;
}
