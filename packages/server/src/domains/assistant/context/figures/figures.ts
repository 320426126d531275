import { cellsOfRow, isFilled } from '@otvet/contract/values';
import { statesPrice, stemWord } from '../../../knowledge/index.ts';
import { isPreposition, wordsOf } from '../../talk/words.ts';
import { isIncludedColumn } from '../rows/includes-only.ts';
import type { Row } from '../rows/list-rows.ts';
import { OVER, UP_TO } from './ranges.ts';

/**
 * `unit`: '' of a figure alone; `isOver`: beginning above its lower end; `isUpTo`: without a lower end; `said`: with its unit
 * where that is a known one.
 */
export type Figure = { unit: string; min: number; max: number; isOver: boolean; isUpTo: boolean; said: string };
/** `isKnown`: the unit is one, and no word that happens to stand behind; `others`: the words of the question beside the figure. */
export type AskedFigure = { unit: string; isKnown: boolean; value: number; others: string[] };
/** `isOfName`: it stands in what the row is called. */
type FigureOfRow = Figure & { isOfName: boolean };

/** «20 кг», «от 10 до 30 кг», «R13–R15», «3-местная», "2 to 3 m"; no time of the day. */
const FIGURE =
  /(?<![\p{L}\p{N}]|\p{N}[.,:])(?:(?<bound>не менее|не меньше|не младше|at least|не более|не больше|не старше|до|менее|меньше|младше|up to|under|от|свыше|более|больше|старше|from|over)\s)?(?<sign>[rр])?(?<from>\p{N}{1,4}(?:[.,]\p{N}{1,2})?)(?:(?:\s\p{L}{1,4}\.?)?\s?(?:[-–—]|(?:до|to)(?=\s))\s?[rр]?(?<to>\p{N}{1,4}(?:[.,]\p{N}{1,2})?))?(?![\p{N}:]|[.,]\p{N})(?:[\s-]?(?<unit>\p{L}{1,14}²?)(?!\p{L}))?/giu;
const UNITS: ReadonlyArray<readonly [string, RegExp]> = [
  ['kg', /^(?:кг|килограмм|kg|kilo)/u],
  ['g', /^(?:г|гр|грамм\p{L}*|g|grams?)$/u],
  ['people', /^(?:чел|персон|гост|дет(?:ей|и|ям)|person|people|guest|kid|child)/u],
  ['age', /^(?:лет$|год|year)/u],
  ['m', /^(?:м|метр\p{L}*|m|met(?:er|re)s?)$/u],
  ['cm', /^(?:см|сантиметр\p{L}*|cm)$/u],
  ['mm', /^(?:мм|миллиметр\p{L}*|mm)$/u],
  ['km', /^(?:км|километр\p{L}*|km)$/u],
  ['l', /^(?:л|литр\p{L}*|l|lit(?:er|re)s?)$/u],
  ['kw', /^(?:квт|киловатт\p{L}*|kw)$/u],
  ['area', /^(?:м²|кв|sq)/u],
  ['minutes', /^(?:мин|min)/u],
  ['hours', /^(?:ч|час|часа|часов|h|hours?|hrs?)$/u],
  ['days', /^(?:сут|дн[яей]|день$|days?$)/u],
  ['inch', /^(?:радиус|дюйм|inch)/u],
];
const MINUTES_OF_HOUR = 60;

/** The figure that a question asks of; undefined where it has none, several, or a range. */
export function figureAsked(question: string): AskedFigure | undefined {
  const [figure, ...more] = figuresAlone(question);
  return more.length === 0 && figuresIn(question).length === 1 ? figure : undefined;
}

/** All figures of a question that are no ranges. */
export const figuresAlone = (question: string): AskedFigure[] =>
  figuresIn(question).flatMap(({ unit, min, max, said }) => {
    const words = new Set(wordsOf(said));
    const others = wordsOf(question).filter((word) => !words.has(word));
    return min === max ? [{ unit, isKnown: UNITS.some(([known]) => known === unit), value: min, others }] : [];
  });

/** Of what a row is called, and of its cells but prices and what is included. */
export function figuresOfRow({ name, line }: Row): FigureOfRow[] {
  const own = figuresIn(name).map((figure) => ({ ...figure, isOfName: true }));
  const cells = (cellsOfRow(line) ?? []).filter(
    (cell) => isFilled(cell) && !isIncludedColumn(cell.name) && !statesPrice(`${cell.name}: ${cell.value}`),
  );
  const others = cells.flatMap(({ name: column, value }) =>
    name.endsWith(value)
      ? []
      : figuresIn(value).map((figure) => ({ ...figure, unit: figure.unit || unitOfColumn(column), isOfName: false })),
  );
  return [...own, ...others];
}

/** What a row is called without its figures: «Генератор 3 кВт» and «Генератор 6 кВт» are one kind. */
export function kindOfRow({ name }: Row): string {
  const bare = name.toLowerCase().replaceAll(FIGURE, (_whole, ...parts) => {
    const { unit = '' }: Record<string, string | undefined> = parts.at(-1);
    return knownUnit(unit) === undefined ? ` ${unit} ` : ' ';
  });
  return wordsOf(bare).map(stemWord).join(' ');
}

/** The rows whose figure holds the value, those nearest to it. */
export function rowsHolding(rows: readonly Row[], { unit, value }: { unit: string; value: number }): Row[] {
  const holding = rows.flatMap((row) => {
    const figures = figuresOfRow(row).filter((figure) => figure.unit === unit && holds(figure, value));
    return figures.length === 0 ? [] : [{ row, figures }];
  });
  const named = holding.filter(({ figures }) => figures.some(({ min, max }) => min === value || max === value));
  if (named.length > 0) return named.map(({ row }) => row);
  const nearest = Math.min(
    ...holding.flatMap(({ figures }) => figures.flatMap((one) => (one.isUpTo ? [one.max] : []))),
  );
  const isNear = ({ isUpTo, max }: Figure) => !isUpTo || max === nearest;
  return holding.filter(({ figures }) => figures.some(isNear)).map(({ row }) => row);
}

const holds = ({ min, max, isOver }: Figure, value: number): boolean =>
  (isOver ? value > min : value >= min) && value <= max;

const figuresIn = (text: string): Figure[] =>
  [...text.toLowerCase().matchAll(FIGURE)].map(({ 0: said, groups }) => {
    const { bound = '', sign, from = '', to, unit: word = '' }: Record<string, string | undefined> = groups ?? {};
    const scale = knownUnit(word) === 'hours' ? MINUTES_OF_HOUR : 1;
    const [low, high] = [readNumber(from) * scale, readNumber(to ?? from) * scale];
    const isUpTo = UP_TO.test(bound);
    const isOpen = bound !== '' && !isUpTo && to === undefined;
    const hasUnit = sign === undefined && knownUnit(word) !== undefined;
    return {
      ...{ unit: sign === undefined ? unitOf(word) : 'inch', min: isUpTo ? 0 : low },
      ...{ max: isOpen ? Number.POSITIVE_INFINITY : high, isOver: OVER.test(bound) && isOpen, isUpTo },
      said: hasUnit ? said : said.slice(0, said.length - word.length),
    };
  });

const readNumber = (text: string): number => Number(text.replace(',', '.'));

const knownUnit = (word: string): string | undefined => UNITS.find(([, words]) => words.test(word))?.[0];

function unitOf(word: string): string {
  const known = knownUnit(word);
  if (known !== undefined) return known === 'hours' ? 'minutes' : known;
  return word === '' || isPreposition(word) ? '' : stemWord(word);
}

const unitOfColumn = (column: string): string => wordsOf(column).flatMap((word) => knownUnit(word) ?? [])[0] ?? '';
