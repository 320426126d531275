import { type Clock, sleep } from '../../platform/time/clock.ts';

/**
 * Lets work take at least `ms`, whether it had anything to do or not: the time of the answer must not tell whether an
 * address exists.
 */
export async function inConstantTime<Result>(
  { clock, ms }: { clock: Clock; ms: number },
  work: () => Promise<Result>,
): Promise<Result> {
  const least = sleep({ clock, ms });
  try {
    return await work();
  } finally {
    await least;
  }
}
