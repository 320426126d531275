import { outsideRequest } from '../scope/request-scope.ts';

/** Source of time, injected everywhere so that tests own it. */
export type Clock = {
  now(): Date;
  /** Calls back once after `ms`; the returned function cancels. Never keeps the process alive. */
  after(ms: number, callback: () => void): () => void;
};

const MAX_DELAY_MS = 2_000_000_000;

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => new Date(),
  after: (ms, callback) => {
    const timer = setTimeout(outsideRequest, Math.min(Math.max(ms, 0), MAX_DELAY_MS), callback);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Waits `ms` by the given clock; an aborted signal ends the wait at once. */
export function sleep({ clock, ms, signal }: { clock: Clock; ms: number; signal?: AbortSignal }): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) {
      resolve();
      return;
    }
    const cancel = clock.after(ms, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
    const onAbort = () => {
      cancel();
      resolve();
    };
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
