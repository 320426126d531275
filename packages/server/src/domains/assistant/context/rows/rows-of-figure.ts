import { isPriceWord, stemWord } from '../../../knowledge/index.ts';
import { figureAsked, figuresOfRow, kindOfRow, rowsHolding } from '../figures/figures.ts';
import { isAmong, isSubject } from '../words/alike-words.ts';
import { columnsOf, type Row } from './list-rows.ts';

/** `isUnclear`: the figure may be one of two things, and the rows are of both; no rows: none of their kind has it. */
export type RowsOfFigure = { rows: Row[]; isUnclear: boolean };

/**
 * «а 6?» straight after «Генератор 3 кВт», «20 кг» after the rows of «Вольер»: those of the same kind that have the figure. One that
 * stands alone is of what tells the rows apart by their names, or else by their cells. Undefined where they have no such figure.
 */
export function rowsOfFigure(
  question: string,
  { rows, said }: { rows: readonly Row[]; said: readonly Row[] },
): RowsOfFigure | undefined {
  const figure = figureAsked(question);
  if (figure === undefined) return undefined;
  const kinds = new Set(said.map(kindOfRow));
  const kin = rows.filter((row) => kinds.has(kindOfRow(row)));
  const units = new Set(kin.flatMap((row) => figuresOfRow(row).map(({ unit }) => unit)));
  const known = narrow(kin, figure.others);
  if (known === undefined) return undefined;
  const isNamed = figure.unit !== '' && (figure.isKnown || units.has(figure.unit));
  const readings = isNamed ? [...units].filter((unit) => unit === figure.unit) : tellingUnits(known);
  if (readings.length === 0) return undefined;
  const found = readings.map((unit) => rowsHolding(known, { unit, value: figure.value, isBare: !isNamed }));
  const [first = [], ...more] = found.filter((holding) => holding.length > 0);
  return { rows: [...new Set([...first, ...more.flat()])], isUnclear: more.length > 0 };
}

/** Those that have all words beside the figure; undefined where a word is of none of them. */
function narrow(rows: readonly Row[], words: readonly string[]): readonly Row[] | undefined {
  const asked = words.filter((word) => isSubject(word) && !isPriceWord(word));
  const columns = [...new Set(rows.flatMap(columnsOf))];
  const named = asked.filter((word) => !isAmong(word, columns));
  const having = rows.filter(({ words: own }) => named.every((word) => isAmong(word, own.map(stemWord))));
  return having.length === 0 ? undefined : having;
}

/** The units of figures that are not the same in all rows; of names before those of cells. */
function tellingUnits(rows: readonly Row[]): string[] {
  const figures = rows.map(figuresOfRow);
  for (const isOfName of [true, false]) {
    const units = new Set(figures.flat().flatMap((one) => (one.isOfName === isOfName ? [one.unit] : [])));
    const telling = [...units].filter((unit) => {
      const ends = figures.map((each) =>
        each
          .flatMap((one) => (one.unit === unit && one.isOfName === isOfName ? [`${one.min}-${one.max}`] : []))
          .join(' '),
      );
      return (isOfName && rows.length === 1) || new Set(ends).size > 1;
    });
    if (telling.length > 0) return telling;
  }
  return [];
}
