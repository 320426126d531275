import type { ChatTurn } from '../turns/chat-turns.ts';
import { contactsOf } from './contacts.ts';
import { isRole } from './names/roles.ts';

/** What customers told of themselves: beginnings of names and streets, and the figures of phones. `own`: names of the business. */
export type ToldThings = { words: ReadonlySet<string>; phones: ReadonlySet<string>; own: ReadonlySet<string> };

const WORD = /\p{L}{2,}/gu;
const CAPITAL = /\p{Lu}\p{L}+/gu;
const INTRODUCED =
  /(?:[Зз]овут|[Фф]амилия|[Ии]мя|[Уу]лица|[Уу]л\.|[Аа]дрес:?|[Пп]роспект|[Пп]р-т|[Nn]ame is|[Ii] am|[Ii]'m|[Tt]his is|[Ii]t's|[Ээ]то|[Ss]treet)\s+(?<name>\p{Lu}\p{L}+(?:\s\p{Lu}\p{L}+)?)/gu;
/** «меня зовут лена»: customers write without capital letters. */
const INTRODUCED_SMALL = /(?:меня зовут|my name is)\s+(?<name>\p{L}{3,30})/giu;
/** «Лесная 5, домофон 12»: not «Доставка 200», «в Казань 5». */
const ADDRESS =
  /(?<![\p{L}-])(?<![Вв]о?\s)(?!Достав|Отправ|Привоз|Заказ|Цен|Стоимост|Самовывоз|Deliver|Ship|Send|Order|Price)(?<name>\p{Lu}\p{Ll}{2,}),?\s(?:д\.?\s?|дом\s)?(?<house>\d{1,3})\p{L}?(?=$|[,.;?]|\s(?:кв|корп|подъезд|этаж|домофон))/gu;
/** «лесную 5 кв 3», as a message or behind a comma; elsewhere it is «платная 200». */
const STREET =
  /(?:^|[,.;:?!]\s|(?<!\p{L})(?:на|ул\.?|улиц\p{L})\s)(?<name>\p{L}{3,30}(?:ая|яя|ой|ую|ого|ова|ева|ина)),?\s(?:д\.?\s?|дом\s)?\d{1,3}\p{L}?(?=$|[,.;?]|\s(?:кв|корп|подъезд|этаж|домофон))/giu;
const TO_STREET =
  /(?<!\p{L})(?:на|к|ул\.?|улиц\p{L})\s(?<name>\p{L}{3,30}(?:ая|яя|ой|ую|ого|ова|ева|ина)),?\s(?:д\.?\s?|дом\s)?\d{1,3}\p{L}?(?=$|[,.;?]|\s(?:кв|корп|подъезд|этаж|домофон))/iu;
/** «Доставка по Москве 300» tells a price as a rule. */
const IS_PRICE = /^\d[05]0$/;
/** "12 Baker Street" */
const ENGLISH_ADDRESS =
  /(?<!\p{N})\d{1,4}\p{L}?,?\s(?<name>\p{Lu}\p{Ll}+(?:\s\p{Lu}\p{Ll}+)?)\s(?:[Ss]treet|[Ss]t|[Rr]oad|[Rr]d|[Aa]venue|[Aa]ve|[Ll]ane|[Ll]n|[Bb]oulevard|[Bb]lvd|[Cc]rescent|[Tt]errace|Drive|Way|Close|Court|Square)(?!\p{L})/gu;
/** "12 baker street" */
const ENGLISH_SMALL =
  /(?<!\p{N})\d{1,4}\p{L}?,?\s(?<name>\p{Ll}{3,20}(?:\s\p{Ll}{3,20})?)\s(?:street|road|avenue|lane)(?!\p{L})/gu;
const NAME_ALONE = /^\p{Lu}\p{Ll}+(?:\s\p{Lu}\p{Ll}+){0,2}[.!]?$/u;
/** «Запишите меня, Оксана.» */
const SIGNED = /,\s(?<name>\p{Lu}\p{Ll}{2,})(?=[.!,)]|$)/gu;
/** "John here" */
const SAID_BEFORE = /(?:^|[.!?,]\s)(?<name>\p{Lu}\p{Ll}+) (?:here|speaking)(?!\p{L})/gu;
const MIN_PREFIX = 2;
const LONGEST_ENDING = 2;
const ENDS_AS_STREET = /(?:ая|яя|ое|ий|ый|ой)$/u;

/** `isCustomer`: whose name of a chat is no secret of the business. */
export function collectTold(turns: readonly ChatTurn[], isCustomer: (speaker: string) => boolean): ToldThings {
  const words = new Set<string>();
  const own = new Set<string>();
  const phones = new Set<string>();
  for (const { speaker, lines, about = [] } of turns) {
    const isOfCustomer = isCustomer(speaker);
    if (!isOfCustomer) for (const word of namesIn(speaker)) own.add(beginningOf(word));
    for (const name of isOfCustomer ? [speaker, ...about] : about) {
      for (const word of namesIn(name)) words.add(beginningOf(word));
      for (const phone of contactsOf(name)) phones.add(phone);
    }
    for (const line of isOfCustomer ? lines : []) {
      for (const name of namesOf(line)) words.add(beginningOf(name));
      for (const phone of contactsOf(line)) phones.add(phone);
    }
  }
  return { words, phones, own };
}

/** «Клиент Марина» is called Марина: of customers the business tells much. */
const namesIn = (speaker: string): string[] => (speaker.match(WORD) ?? []).filter((word) => !isRole(word));

export function repeatsTold(sentence: string, { words, phones }: ToldThings): boolean {
  return contactsOf(sentence).some((phone) => phones.has(phone)) || (sentence.match(CAPITAL) ?? []).some(isTold(words));
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

export const hasAddress = (sentence: string): boolean =>
  [...sentence.matchAll(ADDRESS)].some(({ groups }) => !IS_PRICE.test(groups?.house ?? '')) ||
  [TO_STREET, ENGLISH_ADDRESS, ENGLISH_SMALL].some((form) => sentence.search(form) !== -1);

/** «Лесная 5» begins a message of somebody who is asked where. */
export const isAddressAlone = (sentence: string): boolean =>
  [...sentence.matchAll(STREET)].some(({ index }) => index === 0);

export const hasPhone = (sentence: string): boolean => contactsOf(sentence).length > 0;

function beginningOf(name: string): string {
  const lower = name.toLowerCase();
  const kept = lower.length - (ENDS_AS_STREET.test(lower) ? LONGEST_ENDING : 1);
  return lower.slice(0, Math.max(MIN_PREFIX, kept));
}

function namesOf(line: string): string[] {
  const streets = namedBy([STREET, ENGLISH_ADDRESS, ENGLISH_SMALL], line).flatMap((name) => name.split(' '));
  const people = namedBy([INTRODUCED, ADDRESS, SIGNED, SAID_BEFORE], line);
  const small = namedBy([INTRODUCED_SMALL], line);
  const alone = NAME_ALONE.test(line) ? [line] : [];
  return [...streets, ...small, ...[...people, ...alone].flatMap((name) => name.match(CAPITAL) ?? [])];
}

const namedBy = (forms: readonly RegExp[], line: string): string[] =>
  forms.flatMap((form) => [...line.matchAll(form)].map(({ groups }) => groups?.name ?? ''));
