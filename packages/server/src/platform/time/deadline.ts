import type { Clock } from './clock.ts';

/** A signal that follows the caller's and also ends by itself; `hasPassed` tells which of the two it was. */
export type Deadline = { signal: AbortSignal; hasPassed(): boolean; release(): void };

/** Ends after `ms`. To be released: `AbortSignal.any` would keep a listener on a long-lived signal until garbage collection. */
export function createDeadline({ clock, ms, signal }: { clock: Clock; ms: number; signal: AbortSignal }): Deadline {
  const own = new AbortController();
  let hasPassed = false;
  const follow = () => own.abort(signal.reason);
  const cancel = clock.after(ms, () => {
    hasPassed = true;
    own.abort();
  });
  if (signal.aborted) follow();
  else signal.addEventListener('abort', follow, { once: true });
  return {
    signal: own.signal,
    hasPassed: () => hasPassed,
    release() {
      cancel();
      signal.removeEventListener('abort', follow);
    },
  };
}
