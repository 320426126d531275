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
  for (const match of text.matchAll(PRICE)) {
    const before = text.slice(Math.max(0, match.index - BEFORE), match.index);
    const end = match.index + match[0].length;
    if (NO_PLAIN.test(before) || RANGE_BEHIND.test(text.slice(end, end + BEHIND))) return [];
    found.add(digitsOf(match[1] ?? match[2] ?? ''));
  }
  return [...found];
}

const digitsOf = (text: string) => text.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '');

/** Phone numbers by their last ten digits, so that +7 and 8 are the same. */
export function readPhones(text: string): string[] {
  const found = new Set<string>();
  for (const [match] of text.matchAll(/(?<![\d.])\+?\d(?:[ \u00a0()-]{0,2}\d){9,13}(?!\d)/g)) {
    const digits = match.replaceAll(/\D/g, '');
    if (match.startsWith('+') || /^[78]\d{10}$/.test(digits)) found.add(digits.slice(-10));
  }
  return [...found];
}

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
