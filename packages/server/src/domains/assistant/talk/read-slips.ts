/** Words that ask, as they are heard or spoken. */
const SLIPS: readonly (readonly [RegExp, string])[] = [
  [/(?<!\p{L})(?:скоко|скока|сколка|сколко|сколька|скок(?=\s(?:стоит|стоят|будет)))(?!\p{L})/giu, 'сколько'],
  [/(?<!\p{L})до сколько(?!\p{L})/giu, 'до скольки'],
  [/(?<!\p{L})(?:по ч[её]м|пач[её]м)(?!\p{L})/giu, 'почем'],
  [/(?<!\p{L})(?:ч[её]|шо|что) по (?:ценам|прайсу|деньгам)(?=[\s?!.]*$)/giu, 'какие цены'],
  [
    /(?<!\p{L})(?:ч[её]|шо|что) по (?:цен(?:е|ам)|ценнику|прайсу|деньгам|стоимости)(?: (?:за|на))?(?!\p{L})/giu,
    'сколько стоит',
  ],
];

export const readSlips = (text: string): string =>
  SLIPS.reduce((read, [slip, meant]) => read.replaceAll(slip, meant), text);
