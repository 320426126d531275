/** Words that ask, as they are heard or spoken. «что по цене» is an asking alone, or of a thing: «есть что по цене до 1000» is none. */
const SLIPS: readonly (readonly [RegExp, string])[] = [
  [/(?<!\p{L})(?:скоко|скока|сколка|сколко|сколька|скок(?=\s(?:стоит|стоят|будет)))(?!\p{L})/giu, 'сколько'],
  [/(?<!\p{L})до сколько(?!\p{L})/giu, 'до скольки'],
  [/(?<!\p{L})(?:по\sч[её]м|пач[её]м)(?!\p{L}|\s\p{L}+(?:ть|ти)(?!\p{L}))/giu, 'почем'],
  [
    /(?<!\p{L})(?:ч[её]|шо|(?<![^.!?,;\s]\s{0,2})что)\sпо\s(?:ценам|прайсу|деньгам)(?=[^\p{L}\p{N}]*$)/giu,
    'какие цены',
  ],
  [
    /(?<!\p{L})(?:ч[её]|шо|(?<![^.!?,;\s]\s{0,2})что)\sпо\s(?:цен(?:е|ам)|ценнику|прайсу|деньгам|стоимости)(?:\s(?:за|на)(?!\p{L})|(?=[^\p{L}\p{N}]*$))/giu,
    'сколько стоит',
  ],
];

export const readSlips = (text: string): string =>
  SLIPS.reduce((read, [slip, meant]) => read.replaceAll(slip, meant), text.normalize('NFC'));
