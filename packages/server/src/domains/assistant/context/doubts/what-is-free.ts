import { isPreposition, wordsOf } from '../../talk/words.ts';
import { isFreeWord } from './misses-subject.ts';

/** «Отменить запись можно бесплатно»: what may be called off for nothing may still have a price. */
const CALLS_OFF = /(?<!\p{L})(?:отмен|перенес|перенос|cancel|reschedul|move(?=s?(?!\p{L})))/giu;
const CASE = /^(?:если|когда|при|if|when)(?!\p{L})[^,]*,/iu;
/** «При заказе от 6000 ₽ по городу бесплатно», «бесплатно, если…» */
const BEGINS = /^(?:при|если|когда|для|от|свыше|if|when|for|over|from|with)(?!\p{L})/iu;
const ENDS = /(?:,\s*|\s)(?:при|если|когда|от|if|when|provided|over|from|with|for)(?!\p{L})[^,;]*$/iu;
const CONDITION = /(?<!\p{L})(?:при|если|когда|от|if|when|over|from|with)(?!\p{L})/iu;
const DIGITS = /^\p{N}+$/u;

/** What is asked may be called off for nothing, and the question is not of that, or not of its case («if the other side cancels»). */
export function isOnlyCalledOff(question: string, sentence: string): boolean {
  const [asked, said] = [deedsOf(question), deedsOf(sentence)];
  const isOfCase = [...deedsOf(CASE.exec(sentence.trim())?.[0] ?? '')].every((deed) => asked.has(deed));
  return said.size > 0 && !(isOfCase && [...said].some((deed) => asked.has(deed)));
}

/** What of calling off a text speaks of. */
export const deedsOf = (text: string): Set<string> =>
  new Set([...text.matchAll(CALLS_OFF)].map(([deed]) => deed.toLowerCase().replace('перенос', 'перенес')));

/** A sentence without what it is free under; the whole of it where the question names such a case too. */
export function whatIsFree(question: string, sentence: string): string {
  if (CONDITION.test(question)) return sentence;
  const free = splitAtFree(sentence);
  const after = free.after.replace(ENDS, '');
  if (!BEGINS.test(sentence.trim())) return `${free.before}${after}`;
  const comma = free.before.lastIndexOf(',');
  if (comma >= 0) return `${free.before.slice(comma + 1)}${after}`;
  return `${behindPhrases(free.before).join(' ')} ${after}`;
}

/** The word «бесплатно» goes with what stands behind it. */
function splitAtFree(sentence: string): { before: string; after: string } {
  const word = wordsOf(sentence).find(isFreeWord) ?? '';
  const at = sentence.toLowerCase().indexOf(word);
  return { before: sentence.slice(0, at), after: sentence.slice(at) };
}

/** «При перевозке пианино по городу подъём» has «подъём» behind its prepositions and the nouns of these. */
function behindPhrases(text: string): string[] {
  const words = wordsOf(text);
  const last = words.findLastIndex((word) => isPreposition(word) || BEGINS.test(word));
  const noun = words.findIndex((word, at) => at > last && !DIGITS.test(word));
  return noun < 0 ? [] : words.slice(noun + (DIGITS.test(words[noun - 1] ?? '') ? 0 : 1));
}
