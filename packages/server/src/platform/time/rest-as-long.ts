import { setTimeout as wait } from 'node:timers/promises';

/** What took so long waited itself: the longer rest would be no help. */
const MAX_REST_MS = 200;

type Timing = { monotonicMs?: () => number; sleep?: (ms: number) => Promise<unknown> };

/**
 * Does one of many pieces of work, and then rests as long as that took: what they are done in, such as the database, has as
 * much time for everybody else.
 */
export async function restAsLong<Result>(
  work: () => Promise<Result>,
  { monotonicMs = () => performance.now(), sleep = wait }: Timing = {},
): Promise<Result> {
  const begin = monotonicMs();
  const result = await work();
  await sleep(Math.min(monotonicMs() - begin, MAX_REST_MS));
  return result;
}
