import { AppError } from '../../platform/errors/app-error.ts';
import { type Clock, sleep } from '../../platform/time/clock.ts';

const SPACING_MS = 1000;
const MAX_WAIT_MS = 20_000;
const MAX_KEYS = 10_000;

/** Lets tries at one address pass one after another, a second apart. */
export type TryTurns = {
  /** Waits for the next turn; throws `request.rate_limited` when more wait already than a caller has patience for. */
  wait(key: string): Promise<void>;
};

export function createTryTurns({ clock }: { clock: Clock }): TryTurns {
  const freeAt = new Map<string, number>();
  return {
    wait: async (key) => {
      const now = clock.now().getTime();
      const turn = Math.max(now, freeAt.get(key) ?? 0);
      if (turn - now > MAX_WAIT_MS) throw new AppError('request.rate_limited', { retryAfter: MAX_WAIT_MS / 1000 });
      if (freeAt.size >= MAX_KEYS) for (const [old, at] of freeAt) if (at <= now) freeAt.delete(old);
      freeAt.set(key, turn + SPACING_MS);
      await sleep({ clock, ms: turn - now });
    },
  };
}
