import type { PgBoss as Boss, JobWithMetadata } from 'pg-boss';
import { type Log, redactText } from '../log/logger.ts';
import { outsideRequest } from '../scope/request-scope.ts';
import { type AnyQueue, deadLetterOf } from './queue.ts';

/** The net below the wake-ups: how often a worker looks by itself, for jobs of other nodes and for retries. */
const POLL_SECONDS = 5;
const LAST_POLL_SECONDS = 15;
const MAX_REASON = 500;

type Parts = { boss: Boss; queue: AnyQueue; log: Log };

/** Starts the workers of one queue; gives what wakes them when there is a job. */
export async function startWorkers({ boss, queue, log }: Parts): Promise<() => void> {
  const { ofOneOwner } = queue;
  const options = {
    batchSize: 1,
    pollingIntervalSeconds: POLL_SECONDS,
    includeMetadata: true,
    ...(ofOneOwner !== undefined && { groupConcurrency: ofOneOwner }),
  } as const;
  const ids: string[] = [];
  const busy = new Set<string>();
  const wake = (id: string) => outsideRequest(() => boss.notifyWorker(id));
  // Workers that look at the same moment do not see each other's jobs: where owners have shares, one looks after the other.
  const wakeNext = () => {
    const next = ids.find((id) => !busy.has(id));
    if (next !== undefined) wake(next);
  };
  for (let count = 0; count < queue.concurrency; count += 1) {
    const worker = boss.work<object, void, typeof options>(queue.name, options, async (jobs) => {
      const id = await worker;
      busy.add(id);
      if (ofOneOwner !== undefined) wakeNext();
      try {
        for (const job of jobs) await runJob({ queue, log, job });
      } finally {
        busy.delete(id);
        // Whoever ends a job looks for the next one at once: the others were sent away while its owner had his share.
        if (ofOneOwner !== undefined) wake(id);
      }
    });
    ids.push(await worker);
  }
  if (queue.exhaust !== undefined) await startLastWorker(boss, { name: queue.name, exhaust: queue.exhaust });
  return () => (ofOneOwner === undefined ? ids.forEach(wake) : wakeNext());
}

async function runJob({ queue, log, job }: Pick<Parts, 'queue' | 'log'> & { job: JobWithMetadata<object> }) {
  const attempt = job.retryCount + 1;
  const isLastTry = job.retryCount >= job.retryLimit;
  const place = { id: job.id, attempt, isLastTry, signal: job.signal };
  await outsideRequest(() => queue.run(job.data, place)).catch((error: unknown) => {
    log.warn({ queue: queue.name, job: job.id, attempt, isLastTry, err: error }, 'A job failed');
    throw new Error(describe(error));
  });
}

async function startLastWorker(
  boss: Boss,
  { name, exhaust }: { name: string; exhaust: NonNullable<AnyQueue['exhaust']> },
): Promise<void> {
  const options = { batchSize: 1, pollingIntervalSeconds: LAST_POLL_SECONDS } as const;
  await boss.work<object, void, typeof options>(deadLetterOf(name), options, async (jobs) => {
    for (const job of jobs) await outsideRequest(() => exhaust(job.data));
  });
}

/** What is stored with a failed job and shown: one line without secrets, no stack. */
function describe(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return redactText(text).replaceAll(/\s+/g, ' ').slice(0, MAX_REASON);
}
