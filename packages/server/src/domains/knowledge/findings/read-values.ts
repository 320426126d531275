/** With its currency behind it or, as in English, before it. */
const PRICE =
  /(?<![\d.,])(?:[$€£]\s?(\d{1,3}(?:[ ,\u00a0\u202f]\d{3})+|\d{1,9})(?:\.00)?(?!\d)|(\d{1,3}(?:[ ,\u00a0\u202f]\d{3})+|\d{1,9})(?:[.,]00)?\s?(?:₽|руб(?:\.|лей|ля|ль)?|р\.|р(?!\p{L})|rub|\$|€|£|usd|eur|gbp|dollars?|euros?|pounds?|грн|₸|тенге|тг(?!\p{L})|сум(?!\p{L})))/giu;
/** "от 300 ₽", "при заказе на 3000 ₽", "до 500 ₽", "скидка 300 ₽", "+200 ₽", "300–500 ₽": a bound or a part, not the price. */
const NO_PLAIN =
  /(?<!\p{L})(?:от|до|свыше|более|менее|заказе?|заказа|сумм[ауеы]|скидк[ауи]|предоплат[ауы]|from|over|under|above|below|up to|orders?|discount|off|deposit)(?!\p{L})[^\d.!?]{0,25}$|\d\s?[-–—]\s?$|\+\s?$/iu;
const RANGE_BEHIND = /^\s?[-–—]\s?\d|^\s?(?:за|\/|в|per|a|an)\s?\p{L}/iu;
const BEFORE = 40;
const BEHIND = 16;

/** Prices that stand for themselves, each once; `isBare`: in a column of prices the currency may be left out. */
export function readPlainPrices(text: string, { isBare = false }: { isBare?: boolean } = {}): string[] {
  if (isBare) {
    const whole =
      /^\s*(\d{1,3}(?:[ \u00a0\u202f]\d{3})+|\d{1,9})(?:[.,]00)?\s?(?:₽|руб(?:\.|лей|ля|ль)?|р\.?|rub)?\s*$/i.exec(
        text,
      );
    return whole === null ? [] : [digitsOf(whole[1] ?? '')];
  }
  const found = new Set<string>();
  const priced = withoutFree(text);
  for (const match of priced.matchAll(PRICE)) {
    const before = priced.slice(Math.max(0, match.index - BEFORE), match.index);
    const end = match.index + match[0].length;
    if (NO_PLAIN.test(before) || RANGE_BEHIND.test(priced.slice(end, end + BEHIND))) return [];
    found.add(digitsOf(match[1] ?? match[2] ?? ''));
  }
  return [...found];
}

/** A text without its prices and what is said of when there is none. */
export const withoutPrices = (text: string): string => withoutFree(text).replaceAll(PRICE, ' ');

/** «…, при заказе от 4000 рублей — бесплатно»: the price before it holds for all other orders. */
export function withoutFree(text: string): string {
  const [clause = '', said = ''] = FREE_ABOVE.exec(text) ?? [];
  return FREE.test(said) ? text.slice(0, text.length - clause.length) : text;
}

const FREE = /бесплатн|(?<!\p{L})free(?!\p{L})/iu;
const FREE_ABOVE =
  /(?:[,;(]|[.!]\s|\s(?:and|и|а|но|but)\s)([^\d,;(]{0,40}(?<!\p{L})(?:заказ|покупк|сумм|от|свыше|выше|более|orders?|over|above|from)[^\d,;(]{0,30}\d[\d \u00a0\u202f]{0,9}[^\d,;(]{0,40})$/iu;

const digitsOf = (text: string) => text.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '');

const PHONE = /(?<![\d.])\+?\d(?:[ \u00a0()-]{0,2}\d){9,13}(?!\d)/g;
/** «Тел.: (4872) 33-44-55», "0113 496 0000": a number of a town, by its form or by what stands before it. */
const TOWN_PHONE =
  /(?<!\p{N})(\(\p{N}{3,5}\) ?)(\p{N}[\p{N} -]{4,9}\p{N})|(?<![\p{N}.])(0\p{N}{2,4}[ -]\p{N}{3,4}[ -]?\p{N}{3,4})(?!\p{N})|(?<!\p{L})(?:тел|телефон|звоните|phone|call)[.: ]{1,3}(\p{N}[\p{N} -]{4,12}\p{N})/giu;
/** «(4872) 33-44-55, 33-44-56»: the code of the town is said once. */
const NEXT_OF_TOWN = /^(?:\s?[,;/]|\s(?:и|или|and|or))\s?(\p{N}{2,3}[ -]\p{N}{2}[ -]\p{N}{2})(?!\p{N})/u;
const COUNTRY_AND_TOWN = 10;

/** Phone numbers by their last ten digits, so that +7 and 8 are the same; one of a town may have fewer, or no code. */
export function readPhones(text: string): string[] {
  const found: string[] = [];
  const rest = text.replaceAll(PHONE, (match) => {
    const digits = match.replaceAll(/\D/g, '');
    if (!match.startsWith('+') && !/^[78]\d{10}$/.test(digits)) return match;
    found.push(digits.slice(-COUNTRY_AND_TOWN));
    return ' ';
  });
  for (const match of rest.matchAll(TOWN_PHONE)) {
    const [whole, code = '', inTown = '', ofForm = '', named = ''] = match;
    found.push(toTownDigits(`${code}${inTown}${ofForm}${named}`));
    const [, next] = NEXT_OF_TOWN.exec(rest.slice(match.index + whole.length)) ?? [];
    if (next !== undefined) found.push(toTownDigits(`${code}${next}`));
  }
  return [...new Set(found)];
}

/** A zero before the code is left out behind that of the country. */
const toTownDigits = (text: string): string => text.replaceAll(/\D/g, '').replace(/^0/, '').slice(-COUNTRY_AND_TOWN);

/** «9am», «6:30 pm»: as a clock of 24 hours has it. */
function in24Hours(text: string): string {
  return text.replaceAll(TWELVE_HOURS, (_, hour: string, minutes: string | undefined, half: string) => {
    const ofDay = (Number(hour) % NOON) + (half.toLowerCase() === 'p' ? NOON : 0);
    return `${ofDay}:${minutes ?? '00'}`;
  });
}

const TWELVE_HOURS = /(?<![\d.:])(\d{1,2})(?:[:.](\d{2}))?\s?([ap])\.?m\b\.?/giu;
const EARLIEST = 5;
const NOON = 12;

/** "с 9 до 18", "9:00–18:00": from when to when, in minutes of the day; `isBare`: asked for hours, "10–19" is enough. */
export function readHours(text: string, { isBare = false }: { isBare?: boolean } = {}): string[] {
  const found = new Set<string>();
  const clock =
    /(?<![\d.])(?:с |from )?(\d{1,2})(?:[:.](\d{2}))?\s?(?:[-–—]|до|to|till|until)\s?(\d{1,2})(?:[:.](\d{2}))?(?![\d.,]*\d|\s?(?:₽|руб|%|шт|дн|мин|day|hour|min|pcs|см|мм|кг|лет))/gi;
  for (const match of in24Hours(text).matchAll(clock)) {
    const [whole, from = '', fromMinutes, to = '', toMinutes] = match;
    const behind = match.input.slice(match.index + whole.length);
    // "с 10 до 19 часов" is a time of the day, "2–3 часа" is how long.
    if (/^\s?час/i.test(behind) && !/^с .*до/i.test(whole)) continue;
    const isWorkday = isBare && Number(from) >= EARLIEST && Number(to) > NOON && /^\s*(?:$|[.,;!)])/.test(behind);
    const isClock = fromMinutes !== undefined || /^(?:с|from) /i.test(whole) || isWorkday;
    if (!isClock || Number(from) > 24 || Number(to) > 24 || Number(from) >= Number(to)) continue;
    found.add(`${Number(from)}:${fromMinutes ?? '00'}-${Number(to)}:${toMinutes ?? '00'}`);
  }
  return [...found];
}
