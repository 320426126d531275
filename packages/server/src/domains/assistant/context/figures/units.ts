export type Kind =
  | 'mass'
  | 'people'
  | 'age'
  | 'area'
  | 'distance'
  | 'length'
  | 'volume'
  | 'power'
  | 'radius'
  | 'time'
  | 'pieces'
  | 'visits';
/** `factor`: how many of the smallest unit of its kind it is. */
export type Unit = { kind: Kind; factor: number };

/** How far a courier drives is no size: kilometres are a kind of their own. The radius of a wheel is told in inches. */
const UNITS: ReadonlyArray<readonly [RegExp, Kind, number]> = [
  [/^(?:г|гр|грамм\p{L}*|g|grams?)$/u, 'mass', 1],
  [/^(?:кг|кило|килограмм\p{L}*|kg|kilos?|kilograms?)$/u, 'mass', 1000],
  [/^(?:т|тонн\p{L}*|t|ton(?:ne)?s?)$/u, 'mass', 1_000_000],
  [/^(?:мм|миллиметр\p{L}*|mm)$/u, 'length', 1],
  [/^(?:см|сантиметр\p{L}*|cm)$/u, 'length', 10],
  [/^(?:м|метр\p{L}*|m|met(?:er|re)s?)$/u, 'length', 1000],
  [/^(?:км|километр\p{L}*|km|kilomet(?:er|re)s?)$/u, 'distance', 1],
  [/^(?:[мm][2²]|кв\.?\s?м\p{L}*|квадрат\p{L}*|sq\.?\s?m\p{L}*)$/u, 'area', 1],
  [/^(?:мл|миллилитр\p{L}*|ml)$/u, 'volume', 1],
  [/^(?:л|литр\p{L}*|l|lit(?:er|re)s?)$/u, 'volume', 1000],
  [/^(?:вт|ватт\p{L}*|w|watts?)$/u, 'power', 1],
  [/^(?:квт|киловатт\p{L}*|kw)$/u, 'power', 1000],
  [/^(?:мин|минут\p{L}*|minutes?|mins?)$/u, 'time', 1],
  [/^(?:ч|час(?:а|ов)?|hours?|hrs?|h)$/u, 'time', 60],
  [/^(?:сут(?:ки|ок)|дн(?:я|ей)|день|days?)$/u, 'time', 1440],
  [/^(?:недел[яиюь]|weeks?)$/u, 'time', 10_080],
  [/^(?:мес|месяц(?:а|ев)?|months?)$/u, 'time', 43_200],
  [/^(?:лет|год(?:а|ам|ов)?|years?)$/u, 'age', 1],
  [/^(?:радиус\p{L}*|radius|дюйм\p{L}*|inch(?:es)?)$/u, 'radius', 1],
  [/^(?:чел|человек\p{L}*|персон\p{L}*|гост\p{L}{1,3}|people|persons?|guests?)$/u, 'people', 1],
  [/^(?:дет(?:ей|и|ям)|kids?|child(?:ren)?)$/u, 'people', 1],
  [/^(?:шт|штук\p{L}?|items?|pcs|pieces?)$/u, 'pieces', 1],
  [/^(?:посещени\p{L}{1,2}|заняти\p{L}{1,2}|сеанс(?:а|ов)?|visits?|lessons?|sessions?)$/u, 'visits', 1],
];

/** What a lower-case word measures; undefined where it is no unit. */
export function readUnit(word: string): Unit | undefined {
  const [, kind, factor] = UNITS.find(([words]) => words.test(word)) ?? [];
  return kind === undefined || factor === undefined ? undefined : { kind, factor };
}
