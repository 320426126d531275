/** One measured figure; `budget` is what it is held to, `figure` in the same unit. */
export type Figure = {
  name: string;
  figure: number;
  unit: 'ratio' | 'ms' | 's' | 'MB' | 'B' | '%' | 'per s' | 'requests';
  budget?: { max: number } | { min: number };
};

export type JudgedFigure = Figure & { isWithin: boolean | null };

export function judgeFigure(figure: Figure): JudgedFigure {
  const { budget } = figure;
  if (budget === undefined) return { ...figure, isWithin: null };
  return { ...figure, isWithin: 'max' in budget ? figure.figure <= budget.max : figure.figure >= budget.min };
}

function showNumber(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2).replace(/\.?0+$/, '');
}

function showBudget({ budget }: Figure): string {
  if (budget === undefined) return '';
  return 'max' in budget ? `≤ ${showNumber(budget.max)}` : `≥ ${showNumber(budget.min)}`;
}

function showVerdict({ isWithin }: JudgedFigure): string {
  if (isWithin === null) return '';
  return isWithin ? 'ok' : 'over';
}

/** Name, figure, unit, budget, verdict; one line each. */
export function showFigures(figures: JudgedFigure[]): string {
  const width = Math.max(...figures.map(({ name }) => name.length), 4);
  return figures
    .map((figure) =>
      [
        figure.name.padEnd(width),
        showNumber(figure.figure).padStart(10),
        figure.unit.padEnd(6),
        showBudget(figure).padEnd(8),
        showVerdict(figure),
      ]
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The value below which `share` of the values lie. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** The middle value, for rounds of one run. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle - 1)] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

/** The mean of ratios: one that doubles and one that halves give 1. */
export function geometricMean(ratios: number[]): number {
  return Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
}
