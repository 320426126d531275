import type { PgBoss as Boss } from 'pg-boss';
import { type Log, redactText } from '../log/logger.ts';
import { outsideRequest } from '../scope/request-scope.ts';
import { type AnyQueue, deadLetterOf } from './queue.ts';

/** The net below the wake-ups: how often a worker looks by itself, for jobs of other nodes and for retries. */
const POLL_SECONDS = 5;
const LAST_POLL_SECONDS = 15;
const MAX_REASON = 500;

/** Starts the workers of one queue; gives their ids, by which they are woken. */
export async function startWorkers({ boss, queue, log }: { boss: Boss; queue: AnyQueue; log: Log }): Promise<string[]> {
  const options = { batchSize: 1, pollingIntervalSeconds: POLL_SECONDS, includeMetadata: true } as const;
  const starts = Array.from({ length: queue.concurrency }, () =>
    boss.work<object, void, typeof options>(queue.name, options, async (jobs) => {
      for (const job of jobs) {
        const attempt = job.retryCount + 1;
        const isLastTry = job.retryCount >= job.retryLimit;
        const place = { id: job.id, attempt, isLastTry, signal: job.signal };
        await outsideRequest(() => queue.run(job.data, place)).catch((error: unknown) => {
          log.warn({ queue: queue.name, job: job.id, attempt, isLastTry, err: error }, 'A job failed');
          throw new Error(describe(error));
        });
      }
    }),
  );
  if (queue.exhaust !== undefined) await startLastWorker(boss, { name: queue.name, exhaust: queue.exhaust });
  return Promise.all(starts);
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
