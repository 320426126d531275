import { AppError } from '../../../platform/errors/app-error.ts';

const LANES = 2;
const MAX_WAITING = 1000;
const RETRY_SECONDS = 10;
/** How many later arrivals may pass somebody for each time that his network has tried before. */
const PASSED_PER_TRY = 200;
const MAX_RANK = 10;

/** `rank`: who has tried less often comes first; 0: a known device, or who holds a session or a mailed token. */
export type HashTurn = { rank: number; signal?: AbortSignal };

type Waiting = { place: number; pass: () => void; refuse: (reason: AppError) => void };

/** Few passwords are hashed at a time: each takes tens of milliseconds of a processor and 32 MiB. */
export type HashTurns = {
  /**
   * Does the work at its turn. Throws `request.rate_limited` when too many wait that come first, and gives its place up
   * when `signal` says that nobody waits for the answer.
   */
  run<Result>(turn: HashTurn, work: () => Promise<Result>): Promise<Result>;
};

export function createHashTurns({ lanes = LANES, maxWaiting = MAX_WAITING } = {}): HashTurns {
  const waiting: Waiting[] = [];
  let arrivals = 0;
  let running = 0;

  function enter({ rank, signal }: HashTurn): Promise<void> | undefined {
    requirePresent(signal);
    if (running < lanes) {
      running += 1;
      return undefined;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    arrivals += 1;
    // Not by rank alone: new networks that come without end must not keep out who mistyped once.
    const place = rank === 0 ? 0 : arrivals + Math.min(rank, MAX_RANK) * PASSED_PER_TRY;
    const turn = { place, pass: resolve, refuse: reject };
    const next = waiting.findIndex((other) => other.place > place);
    waiting.splice(next === -1 ? waiting.length : next, 0, turn);
    if (waiting.length > maxWaiting)
      waiting.pop()?.refuse(new AppError('request.rate_limited', { retryAfter: RETRY_SECONDS }));
    const leave = () => {
      const at = waiting.indexOf(turn);
      // Without a place it has passed or was refused.
      if (at < 0) return;
      waiting.splice(at, 1);
      turn.refuse(new AppError('request.invalid'));
    };
    signal?.addEventListener('abort', leave);
    return promise.finally(() => signal?.removeEventListener('abort', leave));
  }

  return {
    run: async (turn, work) => {
      await enter(turn);
      try {
        // Whoever went away after his turn had come.
        requirePresent(turn.signal);
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

function requirePresent(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new AppError('request.invalid');
}
