import { AppError } from '../../../platform/errors/app-error.ts';
import { networkOf } from '../../../platform/http/index.ts';
import { createFairQueue } from './fair-queue.ts';

const LANES = 2;
const MAX_WAITING = 1000;
const MAX_PROVEN_OF_NETWORK = 8;
const RETRY_SECONDS = 10;
/** How many later arrivals may pass somebody for each time that his network has tried before. */
const PASSED_PER_TRY = 200;
const MAX_RANK = 10;

/**
 * `provenFrom`: the address of a known device, or of one who holds a session or a mailed token. All others by `rank`: who
 * has tried less often comes first.
 */
export type HashTurn = { signal?: AbortSignal | undefined } & ({ rank: number } | { provenFrom: string });

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
  const queue = createQueue(maxWaiting);
  let running = 0;

  function enter(turn: HashTurn): Promise<void> | undefined {
    requirePresent(turn.signal);
    if (running < lanes) {
      running += 1;
      return undefined;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const entry = { place: 0, pass: resolve, refuse: reject };
    queue.add(turn, entry);
    const leave = () => {
      // Without a place it has passed or was refused.
      if (queue.remove(entry)) entry.refuse(new AppError('request.invalid'));
    };
    turn.signal?.addEventListener('abort', leave);
    return promise.finally(() => turn.signal?.removeEventListener('abort', leave));
  }

  return {
    run: async (turn, work) => {
      await enter(turn);
      try {
        // Whoever went away after his turn had come.
        requirePresent(turn.signal);
        return await work();
      } finally {
        const next = queue.shift();
        // The lane is handed over, so that nobody who comes now overtakes.
        if (next) next.pass();
        else running -= 1;
      }
    },
  };
}

/**
 * The proven ones and all others take turns: anybody can sign up and so be proven, which must keep out neither who has
 * yet to prove it nor, since their networks take turns, another proven one.
 */
function createQueue(maxWaiting: number) {
  const proven = createFairQueue<Waiting>({ maxOfOne: MAX_PROVEN_OF_NETWORK });
  const others: Waiting[] = [];
  let arrivals = 0;
  let isTurnOfOthers = false;

  function addByRank(rank: number, entry: Waiting): void {
    arrivals += 1;
    // Not by rank alone: new networks that come without end must not keep out who mistyped once.
    entry.place = arrivals + Math.min(rank, MAX_RANK) * PASSED_PER_TRY;
    const next = others.findIndex((other) => other.place > entry.place);
    others.splice(next === -1 ? others.length : next, 0, entry);
  }

  return {
    add(turn: HashTurn, entry: Waiting): void {
      if ('rank' in turn) addByRank(turn.rank, entry);
      else if (!proven.add(networkOf(turn.provenFrom), entry)) entry.refuse(refusal());
      if (proven.size + others.length > maxWaiting) (others.pop() ?? proven.dropOfLongest())?.refuse(refusal());
    },
    shift(): Waiting | undefined {
      const byRank = isTurnOfOthers || proven.size === 0 ? others.shift() : undefined;
      isTurnOfOthers = byRank === undefined && proven.size > 0;
      return byRank ?? proven.shift();
    },
    remove(entry: Waiting): boolean {
      const at = others.indexOf(entry);
      if (at >= 0) others.splice(at, 1);
      return at >= 0 || proven.remove(entry);
    },
  };
}

function refusal(): AppError {
  return new AppError('request.rate_limited', { retryAfter: RETRY_SECONDS });
}

function requirePresent(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new AppError('request.invalid');
}
