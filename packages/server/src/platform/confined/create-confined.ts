import { AppError } from '../errors/app-error.ts';
import { NotReadyError } from '../errors/not-ready-error.ts';
import type { Log } from '../log/logger.ts';
import type { Clock } from '../time/clock.ts';
import {
  type ConfinedBounds,
  type ConfinedJob,
  ConfinedJobError,
  type FileOfJob,
  type JobResult,
  type ReportProgress,
} from './confined-job.ts';
import { removeLeft } from './job-folder.ts';
import { type Caller, createJobQueue } from './job-queue.ts';
import { type KeptChild, keepChild } from './keep-child.ts';
import { runJob } from './run-job.ts';

type Task<Input> = {
  /** A file only where the process has a folder. */
  bytes: Buffer | FileOfJob;
  input: Input;
  bounds: ConfinedBounds;
  caller: Caller;
  /** Told how far the job is. A job that is tried again begins anew. */
  onProgress?: ReportProgress | undefined;
};
type Waiting = { maxMs: number; begin(): Promise<void>; refuse(error: Error): void };

/** A process without keys, in which the bytes of outsiders are read: one job at a time, within its bounds. */
export type Confined = {
  /**
   * Throws ConfinedJobError when the job failed or its process was ended, `request.rate_limited` when too many wait. A job
   * that may have had no part in its end is done once more.
   */
  run<Input, Result>(job: ConfinedJob<Input, Result>, task: Task<Input>): Promise<JobResult<Result>>;
  /** Throws when a job is there well beyond its own bound, where its process should be gone, or no process can be started; tries to start one then. */
  check(): Promise<void>;
  /** The process that lives now; there is none before the first job and after some rest. */
  readonly pid: number | undefined;
  close(): Promise<void>;
};

export type ConfinedDeps = {
  /** For timers alone: how long something takes is measured without the clock on the wall, which may be set. */
  clock: Pick<Clock, 'after'>;
  monotonicMs?: () => number;
  log: Log;
  /** What the engine may hold by itself; a job's bound counts all of its process. */
  heapMegabytes?: number;
  /** For jobs that keep something large between them: how much a process may hold and still do the next job; nothing is collected between them. */
  wornBytes?: number;
  /** Nobody waits for its jobs: answers go before them in the database too, which is no part of the server's session. */
  isPatient?: boolean;
  /** Where the file of a job lies for as long as the job works on it; nothing else may lie there. */
  folder?: string;
  /** It may read all files of the machine, not only those of the program and of its folder. */
  readsAll?: boolean;
  /** How long a process without a job stays. */
  restMs?: number;
};

/** A job is ended at its bound; one that is still there so much later holds up all others. A long one alone is no fault. */
const STUCK_AFTER_MS = 30_000;
const RETRY_SECONDS = 5;
/** Each job is tried twice. */
const FAILED_STARTS = 2;

export function createConfined({ monotonicMs = () => performance.now(), ...deps }: ConfinedDeps): Confined {
  const { clock } = deps;
  const queue = createJobQueue<Waiting>(monotonicMs, (entry, error) => entry.refuse(error));
  const child: KeptChild = keepChild(deps);
  if (deps.folder !== undefined) removeLeft(deps.folder);
  let running: { since: number; maxMs: number } | undefined;
  let isWorking = false;
  let isClosed = false;

  async function work(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    for (let next = queue.next(); next !== undefined; next = queue.next()) {
      const since = monotonicMs();
      running = { since, maxMs: next.entry.maxMs };
      await next.entry.begin();
      queue.charge(next.caller, monotonicMs() - since);
    }
    isWorking = false;
    running = undefined;
    child.rest();
  }

  return {
    async run(job, task) {
      if (isClosed) throw new AppError('server.unavailable', { retryAfter: RETRY_SECONDS });
      const { promise, resolve, reject } = Promise.withResolvers<JobResult<unknown>>();
      const order = { module: job.module.href, bytes: task.bytes, input: task.input };
      const { bounds, onProgress } = task;
      const begin = () =>
        runJob({ child, order, bounds, onProgress, clock, monotonicMs, isClosed: () => isClosed }).then(
          resolve,
          reject,
        );
      queue.add(task.caller, { maxMs: bounds.maxMs, begin, refuse: reject });
      void work();
      const { value, ms } = await promise;
      return { value: readResult(job, { value, ms }), ms };
    },
    async check() {
      const isStuck = running !== undefined && monotonicMs() - running.since > running.maxMs + STUCK_AFTER_MS;
      if (isStuck) throw new NotReadyError('stuck');
      if (child.failedStarts < FAILED_STARTS) return;
      // Nobody may send work to a server that is not ready: it finds out by itself when it is again.
      if (!isWorking) await child.take().catch(() => undefined);
      if (child.failedStarts > 0) throw new NotReadyError('cannot be started');
      if (!isWorking) child.rest();
    },
    get pid() {
      return child.pid;
    },
    async close() {
      isClosed = true;
      for (let left = queue.next(); left !== undefined; left = queue.next())
        left.entry.refuse(new AppError('server.unavailable', { retryAfter: RETRY_SECONDS }));
      await child.close();
    },
  };
}

/** A result that is none is the fault of the bytes, like an exception: doing the job again would give it again. */
function readResult<Result>(
  job: Pick<ConfinedJob<unknown, Result>, 'name' | 'result'>,
  told: JobResult<unknown>,
): Result {
  try {
    return job.result.parse(told.value);
  } catch (cause) {
    const failure = new ConfinedJobError('failed', `The job ${job.name} gave a result that cannot be read`, { cause });
    throw Object.assign(failure, { ms: told.ms });
  }
}
