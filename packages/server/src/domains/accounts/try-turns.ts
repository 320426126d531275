import { AppError } from '../../platform/errors/app-error.ts';
import type { Clock } from '../../platform/time/clock.ts';

const SPACING_MS = 1000;
const MAX_WAITING = 20;

type Waiting = { network: string; pass: () => void };

/** Lets tries at one address pass one after another, a second apart. */
export type TryTurns = {
  /**
   * Waits for the next turn, also in vain when `signal` says that nobody waits for the answer. Throws
   * `request.rate_limited` when many wait already, or one from the same network.
   */
  wait(turn: { key: string; network: string; signal: AbortSignal }): Promise<void>;
};

export function createTryTurns({ clock }: { clock: Clock }): TryTurns {
  const queues = new Map<string, Waiting[]>();

  function passNext(key: string): void {
    const next = queues.get(key)?.shift();
    if (next === undefined) {
      queues.delete(key);
      return;
    }
    next.pass();
    clock.after(SPACING_MS, () => passNext(key));
  }

  return {
    wait: async ({ key, network, signal }) => {
      const queue = queues.get(key);
      if (queue === undefined) {
        queues.set(key, []);
        clock.after(SPACING_MS, () => passNext(key));
        return;
      }
      const isCrowded = queue.length >= MAX_WAITING || queue.some((waiting) => waiting.network === network);
      if (isCrowded) throw new AppError('request.rate_limited', { retryAfter: (MAX_WAITING * SPACING_MS) / 1000 });
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const waiting = { network, pass: resolve };
      queue.push(waiting);
      signal.addEventListener('abort', () => {
        const at = queue.indexOf(waiting);
        if (at >= 0) queue.splice(at, 1);
        reject(new AppError('request.invalid'));
      });
      await promise;
    },
  };
}
