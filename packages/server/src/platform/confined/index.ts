export { type ConfinedBounds, type ConfinedJob, ConfinedJobError, type JobResult } from './confined-job.ts';
export { type Confined, createConfined } from './create-confined.ts';
export type { Caller } from './job-queue.ts';
