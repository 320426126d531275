import { wordsOf } from '../../talk/words.ts';

type Kind = 'mass' | 'people' | 'age' | 'area' | 'distance';
/** `words`: as they stand in the question. */
type AskedFigure = { kind: Kind; value: number; words: readonly string[] };
/** `isOver`: beginning above its lower end; `isUpTo`: without a lower end. */
type Range = { kind: Kind; min: number; max: number; isOver: boolean; isUpTo: boolean };

const KINDS: ReadonlyArray<readonly [Kind, RegExp]> = [
  ['mass', /^(?:кг|килограмм|kg|kilo)/u],
  ['people', /^(?:чел|персон|гост|дет|people|person|guest|kid|child)/u],
  ['age', /^(?:лет|год|year)/u],
  ['area', /^(?:м²|м2|кв|sq)/u],
  ['distance', /^(?:км|километр|km)/u],
];
/** «до 20 человек», «10–30 кг», «от 10 до 30 кг», «свыше 30 кг», and «20 кг». */
const FIGURE =
  /(?<![\p{L}\p{N}]|\p{N}[.,])(?:(?<bound>не более|не больше|не старше|до|менее|меньше|младше|up to|under|от|свыше|более|больше|старше|from|over)\s)?(?<from>\p{N}{1,4}(?:[.,]\p{N}+)?)(?:(?:\s\p{L}{1,4})?\s?(?:[-–—]|(?:до|to)(?=\s))\s?(?<to>\p{N}{1,4}(?:[.,]\p{N}+)?))?\s?(?<unit>кг|килограмм\p{L}*|kg|kilos?|человек\p{L}*|чел|персон\p{L}*|гост\p{L}{2,3}|дет(?:ей|и|ям)|people|persons?|guests|kids|children|лет|год(?:а|ам)?|years?|м²|м2|кв\.?\s?м|квадрат\p{L}*|sq\.?\s?m|км|километр\p{L}*|km)(?![\p{L}\p{N}])/giu;
const UP_TO = /^(?:не |до|менее|меньше|младше|up to|under)/u;
const OVER = /^(?:свыше|более|больше|старше|over)/u;

/** The figures of a question that are no ranges themselves. */
export const figuresAsked = (question: string): AskedFigure[] =>
  matchesIn(question).flatMap(({ whole, kind, bound, from, to }) =>
    bound === '' && Number.isNaN(to) ? [{ kind, value: from, words: wordsOf(whole) }] : [],
  );

/** Whether a range of the row has the figure in it; undefined where it has none of that kind. */
export function holdsFigure(line: string, { kind, value }: AskedFigure): boolean | undefined {
  const ranges = rangesIn(line).filter((range) => range.kind === kind);
  return ranges.length === 0 ? undefined : ranges.some((range) => holds(range, value));
}

/** A question without the figures that are in a range of a text. */
export function withoutHeld(question: string, text: string): string {
  const held = figuresAsked(question).filter((figure) => holdsFigure(text, figure) === true);
  const words = new Set(held.flatMap((figure) => figure.words));
  return held.length === 0
    ? question
    : wordsOf(question)
        .filter((word) => !words.has(word))
        .join(' ');
}

/** «до 10 кг» and «до 20 кг» have 7 kg both: the nearest end is meant, and the row that names the figure before any. */
export function keepNearest<Row extends { line: string }>(rows: Row[], asked: readonly AskedFigure[]): Row[] {
  return asked.reduce((kept, { kind, value }) => {
    const holding = kept.map((row) => ({
      row,
      ranges: rangesIn(row.line).filter((range) => range.kind === kind && holds(range, value)),
    }));
    const named = holding.filter(({ ranges }) => ranges.some(({ min, max }) => min === value || max === value));
    if (named.length > 0) return named.map(({ row }) => row);
    const ends = holding.flatMap(({ ranges }) => ranges.flatMap(({ isUpTo, max }) => (isUpTo ? [max] : [])));
    const isNear = ({ isUpTo, max }: Range) => !isUpTo || max === Math.min(...ends);
    return holding.filter(({ ranges }) => ranges.length === 0 || ranges.some(isNear)).map(({ row }) => row);
  }, rows);
}

const holds = ({ min, max, isOver }: Range, value: number): boolean =>
  (isOver ? value > min : value >= min) && value <= max;

/** A figure alone («3 года») is no range. */
function rangesIn(line: string): Range[] {
  return matchesIn(line).flatMap(({ kind, bound, from, to }): Range[] => {
    if (!Number.isNaN(to)) return [{ kind, min: from, max: to, isOver: false, isUpTo: false }];
    if (UP_TO.test(bound)) return [{ kind, min: 0, max: from, isOver: false, isUpTo: true }];
    const isOver = OVER.test(bound);
    return bound === '' ? [] : [{ kind, min: from, max: Number.POSITIVE_INFINITY, isOver, isUpTo: false }];
  });
}

type Match = { whole: string; kind: Kind; bound: string; from: number; to: number };

const matchesIn = (text: string): Match[] =>
  [...text.toLowerCase().matchAll(FIGURE)].flatMap(({ 0: whole, groups: { bound = '', from, to, unit = '' } = {} }) => {
    const [kind] = KINDS.find(([, units]) => units.test(unit)) ?? [];
    return kind === undefined ? [] : [{ whole, kind, bound, from: readNumber(from), to: readNumber(to) }];
  });

const readNumber = (text = ''): number => (text === '' ? Number.NaN : Number(text.replace(',', '.')));
