import { cellsOfRow, isFilled } from '@otvet/contract/values';
import { statesPrice, stemWord } from '../../../knowledge/index.ts';
import { isPreposition, wordsOf } from '../../talk/words.ts';
import { isIncludedColumn } from '../rows/includes-only.ts';
import type { Row } from '../rows/list-rows.ts';
import { holds } from './ranges.ts';
import { type Figure as ReadFigure, readFigures, round, unlessMany, withoutFigures } from './read-figures.ts';
import { readUnit } from './units.ts';

/** `unit`: the kind that it is of, the word behind it where that is no unit, and '' of a figure alone. */
type Figure = ReadFigure & { unit: string };
/** `isKnown`: the unit is one, and no word that happens to stand behind; `others`: the words of the question beside the figure. */
export type AskedFigure = { unit: string; isKnown: boolean; value: number; others: string[] };
/** `isOfName`: it stands in what the row is called. */
type FigureOfRow = Figure & { isOfName: boolean };

/** The figure that a question asks of; undefined where it has none, several, or a range. */
export function figureAsked(question: string): AskedFigure | undefined {
  const [figure, ...more] = figuresAlone(question);
  return more.length === 0 && figuresIn(question).length === 1 ? figure : undefined;
}

/** All figures of a question that are no ranges. */
export const figuresAlone = (question: string): AskedFigure[] =>
  unlessMany(figuresIn(question)).flatMap(({ unit, kind, min, max, said }) => {
    const words = new Set(wordsOf(said));
    const others = wordsOf(question).filter((word) => !words.has(word));
    return min === max ? [{ unit, isKnown: kind !== undefined, value: min, others }] : [];
  });

/** Of what a row is called, and of its cells but prices and what is included. */
export function figuresOfRow({ name, line }: Row): FigureOfRow[] {
  const own = figuresIn(name).map((figure) => ({ ...figure, isOfName: true }));
  const cells = (cellsOfRow(line) ?? []).filter(
    (cell) => isFilled(cell) && !isIncludedColumn(cell.name) && !statesPrice(`${cell.name}: ${cell.value}`),
  );
  const others = cells.flatMap(({ name: column, value }) =>
    name.endsWith(value) ? [] : figuresIn(value).map((figure) => ({ ...underColumn(figure, column), isOfName: false })),
  );
  return [...own, ...others];
}

/** What a row is called without its figures: «Генератор 3 кВт» and «Генератор 6 кВт» are one kind. */
export const kindOfRow = ({ name }: Row): string => wordsOf(withoutFigures(name)).map(stemWord).join(' ');

/** The rows whose figure holds the value, those nearest to it; `isBare`: it is of no unit, and so of that of each row. */
export function rowsHolding(rows: readonly Row[], asked: { unit: string; value: number; isBare?: boolean }): Row[] {
  const valueIn = ({ factor }: Figure) => (asked.isBare === true ? asked.value * factor : asked.value);
  const holding = rows.flatMap((row) => {
    const figures = figuresOfRow(row).filter((figure) => figure.unit === asked.unit && holds(figure, valueIn(figure)));
    return figures.length === 0 ? [] : [{ row, figures }];
  });
  const isNamed = (figure: Figure) => [figure.min, figure.max].includes(valueIn(figure));
  const named = holding.filter(({ figures }) => figures.some(isNamed));
  if (named.length > 0) return named.map(({ row }) => row);
  const nearest = Math.min(
    ...holding.flatMap(({ figures }) => figures.flatMap((one) => (one.isUpTo ? [one.max] : []))),
  );
  const isNear = ({ isUpTo, max }: Figure) => !isUpTo || max === nearest;
  return holding.filter(({ figures }) => figures.some(isNear)).map(({ row }) => row);
}

const figuresIn = (text: string): Figure[] =>
  readFigures(text).map((figure) => ({ ...figure, unit: figure.kind ?? nameOfUnit(figure.word) }));

const nameOfUnit = (word: string): string => (word === '' || isPreposition(word) ? '' : stemWord(word));

/** «Вес, кг: 20–30» */
function underColumn(figure: Figure, column: string): Figure {
  const [unit] = figure.unit === '' ? wordsOf(column).flatMap((word) => readUnit(word) ?? []) : [];
  if (unit === undefined) return figure;
  const { kind, factor } = unit;
  return { ...figure, unit: kind, kind, factor, min: round(figure.min * factor), max: round(figure.max * factor) };
}
