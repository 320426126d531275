import { AppError } from '../errors/app-error.ts';
import { NotReadyError } from '../errors/not-ready-error.ts';
import type { Log } from '../log/logger.ts';
import type { Clock } from '../time/clock.ts';
import { type ConfinedBounds, type ConfinedJob, ConfinedJobError } from './confined-job.ts';
import { type Caller, createJobQueue } from './job-queue.ts';
import { type KeptChild, keepChild } from './keep-child.ts';

type Task<Input> = { bytes: Buffer; input: Input; bounds: ConfinedBounds; caller: Caller };
type Waiting = { begin(): Promise<void>; refuse(error: Error): void };

/** A process without keys, in which the bytes of outsiders are read: one job at a time, within its bounds. */
export type Confined = {
  /** Throws ConfinedJobError when the job failed or was killed, `request.rate_limited` when too many wait. */
  run<Input, Result>(job: ConfinedJob<Input, Result>, task: Task<Input>): Promise<Result>;
  /** Throws when a job runs far longer than any may. */
  check(): Promise<void>;
  /** The process that lives now; there is none before the first job and after some rest. */
  readonly pid: number | undefined;
  close(): Promise<void>;
};

const STUCK_MS = 60_000;
const RETRY_SECONDS = 5;

export function createConfined({ clock, log }: { clock: Clock; log: Log }): Confined {
  const queue = createJobQueue<Waiting>(clock);
  const child = keepChild({ clock, log });
  /** When the job that runs has begun. */
  let runningSince: number | undefined;
  let isWorking = false;
  let isClosed = false;

  async function work(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    for (let next = queue.next(); next !== undefined; next = queue.next()) {
      runningSince = clock.now().getTime();
      await next.entry.begin();
      queue.charge(next.caller, clock.now().getTime() - runningSince);
    }
    isWorking = false;
    runningSince = undefined;
    child.rest();
  }

  return {
    async run(job, task) {
      if (isClosed) throw new AppError('server.unavailable', { retryAfter: RETRY_SECONDS });
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      const begin = () => runInTime({ child, module: job.module.href, task, clock }).then(resolve, reject);
      queue.add(task.caller, { begin, refuse: reject });
      void work();
      return job.result.parse(await promise);
    },
    async check() {
      const hasRun = runningSince === undefined ? 0 : clock.now().getTime() - runningSince;
      if (hasRun > STUCK_MS) throw new NotReadyError('stuck');
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

/** The process that did not answer in time is killed: the next job gets a new one. */
async function runInTime(options: {
  child: KeptChild;
  module: string;
  task: Task<unknown>;
  clock: Clock;
}): Promise<unknown> {
  const { child, module, task, clock } = options;
  const { maxMs, maxMegabytes } = task.bounds;
  const process = await child.take();
  let isLate = false;
  const cancel = clock.after(maxMs, () => {
    isLate = true;
    process.kill();
  });
  try {
    return await process.run({ module, bytes: task.bytes, input: task.input, maxMegabytes });
  } catch (error) {
    throw isLate ? new ConfinedJobError('time', `The job took longer than ${maxMs} ms`) : error;
  } finally {
    cancel();
  }
}
