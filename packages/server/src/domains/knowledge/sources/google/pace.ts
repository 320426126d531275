import { type Clock, sleep } from '../../../../platform/time/clock.ts';

/** Lets one call after the other begin, so many milliseconds apart. */
export function createPace({ clock, everyMs }: { clock: Clock; everyMs: number }): () => Promise<void> {
  let free = 0;
  return async () => {
    const now = clock.now().getTime();
    // A clock that was set back must not stop it for long.
    const at = Math.min(Math.max(now, free), now + 60 * everyMs);
    free = at + everyMs;
    if (at > now) await sleep({ clock, ms: at - now });
  };
}
