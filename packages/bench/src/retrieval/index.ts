import { parseArgs } from 'node:util';
import { openProductBases } from './product-bases.ts';
import { runAllTasks } from './run-all-tasks.ts';
import { runTask } from './run-task.ts';
import { runWithVectors } from './run-with-vectors.ts';
import { runSmallBases } from './small-bases/run-small-bases.ts';
import { hasEvaluationData } from './task-files.ts';

/** `bench retrieval [--kb FILE --queries FILE [--drop FILE] [--out FILE] | [--vectors simulated|noise] [--task NAME,…] | --small]`: the last line is JSON. */
export async function retrievalBench(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      kb: { type: 'string' },
      queries: { type: 'string' },
      drop: { type: 'string' },
      out: { type: 'string' },
      vectors: { type: 'string' },
      task: { type: 'string' },
      small: { type: 'boolean' },
    },
  });
  const { kb, queries, drop, out } = values;
  if (kb !== undefined && queries !== undefined) {
    const bases = await openProductBases();
    const result = await runTask({ files: { kb, queries, drop }, openBase: bases.openBase, out });
    await bases.close();
    console.log(JSON.stringify(result));
    return;
  }
  if (values.small) {
    console.log(JSON.stringify(await runSmallBases()));
    return;
  }
  if (kb !== undefined || queries !== undefined) throw new Error('--kb and --queries go together');
  if (!hasEvaluationData()) {
    console.log('The evaluation data (../shared/data) are absent: nothing measured.');
    console.log(JSON.stringify({ rows: 0 }));
    return;
  }
  const { vectors, task } = values;
  if (vectors !== undefined) {
    if (vectors !== 'simulated' && vectors !== 'noise') throw new Error('--vectors is simulated or noise');
    const rows = await runWithVectors(vectors, task);
    console.log(JSON.stringify({ rows }));
    return;
  }
  const bases = await openProductBases();
  const { rows, means } = await runAllTasks(bases.openBase, task);
  await bases.close();
  console.log(
    JSON.stringify({
      means,
      rows: rows.map(({ baseline, result }) => ({ ...baseline, baselineR1: baseline.r1, ...result })),
    }),
  );
}
