import type { ChatTurn } from './chat-turns.ts';

/** What customers told of themselves: beginnings of names and streets, and the figures of phones. */
export type ToldThings = { words: ReadonlySet<string>; phones: ReadonlySet<string> };

const WORD = /\p{L}{2,}/gu;
const CAPITAL = /\p{Lu}\p{L}+/gu;
const INTRODUCED =
  /(?:зовут|фамилия|имя|улица|ул\.|адрес:?|проспект|пр-т|name is|i am|i'm|street)\s+(?<name>\p{Lu}\p{L}+(?:\s\p{Lu}\p{L}+)?)/giu;
/** «Лесная 5, домофон 12» */
const ADDRESS =
  /(?<name>\p{Lu}\p{Ll}{2,}),?\s(?:д\.?\s?|дом\s)?\d{1,3}\p{L}?(?=$|[,.;]|\s(?:кв|корп|подъезд|этаж|домофон))/gu;
const NAME_ALONE = /^\p{Lu}\p{Ll}+(?:\s\p{Lu}\p{Ll}+){0,2}[.!]?$/u;
/** «Запишите меня, Оксана.» */
const SIGNED = /,\s(?<name>\p{Lu}\p{Ll}{2,})(?=[.!,)]|$)/gu;
const PHONE = /\+?\d[\d\s()-]{7,18}\d/g;
const EMAIL = /[^\s@]{1,64}@[^\s@]{1,200}/g;
const LOCAL_DIGITS = 10;
const MIN_PREFIX = 2;
const LONGEST_ENDING = 2;
const ENDS_AS_STREET = /(?:ая|яя|ое|ий|ый|ой)$/u;

/** `isCustomer`: whose name of a chat is no secret of the business. */
export function collectTold(turns: readonly ChatTurn[], isCustomer: (speaker: string) => boolean): ToldThings {
  const words = new Set<string>();
  const phones = new Set<string>();
  for (const { speaker, lines } of turns) {
    if (!isCustomer(speaker)) continue;
    for (const name of speaker.match(WORD) ?? []) words.add(beginningOf(name));
    for (const phone of phonesOf(speaker)) phones.add(phone);
    for (const line of lines) {
      for (const name of namesOf(line)) words.add(beginningOf(name));
      for (const phone of phonesOf(line)) phones.add(phone);
    }
  }
  return { words, phones };
}

export function repeatsTold(sentence: string, { words, phones }: ToldThings): boolean {
  return phonesOf(sentence).some((phone) => phones.has(phone)) || (sentence.match(CAPITAL) ?? []).some(isTold(words));
}

/** Whether a word is one of them in whatever form: «Марине», «на Лесную». */
export const isTold =
  (words: ReadonlySet<string>) =>
  (word: string): boolean => {
    const lower = word.toLowerCase();
    for (let end = Math.max(MIN_PREFIX, lower.length - LONGEST_ENDING); end <= lower.length; end += 1)
      if (words.has(lower.slice(0, end))) return true;
    return false;
  };

export const withoutContacts = (sentence: string): string => sentence.replaceAll(PHONE, '').replaceAll(EMAIL, '');

function beginningOf(name: string): string {
  const lower = name.toLowerCase();
  const kept = lower.length - (ENDS_AS_STREET.test(lower) ? LONGEST_ENDING : 1);
  return lower.slice(0, Math.max(MIN_PREFIX, kept));
}

function namesOf(line: string): string[] {
  const found = [INTRODUCED, ADDRESS, SIGNED]
    .flatMap((form) => [...line.matchAll(form)])
    .map(({ groups }) => groups?.name ?? '');
  const alone = NAME_ALONE.test(line) ? [line] : [];
  return [...found, ...alone].flatMap((name) => name.match(CAPITAL) ?? []);
}

function phonesOf(text: string): string[] {
  const phones = (text.match(PHONE) ?? []).map((phone) => phone.replaceAll(/\D/g, '').slice(-LOCAL_DIGITS));
  return [...phones, ...(text.match(EMAIL) ?? []).map((address) => address.toLowerCase())];
}
