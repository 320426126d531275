import { readFileSync } from 'node:fs';

/** One measured situation of the evaluation data's README: a task with one of its bases, whole or with entries left out. */
export type BaselineRow = {
  task: string;
  kb: string;
  isDropped: boolean;
  /** Best figure of any baseline column or method, per cent; undefined where the README has none. */
  r1?: number;
  auroc?: number;
  refuseF1?: number;
  rightAtFa5?: number;
};

/** Reads both tables of baselines; figures of several methods for one situation become the best of them. */
export function readBaselines(readme: string): BaselineRow[] {
  const rows = new Map<string, BaselineRow>();
  for (const cells of tableRows(readFileSync(readme, 'utf8'))) {
    const [task = '', base = ''] = cells;
    const retrieval = cells.length === 8 && indexedFields.has(cells[2] ?? '') ? cells : undefined;
    const refusing = cells.length === 11 && /^\d+ \/ \d+$/.test(cells[3] ?? '') ? cells : undefined;
    if (retrieval === undefined && refusing === undefined) continue;
    const isDropped = base.includes('minus drop20');
    const label = base.split(/[ ,]/)[0] ?? '';
    const kb = label === 'all' ? 'kb' : `kb.${label}`;
    const key = `${task}/${kb}/${isDropped}`;
    const row = rows.get(key) ?? { task, kb, isDropped };
    rows.set(key, row);
    if (retrieval) {
      for (const cell of retrieval.slice(4)) row.r1 = best(row.r1, cell);
    }
    if (refusing) {
      row.auroc = best(row.auroc, refusing[4]);
      row.refuseF1 = best(row.refuseF1, refusing[5]);
      row.rightAtFa5 = best(row.rightAtFa5, refusing[7]);
    }
  }
  return [...rows.values()];
}

/** The rows of tasks whose name has one of the given parts, which commas separate; without them all. */
export function chooseRows(rows: readonly BaselineRow[], names: string | undefined): readonly BaselineRow[] {
  if (names === undefined) return rows;
  return rows.filter(({ task }) => names.split(',').some((name) => task.includes(name)));
}

const indexedFields = new Set(['question', 'question+answer', 'text']);

function tableRows(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.slice(1, -1).split('|'))
    .map((cells) => cells.map((cell) => cell.trim()));
}

/** The first number of a cell is the figure itself ("52.1 / 79.0 / 64.0" begins with R@1). */
function best(known: number | undefined, cell: string | undefined): number | undefined {
  const figure = Number.parseFloat(cell ?? '');
  if (Number.isNaN(figure)) return known;
  return known === undefined ? figure : Math.max(known, figure);
}
