import { rememberAnyTexts } from '../../../../platform/text/remember-texts.ts';
import { type Kind, readUnit, type Unit } from './units.ts';

/**
 * A figure or a range of them, in the smallest unit of its kind (1 kg is 1000 g), where its unit is a known one. `factor`: of that
 * unit; `word`: which it is, known or not; `isOver`: beginning above its lower end; `isUpTo`: without a lower end; `said`: as it
 * stands in the text in lower case, with its unit where that is a known one.
 */
export type Figure = {
  said: string;
  kind: Kind | undefined;
  factor: number;
  word: string;
  min: number;
  max: number;
  isOver: boolean;
  isUpTo: boolean;
};

/**
 * «20 кг», «от 10 до 30 кг», «500 г – 1 кг», «до 1 500 кг», "10+ items", «R13–R15», «3-местная»; no time of the day. «5 т. р.» are
 * no tons, and "5 t-shirts" neither.
 */
const FIGURE =
  /(?<![\p{L}\p{N}]|\p{N}[.,:])(?:(?<bound>не менее|не меньше|не младше|at least|не более|не больше|не старше|до|менее|меньше|младше|up to|under|от|свыше|более|больше|старше|from|over)\s)?(?<sign>[rр]|радиус\p{L}{0,3}\s|radius\s)?(?<from>\p{N}{1,3}(?:[ \u00a0\u202f]\p{N}{3}){1,2}(?!\p{N})(?:[.,]\p{N}{1,2})?|\p{N}{1,6}(?:[.,]\p{N}{1,3})?)(?<plus>\+)?(?<rest>(?:\s?(?<lower>\p{L}{1,14})\.?)?\s?(?:[-–—]|(?:до|to)(?=\s))\s?[rр]?(?<to>\p{N}{1,3}(?:[ \u00a0\u202f]\p{N}{3}){1,2}(?!\p{N})(?:[.,]\p{N}{1,2})?|\p{N}{1,6}(?:[.,]\p{N}{1,3})?))?(?![\p{N}:]|[.,]\p{N})(?:[\s-]?(?<unit>(?:[мm][2²]|кв\.?\s?м\p{L}{0,6}|sq\.?\s?m\p{L}{0,6})(?![\p{L}\p{N}])|[xх](?=\p{N})|(?!t-|т\.?\s?(?:р(?!\p{L})|руб|\p{Sc}))\p{L}{1,14}(?![\p{L}\p{N}])))?/giu;
const UP_TO = /^(?:не (?:более|больше|старше)|до|менее|меньше|младше|up to|under)/u;
const OVER = /^(?:свыше|более|больше|старше|over)/u;
const WHEEL = /^\p{N}{2}$/u;
/** «до 2015 г.» */
const YEAR = /^(?:19|20)(?!00)\p{N}{2}$/u;
const GRAM = 'г';
const DIGIT = /\p{N}/u;
const SPACE = /(?<=\p{N})[ \u00a0\u202f](?=\p{N})/u;
const SPACES = /[ \u00a0\u202f]/gu;
/** What is longer and has no unit is a sum, or the number of an order. */
const PLAIN = /^\p{N}{1,4}(?:[.,]\p{N}{1,2})?$/u;
/** "1,500 kg" in English; «1,500 кг» are a kilogram and a half. */
const ENGLISH_THOUSANDS = /^[1-9]\p{N}{0,2},\p{N}{3}$/u;
const LATIN = /^[a-z]/u;
const MAX_ASKED = 12;
const ROUNDED_TO = 1000;

type Groups = Record<string, string | undefined>;

/** Each row of a list is asked about every word of a question: its cells are read once. */
export const readFigures: (text: string) => readonly Figure[] = rememberAnyTexts(readText);

/** What a question says by its figures: who names more of them asks of none. */
export const unlessMany = <Said>(said: readonly Said[]): readonly Said[] => (said.length > MAX_ASKED ? [] : said);

function readText(text: string): readonly Figure[] {
  return [...text.toLowerCase().matchAll(FIGURE)].flatMap(({ 0: said, groups = {} }) => readFigure(said, groups));
}

/** A text in lower case without its figures, but with words behind them that are no units. */
export const withoutFigures = (text: string): string =>
  text.toLowerCase().replaceAll(FIGURE, (...parts) => {
    const { unit = '' }: Groups = parts.at(-1);
    return readUnit(unit) === undefined ? ` ${unit} ` : ' ';
  });

function readFigure(said: string, groups: Groups): readonly Figure[] {
  const { sign, from = '', to = from, unit: word = '' } = groups;
  const parts = apart(said, groups);
  if (parts.length > 1) return parts.flatMap(readFigures);
  const unit = unitOf(groups);
  if (unit === undefined && ![from, to].every((end) => PLAIN.test(end))) return [];
  if (sign !== undefined && unit?.kind === 'radius' && !WHEEL.test(from)) return [];
  const isSaid = unit !== undefined && unit.kind === readUnit(word)?.kind;
  const { factor = 1 } = unit ?? {};
  const lower = readUnit(groups.lower ?? '')?.factor ?? factor;
  return [
    {
      ...{ said: isSaid ? said : said.slice(0, said.length - word.length), kind: unit?.kind, factor, word },
      ...boundsOf(groups, { low: readNumber(from, word) * lower, high: readNumber(to, word) * factor }),
    },
  ];
}

/** «R16» is one of inches whatever stands behind it, and «радиус 5 км» one of kilometres. */
function unitOf({ sign = '', from = '', to = from, unit = '' }: Groups): Unit | undefined {
  const known = sign.length === 1 || (unit === GRAM && YEAR.test(to)) ? undefined : readUnit(unit);
  return sign === '' ? known : (known ?? readUnit('радиус'));
}

/** «до 5 кг — 1500» and «R14 — 2000» have a price, «3 этаж до 20 человек» are no 3 people, and «12 128 Гб» no thousands. */
function apart(said: string, groups: Groups): string[] {
  const { from = '', plus = '', to, rest = '', lower } = groups;
  const unit = unitOf(groups);
  const isOther = lower !== undefined && readUnit(lower)?.kind !== (unit?.kind ?? '');
  const isOfWheel = unit?.kind === 'radius';
  if (to !== undefined && (isOther || (isOfWheel && !WHEEL.test(to)))) {
    const end = said.search(DIGIT) + from.length + plus.length;
    const at = end + (lower === undefined ? 0 : rest.indexOf(lower) + lower.length);
    return [said.slice(0, at), said.slice(at)];
  }
  const isOfThousands = unit !== undefined && !isOfWheel;
  return !isOfThousands && [from, to ?? ''].some((end) => SPACE.test(end)) ? said.split(SPACE) : [said];
}

function boundsOf({ bound, plus, to }: Groups, { low, high }: { low: number; high: number }) {
  const isUpTo = bound !== undefined && UP_TO.test(bound);
  const isOpen = !isUpTo && to === undefined && (bound !== undefined || plus !== undefined);
  return {
    ...{ min: isUpTo ? 0 : round(low), max: isOpen ? Number.POSITIVE_INFINITY : round(high) },
    ...{ isOver: isOpen && OVER.test(bound ?? ''), isUpTo },
  };
}

/** A number as it is written before a unit. */
export function readNumber(text: string, unit: string): number {
  const isEnglish = LATIN.test(unit) && ENGLISH_THOUSANDS.test(text);
  return Number(text.replaceAll(SPACES, '').replace(',', isEnglish ? '' : '.'));
}

/** Without the dust of a product of decimals. */
export const round = (value: number): number => Math.round(value * ROUNDED_TO) / ROUNDED_TO;
