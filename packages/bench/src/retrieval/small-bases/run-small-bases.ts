import { type Boldness, boldnesses } from '@otvet/contract';
import type { CustomerFigures } from './ask-as-customer.ts';
import { askBusiness, type BoldnessFigures } from './ask-business.ts';
import { readBusinesses } from './read-business.ts';
import { youngOf } from './young-of.ts';

export type SmallBaseRow = { name: string; isAside: boolean; passages: number; figures: BoldnessFigures[] };

/** So many pairs has a base of the first hour. */
const YOUNG_SIZES = [8, 12];

type Mean = { boldness: Boldness; false: number; maxFalse: number; right: number; customer: CustomerFigures };

/**
 * `bench retrieval --small`: small bases of made-up businesses; means of those that no constant was chosen on, and of the first
 * pairs of all of them.
 */
export async function runSmallBases(): Promise<{ rows: SmallBaseRow[]; aside: Mean[]; young: Mean[][] }> {
  const rows: SmallBaseRow[] = [];
  console.log(
    'Per cent. false: of the questions without an answer; right, wrong: of those with one; what the owner reads; what a customer gets.',
  );
  for (const business of await readBusinesses()) {
    const { name, isAside, passages } = business;
    const row = { name, isAside, passages: passages.length, figures: await askBusiness(business) };
    rows.push(row);
    for (const figures of row.figures) console.log(lineOf(row, figures));
  }
  const ofAside = rows.filter(({ isAside }) => isAside);
  const aside = boldnesses.map((boldness) => meanOf(ofAside, boldness));
  for (const mean of aside) printMean('aside', mean);
  const young = await Promise.all(YOUNG_SIZES.map(askYoung));
  return { rows, aside, young };
}

async function askYoung(pairs: number): Promise<Mean[]> {
  const businesses = (await readBusinesses()).map((business) => youngOf(business, pairs));
  const rows: { figures: BoldnessFigures[] }[] = [];
  for (const business of businesses) rows.push({ figures: await askBusiness(business) });
  const means = boldnesses.map((boldness) => meanOf(rows, boldness));
  for (const mean of means) printMean(`first ${pairs} pairs`, mean);
  return means;
}

function printMean(name: string, mean: Mean): void {
  const [falsely, most, right] = [mean.false, mean.maxFalse, mean.right].map((value) => value.toFixed(1));
  console.log(
    `${name}, mean ${mean.boldness.padEnd(8)} false ${falsely} (at most ${most}) right ${right}; ${said(mean.customer)}`,
  );
}

const said = (customer: CustomerFigures): string =>
  `customer: right ${customer.right.toFixed(1)} wrong ${customer.wrong.toFixed(1)} false ${customer.false.toFixed(1)}`;

function meanOf(rows: ReadonlyArray<{ figures: BoldnessFigures[] }>, boldness: Boldness): Mean {
  const figures = rows.flatMap((row) => row.figures).filter((each) => each.boldness === boldness);
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const falsely = figures.map((each) => each.false);
  return {
    boldness,
    false: mean(falsely),
    maxFalse: Math.max(...falsely),
    right: mean(figures.map(({ right }) => right)),
    customer: {
      right: mean(figures.map(({ customer }) => customer.right)),
      wrong: mean(figures.map(({ customer }) => customer.wrong)),
      false: mean(figures.map(({ customer }) => customer.false)),
    },
  };
}

function lineOf({ name, isAside, passages }: SmallBaseRow, figures: BoldnessFigures): string {
  const cell = (value: number | undefined) => (value === undefined ? '-' : value.toFixed(1)).padStart(5);
  return [
    `${name}${isAside ? ' (aside)' : ''}`.padEnd(20),
    `${passages} passages`,
    figures.boldness.padEnd(8),
    `false ${cell(figures.false)} shown ${cell(figures.shownFalse)}`,
    `right ${cell(figures.right)} wrong ${cell(figures.wrong)} shown ${cell(figures.shownOwn)}`,
    said(figures.customer),
  ].join('  ');
}
