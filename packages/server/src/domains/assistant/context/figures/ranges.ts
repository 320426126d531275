import { rememberAnyTexts } from '../../../../platform/text/remember-texts.ts';
import { wordsOf } from '../../talk/words.ts';
import { type Figure, readFigures, unlessMany } from './read-figures.ts';
import { tellsPeriod } from './tells-period.ts';
import type { Kind } from './units.ts';

/** `isPeriod`: of years, whether they are no age; undefined where that is not told. */
type Measure = { kind: Kind; isPeriod: boolean | undefined };
/** `words`: as they stand in the question. */
type AskedFigure = Measure & { value: number; words: readonly string[] };
type MeasuredFigure = Figure & Measure;

/** A row has a price for each number of them: one that it does not name makes no other thing of it. */
const AMOUNTS: ReadonlySet<Kind> = new Set<Kind>(['time', 'pieces', 'visits']);
const CELL_END = /[;\n]/u;
const DIGITS = /^\p{N}+$/u;

/** The figures of a question that are no ranges themselves. */
export const figuresAsked = (question: string): AskedFigure[] =>
  askedIn(question).flatMap(({ said, kind, isPeriod, min, max }) =>
    min === max ? [{ kind, isPeriod, value: min, words: wordsOf(said) }] : [],
  );

const askedIn = (question: string): readonly MeasuredFigure[] => unlessMany(measuredIn(question));

/** Whether a range of the row has the figure in it; undefined where it has none of that kind. */
export function holdsFigure(line: string, asked: AskedFigure): boolean | undefined {
  const ranges = rangesOf(line, asked);
  const isHeld = ranges.some((range) => holds(range, asked.value));
  return isHeld || (ranges.some(isRange) && !AMOUNTS.has(asked.kind)) ? isHeld : undefined;
}

/** Whether a number of a question stands in a text only under another unit than there: «5 суток» beside «5 кг», «30 суток» beside «30 минут». */
export function isUnderOtherUnit(number: string, { question, said }: { question: string; said: string }): boolean {
  const asked = askedIn(question).find((figure) => wordsOf(figure.said).includes(number));
  if (asked === undefined || !DIGITS.test(number)) return false;
  const ends = new Set(endsOf(asked));
  const isSame = (figure: MeasuredFigure) => isOfSame(figure, asked) && endsOf(figure).some((end) => ends.has(end));
  const others = measuredIn(said).flatMap((figure) => (isSame(figure) ? [] : wordsOf(figure.said)));
  const countIn = (words: readonly string[]) => words.filter((word) => word === number).length;
  return countIn(others) > 0 && countIn(others) === countIn(wordsOf(said));
}

const endsOf = ({ min, max, isUpTo }: Figure): number[] =>
  [min, max].filter((end) => Number.isFinite(end) && !(isUpTo && end === min));

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
  return asked.reduce((kept, figure) => {
    const { value } = figure;
    const holding = kept.map((row) => ({
      row,
      ranges: rangesOf(row.line, figure).filter((range) => holds(range, value)),
    }));
    const named = holding.filter(({ ranges }) => ranges.some(({ min, max }) => min === value || max === value));
    if (named.length > 0) return named.map(({ row }) => row);
    const ends = holding.flatMap(({ ranges }) => ranges.flatMap(({ isUpTo, max }) => (isUpTo ? [max] : [])));
    const isNear = ({ isUpTo, max }: Figure) => !isUpTo || max === Math.min(...ends);
    return holding.filter(({ ranges }) => ranges.length === 0 || ranges.some(isNear)).map(({ row }) => row);
  }, rows);
}

/** A range that is asked for is meant as a row has it: «вольер до 10 кг» is none «от 10 до 30 кг». */
export function keepSameRange<Row extends { line: string }>(rows: Row[], question: string): Row[] {
  const ranges = askedIn(question).filter(isRange);
  const isSame = (row: Row) =>
    ranges.every((range) => rangesOf(row.line, range).some((own) => own.min === range.min && own.max === range.max));
  const same = ranges.length === 0 ? [] : rows.filter(isSame);
  return same.length > 0 ? same : rows;
}

export const holds = ({ min, max, isOver }: Figure, value: number): boolean =>
  (isOver ? value > min : value >= min) && value <= max;

/** «гарантия 2 года» is no age «от 1 до 3 лет»; years alone may be either. */
const isOfSame = (one: Measure, other: Measure): boolean =>
  one.kind === other.kind && (one.isPeriod ?? other.isPeriod) === (other.isPeriod ?? one.isPeriod);

const isRange = ({ min, max }: Figure): boolean => min !== max;

/** Those of what is asked. A figure alone («3 года») is none, but an amount that has a price («1 сутки»), or a period that is asked for. */
const rangesOf = (line: string, asked: Measure): MeasuredFigure[] =>
  measuredIn(line).filter(
    (own) => isOfSame(own, asked) && (isRange(own) || AMOUNTS.has(own.kind) || (asked.isPeriod && own.isPeriod)),
  );

const measuredIn: (text: string) => readonly MeasuredFigure[] = rememberAnyTexts(readMeasured);

function readMeasured(text: string): readonly MeasuredFigure[] {
  return text.split(CELL_END).flatMap((cell) => {
    const period = tellsPeriod(cell);
    return readFigures(cell).flatMap(({ kind, ...figure }) =>
      kind === undefined ? [] : [{ ...figure, kind, isPeriod: kind === 'age' ? period : undefined }],
    );
  });
}
