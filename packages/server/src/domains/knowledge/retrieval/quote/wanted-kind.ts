import { splitWords } from '../words/split-words.ts';
import { stemWord } from '../words/stem-word.ts';
import { statesPrice, wantsPrice } from './wants-price.ts';

/** What a question wants to hear: a price; another number or a date; or a name. */
export type Wanted = { kind: 'price' | 'number' | 'name'; asked: ReadonlySet<string> };

const wantsNumber =
  /(?<!\p{L})(?:when|how (?:many|much|long|old|often|far|big|large|tall|high)|(?:what|which) (?:year|date|day|time|percentage|number|price|decade|century)|когда|сколько|почем|почём|как (?:долго|часто|давно|далеко)|как(?:ой|ая|ом|ого|ие) (?:год|году|года|числа|числе|процент|век|веке|века|цена|цены|срок|сроки))(?!\p{L})/iu;
const wantsName = /(?<!\p{L})(?:who|whom|whose|where|кто|кого|кому|кем|чей|чья|чьё|где|куда|откуда)(?!\p{L})/iu;
const numbers = /\p{N}+/gu;
const numberWord =
  /(?<!\p{L})(?:one|two|three|four|five|six|seven|eight|nine|ten|dozen|hundreds?|thousands?|millions?|billions?|half|один|одна|два|две|три|четыре|пять|шесть|семь|восемь|девять|десять|сто|тысяч[аи]?|миллион(?:а|ов)?|половина|бесплатно|free)(?!\p{L})/iu;
/** Words with a capital letter within a sentence. */
const names = /(?<=[\p{L}\p{N},;:)»”"–—-]\s["«“(]?)\p{Lu}[\p{L}\p{N}]*/gu;
const WORD_LIMIT = { characters: 100, words: 4 };

/** Undefined where the words of the question tell nothing; `asked`: its stems. */
export function wantedOf(question: string, asked: ReadonlySet<string>): Wanted | undefined {
  if (wantsPrice(question)) return { kind: 'price', asked };
  if (wantsNumber.test(question)) return { kind: 'number', asked };
  return wantsName.test(question) ? { kind: 'name', asked } : undefined;
}

/** Whether a text has something of the wanted kind that the question itself does not have. */
export function hasWanted(text: string, { kind, asked }: Wanted): boolean {
  if (kind === 'price' && !statesPrice(text)) return false;
  const isNew = (word: string) => splitWords(word, WORD_LIMIT).some((part) => !asked.has(stemWord(part)));
  if (kind === 'name') return (text.match(names) ?? []).some(isNew);
  return (text.match(numbers) ?? []).some(isNew) || numberWord.test(text);
}
