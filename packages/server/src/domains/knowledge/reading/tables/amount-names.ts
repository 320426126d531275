import { MONEY } from '../text/find-rows.ts';
import { isColumnName, isName } from './column-names.ts';

/** Words that bound an amount. */
const BOUNDS = new Set('от до с по свыше более менее больше меньше from to up over under above below'.split(' '));
/** What the first column is called above rows of prices. */
const NAMES_OF_ROWS = new Set(
  'наименование название товар услуга продукт вид тип размер формат тираж количество кол-во объем вес зона name item product service type size format quantity zone'.split(
    ' ',
  ),
);
const AMOUNT = /^[\p{L}\p{N}\s.,<>≤≥–—-]{1,20}$/u;
const PLAIN_PRICE = /^(?:(?:от|до|from|up to) )?\p{N}[\p{N}\s.,–-]{0,20}$/iu;
/** Phones are no amounts. */
const MAX_DIGITS = 9;
const FITTING_SHARE = 0.6;

type Amount = { column: number; cell: string; shape: string };

/**
 * Whether the figures of a first row name columns of prices: "100 шт", "до 10", "1000" above "450 ₽". What stands below must
 * be of another form: a row of a table without names looks like its neighbours.
 */
export function namesAmounts(first: string[], sample: string[][]): boolean {
  const amounts = [...first.entries()].flatMap(([column, cell]): Amount[] =>
    cell === '' || (isName(cell) && !isAmount(cell)) ? [] : [{ column, cell, shape: shapeOf(cell) }],
  );
  if (!amounts.every(({ cell, column }) => column > 0 && isAmount(cell))) return false;
  // One amount beside a word is often what a thing is or has: "Вес", "500 г".
  if (amounts.length < 2 && first.filter(isColumnName).length < 2) return false;
  const rows = sample.filter((row) => !areNamesAgain(row, amounts));
  if (rows.length * 2 <= sample.length) return false;
  const [lead = ''] = first;
  const isNamed = isColumnName(lead) && !rows.some(([cell = '']) => isColumnName(cell));
  if (amounts.some(({ shape }) => shape === '') ? !areRising(amounts, lead, rows) : !isNamed && !areOfOneUnit(amounts))
    return false;
  return amounts.every((amount) => standsAbovePrices(amount, rows, isNamed));
}

/** Rows of names may be said again for each part of a table. */
function areNamesAgain(row: string[], amounts: readonly Amount[]): boolean {
  return amounts.every(({ column, shape }) => {
    const cell = row[column] ?? '';
    return shape !== '' && isAmount(cell) && shapeOf(cell) === shape;
  });
}

function isAmount(cell: string): boolean {
  const digits = cell.replaceAll(/\D/g, '').length;
  if (digits === 0 || digits > MAX_DIGITS || !AMOUNT.test(cell) || MONEY.test(cell)) return false;
  const [first = ''] = cell.toLowerCase().split(/\s/);
  return BOUNDS.has(first) || !/^\p{L}/u.test(cell);
}

/** What is left without the figures: "шт", "до", "–". */
function shapeOf(cell: string): string {
  return cell
    .toLowerCase()
    .replaceAll(/[\p{N}\s.,]/gu, '')
    .replaceAll(/[–—]/g, '-');
}

/** Figures alone: under a word that names the rows, and each more than the one before. */
function areRising(amounts: readonly Amount[], lead: string, rows: string[][]): boolean {
  if (amounts.length < 2 || !isNameOfRows(lead) || rows.some(([cell = '']) => isNameOfRows(cell))) return false;
  const values = amounts.map(({ cell }) => Number(cell.replaceAll(/\s/g, '').replace(',', '.')));
  return values.every((value, at) => value > (values[at - 1] ?? 0));
}

function isNameOfRows(cell: string): boolean {
  const [word = ''] = cell.toLowerCase().replaceAll('ё', 'е').split(/\s/);
  return NAMES_OF_ROWS.has(word);
}

/** "100 шт" and "500 шт"; "до 10" and "от 50". */
function areOfOneUnit(amounts: readonly Amount[]): boolean {
  const [unit = '', ...others] = amounts.map(({ cell }) => unitOf(cell));
  if (amounts.length < 2 || others.some((other) => other !== unit)) return false;
  return unit !== '' || new Set(amounts.map(({ shape }) => shape)).size > 1;
}

function unitOf(cell: string): string {
  const words = cell.toLowerCase().replaceAll(/\P{L}/gu, ' ').split(' ');
  return words.filter((word) => !BOUNDS.has(word)).join('');
}

function standsAbovePrices({ column, shape }: Amount, rows: string[][], isNamed: boolean): boolean {
  // "По запросу" says nothing of the column.
  const below = rows.map((row) => row[column] ?? '').filter((cell) => /\p{N}/u.test(cell));
  const fitting = below.filter((cell) => {
    if (shape !== '' && shapeOf(cell) === shape) return false;
    return isNamed || PLAIN_PRICE.test(cell) || MONEY.test(cell);
  });
  return below.length > 0 && fitting.length >= below.length * FITTING_SHARE;
}
