/** «1–2 дня» is no price. */
export const DURATION =
  /(?<!\p{N})\p{N}+(?:[.,]\p{N}+)?(?:\s?[-–—]\s?\p{N}+)?\s?(?:мин|час|ч(?!\p{L})|дн|день|сут|недел|мес|год|лет|min|hour|day|week|month|year)\p{L}*/giu;

/** "The room is ready at 3pm" names no price of an early arrival. */
export const HOUR = /(?<!\p{N})\p{N}{1,2}(?:[.:]\p{N}{2})?\s?[ap]\.?m(?!\p{L})/giu;

/** «120 см», «с 9 до 21»: as little a price as how long something takes. */
export const MEASURE =
  /(?<!\p{N})\p{N}+(?:[.,]\p{N}+)?(?:\s?[-–—]\s?\p{N}+)?\s?(?:см(?!\p{L})|мм(?!\p{L})|м²|м(?!\p{L})|°|градус|кг(?!\p{L})|мл(?!\p{L})|этаж|человек|%)\p{L}*|(?<!\p{L})(?:с|до|по|from|to|until)\s\p{N}{1,2}(?::\p{N}{2})?(?!\p{N}|\s?(?:\p{Sc}|руб|р\.|тыс))/giu;

/** «9:00»: of a timetable. */
export const CLOCK = /(?<!\p{N})\p{N}{1,2}:\p{N}{2}(?!\p{N})/gu;

export const withoutAll = (text: string, patterns: readonly RegExp[]): string =>
  patterns.reduce((left, pattern) => left.replaceAll(pattern, ' '), text);
