import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { openSteadyAnswers } from '../answer-latency/steady-answers.ts';
import type { BenchOptions } from '../bench.ts';
import { type Figure, quantile } from '../figures.ts';
import { takeProfileOption } from '../harness/profile-option.ts';
import type { importAgain } from './import-again.ts';
import { importBytes } from './import-documents.ts';
import { makeLargestPdf, makePages } from './made-pdfs.ts';

const WARM_UP_SECONDS = 6;
const MEGABYTE = 1024 * 1024;

/** How long 100 pages take, and what customers feel of a PDF of 10 MB that is read meanwhile, over and over. */
export async function readingFigures({ argv, isShort }: BenchOptions): Promise<Figure[]> {
  const steady = await openSteadyAnswers(takeProfileOption(argv));
  const { url, pid, knowledgeBaseId, owner } = steady.product;
  const product = { url, pid, knowledgeBaseId, token: owner.token };
  const hundred = await importBytes(product, { name: 'hundred.pdf', bytes: makePages(100) });
  if (hundred.status !== 'text') throw new Error(`The hundred pages were not read: ${hundred.message}`);
  await steady.measure(WARM_UP_SECONDS);
  const seconds = isShort ? 20 : 60;
  const quiet = await steady.measure(seconds);
  const large = makeLargestPdf();
  const reading = readAgain({ product, name: 'large.pdf', bytes: new Uint8Array(large) });
  const busy = await steady.measure(seconds);
  const runs = await reading.end();
  await steady.close();
  const p99 = ({ fromStart }: typeof quiet) => quantile(fromStart, 0.99);
  const shareOf = ({ fromStart, late }: typeof busy) => (100 * fromStart.length) / (fromStart.length + late);
  const peak = Math.max(hundred.peakMegabytes, ...runs.map(({ peakMegabytes }) => peakMegabytes));
  return [
    { name: '100 pages of a PDF, uploaded and read', figure: hundred.seconds, unit: 's', budget: { max: 120 } },
    { name: `PDF of ${(large.length / MEGABYTE).toFixed(1)} MB, read`, figure: runs[0]?.seconds ?? 0, unit: 's' },
    { name: 'memory of the worker', figure: peak, unit: 'MB' },
    { name: 'answer queued, nothing is read, p99', figure: p99(quiet), unit: 'ms' },
    { name: 'answer queued, while that PDF is read, p99', figure: p99(busy), unit: 'ms', budget: { max: 100 } },
    { name: 'answered within 10 s while it is read', figure: shareOf(busy), unit: '%', budget: { min: 100 } },
  ];
}

const reports = z.array(z.object({ seconds: z.number(), peakMegabytes: z.number() }));

/** In a thread of its own: what it takes to send 10 MB and look at what became of them is not put down to the answers. */
function readAgain(workerData: z.infer<typeof importAgain>): { end(): Promise<z.infer<typeof reports>> } {
  const worker = new Worker(new URL('./import-again.ts', import.meta.url), { workerData });
  const told = once(worker, 'message');
  return {
    async end() {
      worker.postMessage('enough');
      return reports.parse((await told)[0]);
    },
  };
}
