import { ApiError } from './api-error.ts';

const ATTEMPTS = 3;
/** A read that came too early is not lost: it waits as long as the server asks, some times over. */
const ATTEMPTS_AFTER_LIMIT = 8;
const MAX_WAIT_MS = 60_000;
const FIRST_WAIT_MS = 1000;
const MAX_BACKOFF_MS = 30_000;

/** Whether a read that failed is made again by itself. */
export function shouldRetry(failures: number, error: Error): boolean {
  if (!(error instanceof ApiError)) return false;
  if (error.status === 429) return failures < ATTEMPTS_AFTER_LIMIT && (error.retryAfter ?? 0) * 1000 <= MAX_WAIT_MS;
  return failures < ATTEMPTS && (error.status === 0 || error.status >= 500);
}

/** Before there is anything to look at nobody waits long without a word: a limit is told at once. */
export function shouldRetryAtStart(failures: number, error: Error): boolean {
  return !(error instanceof ApiError && error.status === 429) && shouldRetry(failures, error);
}

/** How long it waits before: what the server asks, and a little more by chance, so that all tabs do not come at once. */
export function retryDelay(failures: number, error: Error, random: () => number = Math.random): number {
  const asked = error instanceof ApiError ? error.retryAfter : undefined;
  if (asked === undefined) return Math.min(FIRST_WAIT_MS * 2 ** failures, MAX_BACKOFF_MS);
  return Math.min(asked * 1000, MAX_WAIT_MS) * (1 + random() / 2);
}
