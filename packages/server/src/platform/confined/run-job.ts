import type { Clock } from '../time/clock.ts';
import {
  type ConfinedBounds,
  ConfinedJobError,
  type JobFailure,
  type JobOrder,
  type JobResult,
  type ReportProgress,
} from './confined-job.ts';
import type { KeptChild } from './keep-child.ts';

type Run = {
  child: Pick<KeptChild, 'take'>;
  order: Pick<JobOrder, 'module' | 'bytes' | 'input'>;
  bounds: ConfinedBounds;
  onProgress?: ReportProgress | undefined;
  clock: Pick<Clock, 'after'>;
  monotonicMs: () => number;
  /** No process is to be started any more. */
  isClosed(): boolean;
};

/** The job had no part in these. */
const ofOthers = new Set<JobFailure>(['killed', 'not-started']);
/** Earlier jobs of the same process may have had: they leave things in its memory. */
const perhapsOfEarlier = new Set<JobFailure>(['memory', 'crashed']);

type Try = { kind: 'done'; result: JobResult<unknown> } | { kind: 'failed'; error: unknown; isWorthAnother: boolean };

/** Does a job within its bounds; once more when it may not be at fault. */
export async function runJob(run: Run): Promise<JobResult<unknown>> {
  const { bounds, monotonicMs } = run;
  const begin = monotonicMs();
  const spent = () => monotonicMs() - begin;
  let tried = await tryJob(run, bounds.maxMs);
  if (tried.kind === 'failed' && tried.isWorthAnother && !run.isClosed())
    tried = await tryJob(run, Math.max(0, bounds.maxMs - spent()));
  if (tried.kind === 'done') return tried.result;
  // One that was ended says nothing of a processor.
  if (tried.error instanceof ConfinedJobError && tried.error.reason !== 'failed') tried.error.ms = spent();
  throw tried.error;
}

/** The process that did not answer in time is killed: the next job gets a new one. */
async function tryJob({ child, order, bounds, clock, onProgress }: Run, withinMs: number): Promise<Try> {
  let cancel: () => void = () => undefined;
  let isLate = false;
  let isUsed = false;
  try {
    const process = await child.take();
    isUsed = process.isUsed();
    cancel = clock.after(withinMs, () => {
      isLate = true;
      process.kill();
    });
    const { maxCpuMs, maxMegabytes } = bounds;
    return { kind: 'done', result: await process.run({ ...order, maxCpuMs, maxMegabytes }, onProgress) };
  } catch (failure) {
    const error = isLate ? lateError(bounds) : failure;
    return { kind: 'failed', error, isWorthAnother: isOfOthers(error, isUsed) };
  } finally {
    cancel();
  }
}

function lateError({ maxMs }: ConfinedBounds): ConfinedJobError {
  return Object.assign(new ConfinedJobError('time', `The job took longer than ${maxMs} ms`), { isOfMachine: true });
}

function isOfOthers(error: unknown, isUsed: boolean): boolean {
  if (!(error instanceof ConfinedJobError) || error.isOfJob) return false;
  return ofOthers.has(error.reason) || (isUsed && perhapsOfEarlier.has(error.reason));
}
