import { familyOf } from './families.ts';
import { openRetrievalFit } from './fit-retrieval.ts';
import { type BaselineRow, chooseRows, readBaselines } from './read-baselines.ts';
import { type OpenBaseFunction, runTask, type TaskResult } from './run-task.ts';
import { evaluationData } from './task-files.ts';

export type AllTasksResult = {
  rows: Array<{ baseline: BaselineRow; result: TaskResult }>;
  means: MeanFigures;
};

type MeanFigures = {
  [figure: string]: { ours: number; baseline: number; rows: number };
};

const figures = [
  { name: 'r1', label: 'R@1' },
  { name: 'auroc', label: 'AUROC' },
  { name: 'refuseF1', label: 'F1' },
  { name: 'rightAtFa5', label: 'right@fa5' },
] as const;

/** Every situation that the evaluation data give a baseline for, or those of the named tasks, printed beside the best baseline of each figure. */
export async function runAllTasks(openBase: OpenBaseFunction, only?: string): Promise<AllTasksResult> {
  const fit = openRetrievalFit();
  const models = new Map(fit.families.map((family) => [family, fit.fit(family)]));
  const rows: AllTasksResult['rows'] = [];
  console.log(
    'Per cent; each pair is the best baseline and ours, by weights that were fitted without the data of the same family.',
  );
  console.log(
    'At the threshold that the base found for itself: right, of the answerable; false, of those without an answer;',
  );
  console.log(
    'wrong, of the answers; asked back, of the answerable. Spans: answers that contain one, and their mean length.',
  );
  console.log(headline());
  for (const baseline of chooseRows(readBaselines(`${evaluationData}README.md`), only)) {
    const folder = `${evaluationData}tasks/${baseline.task}`;
    const result = await runTask({
      openBase,
      model: models.get(familyOf(baseline.task)),
      files: {
        kb: `${folder}/${baseline.kb}.jsonl`,
        queries: `${folder}/queries.jsonl`,
        drop: baseline.isDropped ? `${folder}/drop20.txt` : undefined,
      },
    });
    rows.push({ baseline, result });
    console.log(lineOf(baseline, result));
  }
  const means = meansOf(rows);
  for (const [name, { ours, baseline, rows: count }] of Object.entries(means)) {
    console.log(`mean ${name.padEnd(10)} baseline ${baseline.toFixed(1)}  ours ${ours.toFixed(1)}  (${count} rows)`);
  }
  return { rows, means };
}

function headline(): string {
  const cells = figures.map(({ label }) => label.padStart(13)).join('');
  return `${'task'.padEnd(28)}${cells}    R@5   MRR | right false wrong asked | spans words | p50 ms p99`;
}

function lineOf(baseline: BaselineRow, result: TaskResult): string {
  const name = `${baseline.task} ${baseline.kb}${baseline.isDropped ? ' -20' : ''}`;
  const pairs = figures.map(({ name: figure }) => {
    const ours = result[figure];
    return `${cell(baseline[figure])}${cell(ours === null ? undefined : ours * 100)}`.padStart(13);
  });
  const { decided, clarified } = result;
  const shares = [decided.rightShare, decided.falseShare, decided.wrongShareOfAnswers, clarified.answerable];
  return [
    name.padEnd(28),
    pairs.join(''),
    cell(result.r5 * 100),
    cell(result.mrr10 * 100),
    ' |',
    shares.map((share) => cell(share === null ? undefined : share * 100)).join(''),
    ' |',
    cell(result.spans.contained === null ? undefined : result.spans.contained * 100),
    cell(result.spans.words ?? undefined),
    ' |',
    result.p50Ms.toFixed(2).padStart(6),
    result.p99Ms.toFixed(2).padStart(6),
  ].join('');
}

function cell(figure: number | undefined): string {
  return (figure === undefined ? '-' : figure.toFixed(1)).padStart(6);
}

function meansOf(rows: AllTasksResult['rows']): MeanFigures {
  const means: MeanFigures = {};
  for (const { name } of figures) {
    let [ours, baseline, count] = [0, 0, 0];
    for (const row of rows) {
      const theirs = row.baseline[name];
      const own = row.result[name];
      if (theirs === undefined || own === null) continue;
      ours += own * 100;
      baseline += theirs;
      count += 1;
    }
    if (count > 0) means[name] = { ours: ours / count, baseline: baseline / count, rows: count };
  }
  return means;
}
