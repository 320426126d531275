import { AppError } from '../../../platform/errors/app-error.ts';

const LANES = 2;
const MAX_WAITING = 1000;
const RETRY_SECONDS = 10;

/** `rank`: who has tried less often comes first; 0: a known device, or who holds a session or a mailed token. */
export type HashTurn = { rank: number; signal?: AbortSignal };

type Waiting = { rank: number; pass: () => void; refuse: (reason: AppError) => void };

/** Few passwords are hashed at a time: each takes tens of milliseconds of a processor and 32 MiB. */
export type HashTurns = {
  /**
   * Does the work at its turn. Throws `request.rate_limited` when too many wait that come first, and gives its place up
   * when `signal` says that nobody waits for the answer.
   */
  run<Result>(turn: HashTurn, work: () => Promise<Result>): Promise<Result>;
};

export function createHashTurns({ lanes = LANES, maxWaiting = MAX_WAITING } = {}): HashTurns {
  /** By rank, then by arrival. */
  const waiting: Waiting[] = [];
  let running = 0;

  function enter({ rank, signal }: HashTurn): Promise<void> | undefined {
    if (running < lanes) {
      running += 1;
      return undefined;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const turn = { rank, pass: resolve, refuse: reject };
    const place = waiting.findIndex((other) => other.rank > rank);
    waiting.splice(place === -1 ? waiting.length : place, 0, turn);
    if (waiting.length > maxWaiting)
      waiting.pop()?.refuse(new AppError('request.rate_limited', { retryAfter: RETRY_SECONDS }));
    signal?.addEventListener('abort', () => {
      const at = waiting.indexOf(turn);
      if (at >= 0) waiting.splice(at, 1);
      turn.refuse(new AppError('request.invalid'));
    });
    return promise;
  }

  return {
    run: async (turn, work) => {
      await enter(turn);
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        // The lane is handed over, so that nobody who comes now overtakes.
        if (next) next.pass();
        else running -= 1;
      }
    },
  };
}
