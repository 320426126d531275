import { embedNoise, embedText } from '@otvet/simulators';
import type { Embedder } from '../../../server/src/domains/knowledge/embedding/port.ts';
import { openProductBases } from './product-bases.ts';
import { type BaselineRow, chooseRows, readBaselines } from './read-baselines.ts';
import { runTask, type TaskResult } from './run-task.ts';
import { evaluationData } from './task-files.ts';

export type VectorsMode = 'simulated' | 'noise';
export type VectorsRow = { task: string; lexical: TaskResult; hybrid: TaskResult };

const DIMENSIONS = 384;

/** The vectors of the simulator, without the way to it. */
export function simulatedEmbedder(mode: VectorsMode): Embedder {
  const embed = mode === 'noise' ? embedNoise : embedText;
  return {
    name: `bench ${mode}`,
    embed: async (texts) => texts.map((text) => Float32Array.from(embed(text, DIMENSIONS))),
  };
}

/** Every situation by words alone and with vectors, by the weights that ship; each pair of figures is lexical and hybrid. */
export async function runWithVectors(mode: VectorsMode, only?: string): Promise<VectorsRow[]> {
  const bases = {
    lexical: await openProductBases({ storesPieces: true }),
    hybrid: await openProductBases({ embedder: simulatedEmbedder(mode) }),
  };
  const rows: VectorsRow[] = [];
  console.log(
    'Per cent, by words alone and with vectors. Right and false are at the threshold that the base found for itself.',
  );
  console.log(`${'task'.padEnd(28)}          R@1           right           false        p50 ms   weight`);
  for (const row of chooseRows(readBaselines(`${evaluationData}README.md`), only)) {
    const files = filesOf(row);
    const lexical = await runTask({ openBase: bases.lexical.openBase, files });
    const hybrid = await runTask({ openBase: bases.hybrid.openBase, files });
    const task = `${row.task} ${row.kb}${row.isDropped ? ' -20' : ''}`;
    rows.push({ task, lexical, hybrid });
    const { weight = 0, won = 0, lost = 0, asked = 0 } = bases.hybrid.tried() ?? {};
    console.log(`${lineOf(task, lexical, hybrid)}   ${weight} (${won} won, ${lost} lost of ${asked})`);
  }
  await bases.lexical.close();
  await bases.hybrid.close();
  return rows;
}

function filesOf({ task, kb, isDropped }: BaselineRow) {
  const folder = `${evaluationData}tasks/${task}`;
  return {
    kb: `${folder}/${kb}.jsonl`,
    queries: `${folder}/queries.jsonl`,
    drop: isDropped ? `${folder}/drop20.txt` : undefined,
  };
}

function lineOf(task: string, lexical: TaskResult, hybrid: TaskResult): string {
  const pair = (read: (result: TaskResult) => number | null) =>
    [lexical, hybrid].map((result) => share(read(result)).padStart(8)).join('');
  return [
    task.padEnd(28),
    pair(({ r1 }) => r1),
    pair(({ decided }) => decided.rightShare),
    pair(({ decided }) => decided.falseShare),
    `${lexical.p50Ms.toFixed(2)} ${hybrid.p50Ms.toFixed(2)}`.padStart(14),
  ].join('');
}

const share = (value: number | null) => (value === null ? '-' : (value * 100).toFixed(1));
