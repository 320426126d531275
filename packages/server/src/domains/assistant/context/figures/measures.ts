import { cellsOfRow } from '@otvet/contract/values';
import { rememberAnyTexts } from '../../../../platform/text/remember-texts.ts';
import { wordsOf } from '../../talk/words.ts';
import { readNumber, round, unlessMany } from './read-figures.ts';
import { readUnit } from './units.ts';

/** `amount`: the same for «300 см» and «3 м»; `unit`: as it is said; `words`: as they stand in the text. */
export type Measure = { amount: string; unit: string; words: readonly string[] };

/** «лестница 3 м», «болгарка 125 мм»; «до 10 кг» and «5–7 кг» are no one measure. */
const SIZE =
  /(?<!\p{N}[.,–—-]?|(?<!\p{L})(?:до|от|свыше|более|менее|за|на|to|over|under|from|for)\s)(?<many>\p{N}+(?:[.,]\p{N}+)?)\s?(?<unit>мм|см|м|км|кг|г|л|мл|квт|вт|mm|cm|m|kg|g|l|ml|kw|w)(?![\p{L}\p{N}²])/giu;
/** «палатка 3-местная», «трёхместная», "two seater sofa", "2 bedroom flat", "two-piece suit". */
const PLACES =
  /(?<!\p{N}[.,–—-]?)(?:(?<many>\p{N}{1,2})|(?<!\p{L})(?<word>одно|двух|трех|четырех|пяти|шести|семи|восьми|one|two|three|four|five|six))[\s-]?(?:х[\s-])?(?<unit>местн|комнатн|спальн|seater|bed|person|piece)/giu;
/** «массаж 90 минут», «1 час 30 минут», "2 hour lesson"; «через 2 часа», «в 2 часа» and «за 3 часа до» are no length. */
const LENGTH =
  /(?<!\p{N}[.,:–—-]?|(?<!\p{L})(?:до|от|свыше|более|менее|за|в|с|к|через|после|каждые|up to|over|under|from|in|within|after|every|at|by)\s)(?<many>\p{N}+(?:[.,]\p{N}+)?)[\s-]?(?:(?<hours>час(?:а|ов|овой|овая|овое)?|ч|hours?|hrs?|h)|мин(?:ут(?:а|ы|у)?)?|minutes?|mins?)(?![\p{L}\p{N}])(?!\s(?:дня|ночи|утра|вечера|до|назад|ago|before))(?:\s(?<more>\p{N}{1,2})\s?(?:мин(?:ут(?:а|ы|у)?)?|minutes?|mins?)(?![\p{L}\p{N}]))?/giu;
const COUNTS: Readonly<Record<string, string>> = {
  ...{ одно: '1', двух: '2', трех: '3', четырех: '4', пяти: '5', шести: '6', семи: '7', восьми: '8' },
  ...{ one: '1', two: '2', three: '3', four: '4', five: '5', six: '6' },
};
const MINUTES_OF_HOUR = 60;

/** The measures that a text names; 60 minutes are an hour. */
export const measuresIn: (text: string) => readonly Measure[] = rememberAnyTexts(readMeasures);

/** Those that a question asks of. */
export const measuresAsked = (question: string): readonly Measure[] => unlessMany(measuresIn(question));

function readMeasures(text: string): readonly Measure[] {
  const said = text.toLowerCase().replaceAll('ё', 'е');
  const sizes = [...said.matchAll(SIZE)].map(({ 0: whole, groups: { many = '', unit = '' } = {} }) => ({
    ...{ amount: amountOf(many, unit), unit, words: wordsOf(whole) },
  }));
  const places = [...said.matchAll(PLACES)].map(({ 0: whole, groups: { many, word = '', unit = '' } = {} }) => ({
    ...{ amount: `${many ?? COUNTS[word] ?? word} ${unit}`, unit, words: wordsOf(whole) },
  }));
  return [...sizes, ...places, ...lengthsIn(said)];
}

function amountOf(many: string, word: string): string {
  const { kind = word, factor = 1 } = readUnit(word) ?? {};
  return `${round(readNumber(many, word) * factor)} ${kind}`;
}

const lengthsIn = (said: string): Measure[] =>
  [...said.matchAll(LENGTH)].map(({ 0: whole, groups: { many = '', hours, more = '0' } = {} }) => {
    const minutes = Number(many.replace(',', '.')) * (hours === undefined ? 1 : MINUTES_OF_HOUR) + Number(more);
    return { amount: `${minutes} minutes`, unit: 'minutes', words: wordsOf(whole) };
  });

/** Of what a row is called, and of its cells that are nothing else: «Длительность: 90 минут». */
export function measuresOfRow({ name, line }: { name: string; line: string }): Measure[] {
  const cells = cellsOfRow(line) ?? [];
  return [...measuresIn(name), ...cells.flatMap(({ value }) => lengthsIn(value.toLowerCase()).filter(isAll(value)))];
}

const isAll =
  (value: string) =>
  ({ words }: Measure): boolean =>
    words.length === wordsOf(value).length;

/** Whether one of them is the very same. */
export const hasMeasure = (own: readonly Measure[], { amount }: Measure): boolean =>
  own.some((other) => other.amount === amount);
