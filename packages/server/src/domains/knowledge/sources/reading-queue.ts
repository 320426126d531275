import { z } from 'zod';
import type { Queue } from '../../../platform/jobs/index.ts';
import type { ReadJob } from './deps.ts';
import { giveUpReading, type ReadingDeps, readSource } from './read-source.ts';

const readJob = z.object({
  accountId: z.string(),
  sourceId: z.string(),
  round: z.number(),
  isByClock: z.boolean().optional(),
});
/** More than a document may take: a reading that hangs is done again. */
const EXPIRE_SECONDS = 600;

/** Reads sources in the background, also when a worker dies with one in its hands. */
export function readingQueue(deps: ReadingDeps): Queue<ReadJob> {
  return {
    name: 'knowledge.read-source',
    schema: readJob,
    // Faults of a document are tried again by the source itself; these tries are for workers that die.
    retries: 4,
    retryDelaySeconds: 5,
    retryDelayMaxSeconds: 120,
    expireSeconds: EXPIRE_SECONDS,
    concurrency: 2,
    // Long files of one account must not stop the files of all.
    share: { ofOne: 1, ownerOf: ({ accountId }) => accountId },
    handler: (job, attempt) => readSource(deps, job, attempt),
    onExhausted: (job) => giveUpReading(deps, job),
  };
}

/** Each waits for a site, which may be silent until its bound: files do not wait for it, and several accounts do at once. */
export function linkQueue(deps: ReadingDeps): Queue<ReadJob> {
  return { ...readingQueue(deps), name: 'knowledge.read-link', concurrency: 6 };
}

/** Each waits for a model, which may be silent for minutes: documents are read meanwhile. */
export function pictureQueue(deps: ReadingDeps): Queue<ReadJob> {
  return { ...readingQueue(deps), name: 'knowledge.read-picture', concurrency: 1 };
}
