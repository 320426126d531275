/**
 * Fits the ranking and the confidence on the evaluation data: `node packages/bench/src/retrieval/fit-model.ts [--write]`
 * prints the weights, and writes both tables into the product. What an unknown base may expect of them is printed by
 * `npm run bench retrieval`, where each task is asked with weights that were fitted without its family.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openRetrievalFit } from './fit-retrieval.ts';

const model = openRetrievalFit().fit();
console.log(model);

function writeTable(file: string, lines: string[]): void {
  const url = new URL(`../../../server/src/domains/knowledge/retrieval/${file}`, import.meta.url);
  writeFileSync(fileURLToPath(url), `${lines.join('\n')}\n`);
}

const rounded = (value: number): number => Number(value.toFixed(3));
const tableLines = (values: Record<string, number>): string[] =>
  Object.entries(values).map(([name, value]) => `  ${name}: ${rounded(value)},`);

const ORIGIN = '/** Fitted by `packages/bench/src/retrieval/fit-model.ts`, which writes this file. */';
if (process.argv.includes('--write')) {
  writeTable('ranking-weights.ts', [
    "import type { RankingFeatures } from './describe-candidate.ts';",
    '',
    ORIGIN,
    'export const rankingWeights: RankingFeatures = {',
    ...tableLines(model.ranking),
    '};',
  ]);
  writeTable('confidence-weights.ts', [
    "import type { ConfidenceFeatures } from './confidence-features.ts';",
    '',
    ORIGIN,
    'export const confidenceWeights: ConfidenceFeatures = {',
    ...tableLines(model.confidence),
    '};',
    '',
    `export const CONFIDENCE_BIAS = ${rounded(model.confidenceBias)};`,
  ]);
}
