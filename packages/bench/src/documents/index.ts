import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { evaluationDocuments, hasEvaluationDocuments, readExpected } from './document-files.ts';
import { importDocuments, type MeasuredRun } from './import-documents.ts';
import { openImport } from './open-import.ts';
import { type DocumentScore, scoreDocuments } from './score-documents.ts';

/** `bench documents [--docs FOLDER] [--out FILE]`: through the import of a started product: the score, and JSON on the last line. */
export async function documentsBench(argv: string[]): Promise<void> {
  const { values } = parseArgs({ args: argv, options: { docs: { type: 'string' }, out: { type: 'string' } } });
  const folder = values.docs ?? evaluationDocuments;
  if (!hasEvaluationDocuments(folder)) {
    if (values.docs !== undefined) throw new Error(`There is no documents.jsonl in ${folder}`);
    console.log('The evaluation data (../shared/data) are absent: nothing measured.');
    console.log(JSON.stringify({ of: 0 }));
    return;
  }
  const expected = readExpected(folder);
  const product = await openImport();
  const runs = await importDocuments(
    product,
    folder,
    expected.map(({ file }) => file),
  );
  await product.close();
  if (values.out !== undefined) writeFileSync(values.out, runs.map((run) => `${JSON.stringify(run)}\n`).join(''));
  const score = scoreDocuments(expected, runs);
  show(score, runs);
}

function show(score: DocumentScore, runs: MeasuredRun[]): void {
  const formats = Object.entries(score.byFormat).map(([format, { passed, of }]) => `${format} ${passed}/${of}`);
  console.log(
    `${score.passed}/${score.of} files as expected; phrases ${score.phrasesFound}/${score.phrases}; ${formats.toSorted().join(', ')}`,
  );
  for (const { file, why, feature } of score.failed) console.log(`  ${file}: ${why}  [${feature}]`);
  const slowest = runs.reduce((most, run) => (run.seconds > most.seconds ? run : most));
  const largest = runs.reduce((most, run) => (run.peakMegabytes > most.peakMegabytes ? run : most));
  console.log(
    `slowest ${slowest.file} ${slowest.seconds.toFixed(2)} s; most memory ${largest.peakMegabytes.toFixed(0)} MB`,
  );
  const { byFormat, failed, ...sums } = score;
  const figures = { slowestSeconds: slowest.seconds, peakMegabytes: largest.peakMegabytes };
  console.log(JSON.stringify({ ...sums, byFormat, failed: failed.map(({ file }) => file), ...figures }));
}
