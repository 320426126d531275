import { type Boldness, boldnesses } from '@otvet/contract';
import { askBusiness, type BoldnessFigures } from './ask-business.ts';
import { readBusinesses } from './read-business.ts';

export type SmallBaseRow = { name: string; isAside: boolean; passages: number; figures: BoldnessFigures[] };

type Mean = { boldness: Boldness; false: number; maxFalse: number; right: number };

/** `bench retrieval --small`: small bases of made-up businesses; means of those that no constant was chosen on. */
export async function runSmallBases(): Promise<{ rows: SmallBaseRow[]; aside: Mean[] }> {
  const rows: SmallBaseRow[] = [];
  console.log(
    'Per cent. false: of the questions without an answer; right, wrong: of those with one; what the owner reads.',
  );
  for (const business of await readBusinesses()) {
    const { name, isAside, passages } = business;
    const row = { name, isAside, passages: passages.length, figures: await askBusiness(business) };
    rows.push(row);
    for (const figures of row.figures) console.log(lineOf(row, figures));
  }
  const aside = boldnesses.map((boldness) => meanOf(rows, boldness));
  for (const mean of aside) {
    const [falsely, most, right] = [mean.false, mean.maxFalse, mean.right].map((value) => value.toFixed(1));
    console.log(`aside, mean ${mean.boldness.padEnd(8)} false ${falsely} (at most ${most}) right ${right}`);
  }
  return { rows, aside };
}

function meanOf(rows: SmallBaseRow[], boldness: Boldness): Mean {
  const aside = rows.filter(({ isAside }) => isAside).flatMap(({ figures }) => figures);
  const figures = aside.filter((each) => each.boldness === boldness);
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const falsely = figures.map((each) => each.false);
  return {
    boldness,
    false: mean(falsely),
    maxFalse: Math.max(...falsely),
    right: mean(figures.map(({ right }) => right)),
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
  ].join('  ');
}
