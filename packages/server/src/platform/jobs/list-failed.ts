import type { PgBoss as Boss } from 'pg-boss';
import { z } from 'zod';
import { deadLetterOf } from './queue.ts';

/** A job whose tries are used up. It stays listed until it is tried again or 14 days old. */
export type FailedJob = { id: string; payload: unknown; reason: string; failedAt: Date };

const failure = z.object({ message: z.string() });
const MAX_JOBS = 100;

export async function listFailed(boss: Boss, queue: string): Promise<FailedJob[]> {
  const jobs = await boss.findJobs<object>(deadLetterOf(queue), { queued: true });
  return jobs
    .sort((a, b) => b.createdOn.getTime() - a.createdOn.getTime())
    .slice(0, MAX_JOBS)
    .map((job) => {
      const output = failure.safeParse(job.sourceOutput);
      return {
        id: job.id,
        payload: job.data,
        reason: output.success ? output.data.message : '',
        failedAt: job.createdOn,
      };
    });
}
