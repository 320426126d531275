import { type Clock, sleep } from './clock.ts';

/** Work that did not end in its time; what becomes of it is not known. */
export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError';
}

/** The outcome of work that can hang; rejects with TimeLimitError after `ms`, and the work is left to itself. */
export async function withinTime<T>({ clock, ms }: { clock: Clock; ms: number }, work: Promise<T>): Promise<T> {
  const isDone = new AbortController();
  const limit = sleep({ clock, ms, signal: isDone.signal }).then(() => {
    throw new TimeLimitError(`It did not end within ${ms} ms`);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    isDone.abort();
    // Whichever of the two lost has nobody who listens.
    limit.catch(() => undefined);
    work.catch(() => undefined);
  }
}
