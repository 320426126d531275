export {
  type ConfinedBounds,
  type ConfinedJob,
  ConfinedJobError,
  type FileOfJob,
  type JobProgress,
  type JobResult,
  type ReportProgress,
} from './confined-job.ts';
export { type Confined, createConfined } from './create-confined.ts';
export type { Caller } from './job-queue.ts';
