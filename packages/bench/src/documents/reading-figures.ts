import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { type Answers, openSteadyAnswers, type SteadyAnswers } from '../answer-latency/steady-answers.ts';
import type { BenchOptions } from '../bench.ts';
import { type Figure, quantile } from '../figures.ts';
import { takeProfileOption } from '../harness/profile-option.ts';
import type { importAgain } from './import-again.ts';
import { importBytes } from './import-documents.ts';
import { makeLargestPdf, makePages } from './made-pdfs.ts';

const WARM_UP_SECONDS = 6;
/** What the last reading of a phase leaves to do is no part of the quiet one after it. */
const SETTLE_SECONDS = 3;
const MEGABYTE = 1024 * 1024;

type Importing = z.infer<typeof importAgain>['product'];
type Run = z.infer<typeof reports>[number];
/**
 * `quiet` and `again`: while nothing is read, before and after each `busy`. They differ by chance alone. `beside`: while nothing is
 * read, but another program works on the same processors, which goes behind the product as the reading does.
 */
type Phases = Record<'quiet' | 'busy' | 'again' | 'beside', Answers[]> & { runs: Run[] };

/**
 * How long 100 pages take, and what customers feel of a PDF of 10 MB that is read meanwhile, over and over: in turn with
 * times when nothing is read, so that whatever else the machine does falls on all of them.
 */
export async function readingFigures({ argv, isShort }: BenchOptions): Promise<Figure[]> {
  const steady = await openSteadyAnswers(takeProfileOption(argv));
  const { url, pid, knowledgeBaseId, owner } = steady.product;
  const product = { url, pid, knowledgeBaseId, token: owner.token };
  const hundred = await importBytes(product, { name: 'hundred.pdf', bytes: makePages(100) });
  if (hundred.status !== 'text') throw new Error(`The hundred pages were not read: ${hundred.message}`);
  await steady.measure(WARM_UP_SECONDS);
  const large = makeLargestPdf();
  const size = isShort ? { rounds: 3, seconds: 10 } : { rounds: 4, seconds: 30 };
  const { runs, ...phases } = await measureInTurn({ steady, product, large, ...size });
  await steady.close();
  const { read, sent } = partBySending(phases.busy, runs);
  const peak = Math.max(hundred.peakMegabytes, ...runs.map(({ peakMegabytes }) => peakMegabytes));
  return [
    { name: '100 pages of a PDF, uploaded and read', figure: hundred.seconds, unit: 's', budget: { max: 120 } },
    { name: `PDF of ${(large.length / MEGABYTE).toFixed(1)} MB, read`, figure: runs[0]?.seconds ?? 0, unit: 's' },
    { name: 'memory of the worker', figure: peak, unit: 'MB' },
    { name: 'answer queued, nothing is read, p99', figure: p99(timesOf(phases.quiet)), unit: 'ms' },
    { name: 'answer queued, nothing is read either, p99', figure: p99(timesOf(phases.again)), unit: 'ms' },
    { name: 'answer queued, another program computes, p99', figure: p99(timesOf(phases.beside)), unit: 'ms' },
    { name: 'answer queued, while that PDF is read, p99', figure: p99(read), unit: 'ms', budget: { max: 100 } },
    { name: 'answer queued, while it is sent, p99', figure: p99(sent), unit: 'ms', budget: { max: 100 } },
    { name: 'answered within 10 s while it is read', figure: shareOf(phases.busy), unit: '%', budget: { min: 100 } },
  ];
}

type InTurn = { steady: SteadyAnswers; product: Importing; large: Buffer; rounds: number; seconds: number };

async function measureInTurn({ steady, product, large, rounds, seconds }: InTurn): Promise<Phases> {
  const phases: Phases = { quiet: [], busy: [], again: [], beside: [], runs: [] };
  for (let round = 0; round < rounds; round += 1) {
    phases.quiet.push(await steady.measure(seconds));
    const reading = readAgain({ product, name: 'large.pdf', bytes: new Uint8Array(large) });
    phases.busy.push(await steady.measure(seconds));
    phases.runs.push(...(await reading.end()));
    await steady.measure(SETTLE_SECONDS);
    phases.again.push(await steady.measure(seconds));
    const program = computeBeside();
    phases.beside.push(await steady.measure(seconds));
    program.end();
  }
  return phases;
}

/** A program that knows nothing of the product and only computes, at the priority of the process that reads. */
function computeBeside(): { end(): void } {
  const child = spawn(process.execPath, ['-e', 'for (;;) Math.random();'], { stdio: 'ignore', detached: true });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  return { end: () => child.kill('SIGKILL') };
}

const p99 = (times: number[]) => quantile(times, 0.99);
const timesOf = (found: Answers[]) => found.flatMap(({ fromStart }) => fromStart);

/**
 * The sender is on the same machine, so that 10 MB come as fast as they can be taken: another work than to read them. What is
 * asked between two files, beside the removal of the first, is neither.
 */
function partBySending(found: Answers[], runs: Run[]): { read: number[]; sent: number[] } {
  const isSending = (at: number) => runs.some(({ beganAt, sentMs }) => at >= beganAt && at < beganAt + sentMs);
  const isReading = (at: number) =>
    runs.some(({ beganAt, sentMs, seconds }) => at >= beganAt + sentMs && at < beganAt + seconds * 1000);
  const asked = found.flatMap(({ askedAt, fromStart }) =>
    askedAt.map((at, place) => ({ at, ms: fromStart[place] ?? 0 })),
  );
  const within = (isOf: (at: number) => boolean) => asked.filter(({ at }) => isOf(at)).map(({ ms }) => ms);
  return { read: within(isReading), sent: within(isSending) };
}

function shareOf(found: Answers[]): number {
  const answered = found.reduce((sum, { fromStart }) => sum + fromStart.length, 0);
  const late = found.reduce((sum, one) => sum + one.late, 0);
  return (100 * answered) / (answered + late);
}

const reports = z.array(
  z.object({ seconds: z.number(), peakMegabytes: z.number(), beganAt: z.number(), sentMs: z.number() }),
);

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
