import { type Clock, sleep } from '../../platform/time/clock.ts';

/**
 * Lets work take at least `ms`, whether it had anything to do or not: the time of the answer must not tell whether an
 * address exists.
 */
export async function inConstantTime<Result>(
  { clock, ms }: { clock: Clock; ms: number },
  work: () => Promise<Result>,
): Promise<Result> {
  const until = clock.now().getTime() + ms;
  try {
    return await work();
  } finally {
    // Not longer than all of it, whatever was done to the clock meanwhile.
    await sleep({ clock, ms: Math.min(ms, until - clock.now().getTime()) });
  }
}
