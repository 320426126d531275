import type { Clock } from '../time/clock.ts';
import {
  type ConfinedBounds,
  ConfinedJobError,
  type JobFailure,
  type JobOrder,
  type JobResult,
} from './confined-job.ts';
import type { KeptChild } from './keep-child.ts';

type Run = {
  child: Pick<KeptChild, 'take'>;
  order: Pick<JobOrder, 'module' | 'bytes' | 'input'>;
  bounds: ConfinedBounds;
  clock: Pick<Clock, 'after'>;
  monotonicMs: () => number;
  /** No process is to be started any more. */
  isClosed(): boolean;
};

/** The job may have had no part in these. */
const triedAgain = new Set<JobFailure>(['killed', 'crashed', 'not-started']);

/**
 * Does a job within its bounds; once more when its process ended by no bound, or by that of memory which earlier jobs had
 * taken a part of. The time is that of all tries.
 */
export async function runJob(run: Run): Promise<JobResult<unknown>> {
  const begin = run.monotonicMs();
  const spent = () => run.monotonicMs() - begin;
  try {
    const value = await tryJob(run).catch((error: unknown) => {
      if (run.isClosed() || !isWorthAnother(error)) throw error;
      return tryJob(run);
    });
    return { value, ms: spent() };
  } catch (error) {
    if (error instanceof ConfinedJobError) error.ms = spent();
    throw error;
  }
}

function isWorthAnother(error: unknown): boolean {
  if (!(error instanceof ConfinedJobError)) return false;
  return triedAgain.has(error.reason) || (error.reason === 'memory' && error.hadLess);
}

/** The process that did not answer in time is killed: the next job gets a new one. */
async function tryJob({ child, order, bounds, clock }: Run): Promise<unknown> {
  const { maxMs, ...ofChild } = bounds;
  const process = await child.take();
  const isUsed = process.isUsed();
  let isLate = false;
  const cancel = clock.after(maxMs, () => {
    isLate = true;
    process.kill();
  });
  try {
    return await process.run({ ...order, ...ofChild });
  } catch (error) {
    if (error instanceof ConfinedJobError) error.hadLess = isUsed;
    throw isLate ? new ConfinedJobError('time', `The job took longer than ${maxMs} ms`) : error;
  } finally {
    cancel();
  }
}
