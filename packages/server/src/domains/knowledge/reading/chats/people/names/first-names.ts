import { COMMON_NAMES, SHORT_STEMS, WORDS_AS_WELL } from './common-names.ts';

const ENDINGS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/а$/, ['а', 'ы', 'и', 'е', 'у', 'ой', 'ей', 'ою', 'ею']],
  [/я$/, ['я', 'и', 'е', 'ю', 'ей', 'ею']],
  [/й$/, ['й', 'я', 'ю', 'ем', 'е', 'и']],
  [/ь$/, ['ь', 'я', 'ю', 'ем', 'е', 'и', 'ью']],
  [/(?:)$/, ['', 'а', 'у', 'ом', 'ем', 'е']],
];
/** «Анне», «Дмитрия»: each name as it stands in a sentence. */
const FORMS = new Set([...COMMON_NAMES].flatMap(formsOf));
const CAPITAL = /(?<![\p{L}\p{N}«"“])\p{Lu}\p{L}+/gu;
const BY_FATHER = /^\p{Lu}\p{Ll}{2,}(?:[её]вич|ович|[её]вн|овн|ичн|иничн)(?:а|у|ом|ем|е|ы|ой)?$/u;
const QUOTED = /«[^«»]{1,80}»|"[^"]{1,80}"|“[^“”]{1,80}”/gu;
/** «ул. Марины Цветаевой», «имени Юрия Гагарина» */
const STREET =
  /(?<!\p{L})(?:[Уу]л\.?|[Уу]лиц\p{L}{1,2}|[Пп]роспект\p{L}{0,2}|[Пп]р-т|[Пп]росп\.|[Пп]лощад\p{L}{1,2}|[Пп]л\.|[Бб]ульвар\p{L}{0,2}|[Бб]-р|[Пп]ереул\p{L}{2,4}|[Пп]ер\.|[Нн]абережн\p{L}{2}|[Нн]аб\.|[Шш]оссе|[Пп]роезд\p{L}{0,2}|[Сс]квер\p{L}{0,2}|[Пп]арк\p{L}{0,2}|[Сс]танци\p{L}|[Мм]етро|[Оо]становк\p{L}|[Хх]рам\p{L}{0,2}|[Сс]обор\p{L}{0,2}|[Гг]ород\p{L}{0,2}|[Гг]\.|[Ии]мени|[Ии]м\.)\s(?:\p{Lu}[\p{L}-]+(?:\s|(?![\p{L}-]))){1,3}/gu;
/** «Мы на Александра Невского, 12» */
const ADDRESS = /(?<!\p{L})\p{Lu}\p{L}+\s\p{Lu}\p{L}+(?<=ого|ой|ева|ова|ина),?\s(?:д\.?\s?|дом\s)?\d/gu;
/** «во Владимире»: nobody stands behind this word. */
const WITHIN = /(?<!\p{L})[Вв]о?\s\p{Lu}\p{L}+/gu;
/** «кафе Светлана», «пицца Маргарита» */
const CALLED_SO =
  /(?<!\p{L})(?:тц|трц|бц|жк|торгов\p{L}{2,3} (?:центр|дом)\p{L}{0,2}|кафе|кофейн\p{L}|ресторан\p{L}{0,2}|бар\p{L}{0,2}|салон\p{L}{0,2}|студи\p{L}|магазин\p{L}{0,2}|аптек\p{L}|клиник\p{L}|отел\p{L}{1,2}|гостиниц\p{L}{1,2}|санатори\p{L}|рынк\p{L}{1,2}|рынок|пицц\p{L}{1,2}|салат\p{L}{0,2}|сорт\p{L}{0,2}|модел\p{L}{1,2}|коллекци\p{L})\s(?<name>\p{Lu}\p{L}+)/giu;

export const isFirstName = (word: string): boolean => COMMON_NAMES.has(folded(word));

/** Customers are called without capital letters too, and what else a word means it then means rather. */
export const isCalledSo = (word: string): boolean =>
  isFirstName(word) && (/^\p{Lu}/u.test(word) || !WORDS_AS_WELL.has(folded(word)));

/** Words of a sentence that are first names or patronymics of people, in whatever form. At its beginning a word is capital anyhow. */
export function namesOfPeople(sentence: string): string[] {
  return [...withoutPlaces(sentence).matchAll(CAPITAL)].flatMap(({ 0: word, index }) => {
    const isName = index === 0 ? isFirstName(word) && !WORDS_AS_WELL.has(folded(word)) : FORMS.has(folded(word));
    return isName || BY_FATHER.test(word) ? [word] : [];
  });
}

function withoutPlaces(sentence: string): string {
  return [QUOTED, STREET, ADDRESS, WITHIN]
    .reduce((text, form) => text.replaceAll(form, (found) => found.toLowerCase()), sentence)
    .replaceAll(CALLED_SO, (found, name: string) => (isCalled(name) ? found.toLowerCase() : found));
}

/** «пиццу Маргариту», but not «в салон Анне» */
const isCalled = (name: string): boolean =>
  isFirstName(name) || isFirstName(name.replace(/у$/, 'а')) || isFirstName(name.replace(/ю$/, 'я'));

const folded = (word: string): string => word.toLowerCase().replaceAll('ё', 'е');

function formsOf(name: string): string[] {
  if (/^[a-z]/.test(name)) return [name];
  const [end, endings] = ENDINGS.find(([form]) => form.test(name)) ?? [/$/, []];
  const stem = SHORT_STEMS[name] ?? name.replace(end, '');
  return [name, ...endings.map((ending) => stem + ending)];
}
