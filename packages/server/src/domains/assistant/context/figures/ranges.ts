import { wordsOf } from '../../talk/words.ts';

type Kind =
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
/** `words`: as they stand in the question. */
type AskedFigure = { kind: Kind; value: number; words: readonly string[] };
/** `isOver`: beginning above its lower end; `isUpTo`: without a lower end. */
type Range = { kind: Kind; min: number; max: number; isOver: boolean; isUpTo: boolean };

/** With how many of the smallest unit of the kind each is. */
const KINDS: ReadonlyArray<readonly [Kind, RegExp, number]> = [
  ['mass', /^(?:кг|килограмм|kg|kilo)/u, 1],
  ['people', /^(?:чел|персон|гост|дет|people|person|guest|kid|child)/u, 1],
  ['age', /^(?:лет|год|year)/u, 1],
  ['area', /^(?:м²|м2|кв\.?\s?м|квадрат|sq)/u, 1],
  ['distance', /^(?:км|километр|km)/u, 1],
  ['length', /^(?:мм|mm)/u, 1],
  ['length', /^(?:см|cm)/u, 10],
  ['time', /^(?:мин|min)/u, 1],
  ['time', /^(?:ч|h)/u, 60],
  ['time', /^(?:сут|дн|день|day)/u, 1440],
  ['time', /^(?:недел|week)/u, 10080],
  ['time', /^(?:месяц|month)/u, 43200],
  ['volume', /^(?:мл|ml)/u, 1],
  ['volume', /^(?:л|l)/u, 1000],
  ['power', /^(?:квт|kw)/u, 1],
  ['length', /^(?:м|m)/u, 1000],
  ['pieces', /^(?:шт|item|pcs|piece)/u, 1],
  ['visits', /^(?:посещен|заняти|сеанс|visit|lesson|session)/u, 1],
];
/** A row has a price for each number of them: one that it does not name makes no other thing of it. */
const AMOUNTS: ReadonlySet<Kind> = new Set<Kind>(['time', 'pieces', 'visits']);
/** «до 20 человек», «10–30 кг», «от 10 до 30 кг», «свыше 30 кг», "10+ items", and «20 кг». */
const FIGURE =
  /(?<![\p{L}\p{N}]|\p{N}[.,])(?:(?<bound>не менее|не меньше|не младше|at least|не более|не больше|не старше|до|менее|меньше|младше|up to|under|от|свыше|более|больше|старше|from|over)\s)?(?<from>\p{N}{1,4}(?:[.,]\p{N}+)?)(?<plus>\+)?(?:(?:\s\p{L}{1,4}\.?)?\s?(?:[-–—]|(?:до|to)(?=\s))\s?(?<to>\p{N}{1,4}(?:[.,]\p{N}+)?))?[\s-]?(?<unit>кг|килограмм\p{L}*|kg|kilos?|человек\p{L}*|чел|персон\p{L}*|гост\p{L}{2,3}|дет(?:ей|и|ям)|people|persons?|guests|kids|children|лет|год(?:а|ам)?|years?|м²|м2|кв\.?\s?м|квадрат\p{L}*|sq\.?\s?m|км|километр\p{L}*|km|мм|см|м|метр(?:а|ов|ы)?|mm|cm|m|met(?:er|re)s?|мин|минут\p{L}?|minutes?|mins?|ч|час(?:а|ов)?|hours?|hrs?|h|сут(?:ки|ок)|дн(?:я|ей)|день|days?|недел[яиюь]|weeks?|месяц(?:а|ев)?|months?|л|литр(?:а|ов)?|мл|l|ml|lit(?:er|re)s?|квт|kw|шт|штук\p{L}?|items?|pcs|pieces?|посещени\p{L}{1,2}|заняти\p{L}{1,2}|сеанс(?:а|ов)?|visits?|lessons?|sessions?)(?![\p{L}\p{N}])/giu;
/** «R13–R15», «R16», «р17», «16 радиус», «радиус 16». */
const RADIUS =
  /(?<![\p{L}\p{N}])(?:(?:[rр]|радиус\p{L}*\s|radius\s)(?<from>\p{N}{2})(?:\s?[-–—]\s?[rр]?(?<to>\p{N}{2}))?|(?<before>\p{N}{2})\s(?:радиус\p{L}*|radius))(?![\p{L}\p{N}])/giu;
export const UP_TO = /^(?:не (?:более|больше|старше)|до|менее|меньше|младше|up to|under)/u;
export const OVER = /^(?:свыше|более|больше|старше|over)/u;
const DIGITS = /^\p{N}+$/u;

/** The figures of a question that are no ranges themselves. */
export const figuresAsked = (question: string): AskedFigure[] =>
  matchesIn(question).flatMap(({ whole, kind, bound, from, to }) =>
    bound === '' && Number.isNaN(to) ? [{ kind, value: from, words: wordsOf(whole) }] : [],
  );

/** Whether a range of the row has the figure in it; undefined where it has none of that kind. */
export function holdsFigure(line: string, { kind, value }: AskedFigure): boolean | undefined {
  const ranges = rangesIn(line).filter((range) => range.kind === kind);
  const isHeld = ranges.some((range) => holds(range, value));
  return isHeld || (ranges.length > 0 && !AMOUNTS.has(kind)) ? isHeld : undefined;
}

/** Whether a number of a question stands in a text only under another unit than there: «5 суток» beside «5 кг», «30 суток» beside «30 минут». */
export function isUnderOtherUnit(number: string, { question, said }: { question: string; said: string }): boolean {
  const asked = matchesIn(question).find(({ whole }) => wordsOf(whole).includes(number));
  if (asked === undefined || !DIGITS.test(number)) return false;
  const ends = new Set([asked.from, asked.to].filter((end) => !Number.isNaN(end)));
  const isSame = ({ kind, from, to }: Match) => kind === asked.kind && (ends.has(from) || ends.has(to));
  const others = matchesIn(said).flatMap((match) => (isSame(match) ? [] : wordsOf(match.whole)));
  const countIn = (words: readonly string[]) => words.filter((word) => word === number).length;
  return countIn(others) > 0 && countIn(others) === countIn(wordsOf(said));
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

/** A range that is asked for is meant as a row has it: «вольер до 10 кг» is none «от 10 до 30 кг». */
export function keepSameRange<Row extends { line: string }>(rows: Row[], question: string): Row[] {
  const asked = matchesIn(question).flatMap((match) =>
    match.bound === '' && Number.isNaN(match.to) ? [] : match.whole,
  );
  const ranges = asked.flatMap(rangesIn);
  const isSame = (row: Row) =>
    ranges.every(({ kind, min, max }) =>
      rangesIn(row.line).some((own) => own.kind === kind && own.min === min && own.max === max),
    );
  const same = ranges.length === 0 ? [] : rows.filter(isSame);
  return same.length > 0 ? same : rows;
}

const holds = ({ min, max, isOver }: Range, value: number): boolean =>
  (isOver ? value > min : value >= min) && value <= max;

/** A figure alone («3 года») is no range, but an amount that has a price («1 сутки»). */
function rangesIn(line: string): Range[] {
  return matchesIn(line).flatMap(({ kind, bound, from, to }): Range[] => {
    if (!Number.isNaN(to)) return [{ kind, min: from, max: to, isOver: false, isUpTo: false }];
    if (UP_TO.test(bound)) return [{ kind, min: 0, max: from, isOver: false, isUpTo: true }];
    if (bound === '') return AMOUNTS.has(kind) ? [{ kind, min: from, max: from, isOver: false, isUpTo: false }] : [];
    return [{ kind, min: from, max: Number.POSITIVE_INFINITY, isOver: OVER.test(bound), isUpTo: false }];
  });
}

type Match = { whole: string; kind: Kind; bound: string; from: number; to: number };

function matchesIn(text: string): Match[] {
  const said = text.toLowerCase();
  const figures = [...said.matchAll(FIGURE)].flatMap(({ 0: whole, groups = {} }): Match[] => {
    const { bound = groups.plus === undefined ? '' : 'от', from, to, unit = '' } = groups;
    const [kind, , factor = 1] = KINDS.find(([, units]) => units.test(unit)) ?? [];
    return kind === undefined
      ? []
      : [{ whole, kind, bound, from: readNumber(from) * factor, to: readNumber(to) * factor }];
  });
  const radii = [...said.matchAll(RADIUS)].map(
    ({ 0: whole, groups = {} }): Match => ({
      ...{
        whole,
        kind: 'radius',
        bound: '',
        from: readNumber(groups.from ?? groups.before),
        to: readNumber(groups.to),
      },
    }),
  );
  return [...figures, ...radii];
}

const readNumber = (text = ''): number => (text === '' ? Number.NaN : Number(text.replace(',', '.')));
