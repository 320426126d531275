export { createJobs, type DefinedQueue, type EnqueueOptions, type Jobs, type JobsDeps } from './create-jobs.ts';
export type { FailedJob } from './list-failed.ts';
export type { JobTry, Queue } from './queue.ts';
