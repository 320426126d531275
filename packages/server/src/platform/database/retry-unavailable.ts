import { type Clock, sleep } from '../time/clock.ts';
import { unavailableReason } from './database-errors.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2000;

/** Repeats work while the database cannot serve, for at most `forMs`; the work must tolerate a repeat after a lost answer. */
export async function retryUnavailable<Result>(
  { clock, forMs }: { clock: Clock; forMs: number },
  work: () => Promise<Result>,
): Promise<Result> {
  const until = clock.now().getTime() + forMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)) {
    try {
      return await work();
    } catch (error) {
      if (unavailableReason(error) === undefined || clock.now().getTime() + pauseMs > until) throw error;
    }
    await sleep({ clock, ms: pauseMs });
  }
}
