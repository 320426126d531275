import { AppError } from '../errors/app-error.ts';
import { createRecentUse } from '../queue/recent-use.ts';

/** Who waits: people who are signed in are served more often; strangers and platforms have a line of their own each. */
export type Lane = 'member' | 'platform' | 'visitor';
export type Caller = { lane: Lane; key: string };

type Waiting<Entry> = { caller: Caller; entry: Entry };

/** How many may wait: in a lane, and of one caller in it. */
const PLACES: Record<Lane, { all: number; ofOne: number }> = {
  member: { all: 24, ofOne: 12 },
  platform: { all: 8, ofOne: 4 },
  visitor: { all: 12, ofOne: 3 },
};
/** Lines are served in this order, those that are empty passed over. */
const ROUND: readonly Lane[] = ['member', 'visitor', 'member', 'platform'];
/** What a job takes, before one has been seen, and how much of the figure each further one makes. */
const FIRST_JOB_MS = 500;
const SHARE_OF_NEWEST = 0.2;
const MAX_WAIT_SECONDS = 30;

export type JobQueue<Entry> = {
  /**
   * Throws `request.rate_limited` when the lane, or the caller's part of it, is full, with the time until it has a place. In a
   * full lane the last job of whoever has most gives way to a caller who has none.
   */
  add(caller: Caller, entry: Entry): void;
  /** Of the line whose turn it is, the first of the caller who used least. */
  next(): { entry: Entry; caller: Caller } | undefined;
  /** What a job of this caller took. */
  charge(caller: Caller, ms: number): void;
  readonly size: number;
};

/** Of those who have several in a line, the last entry of the one who has most. */
function findGivingWay<Entry>(lane: readonly Waiting<Entry>[]): Waiting<Entry> | undefined {
  const counts = new Map<string, number>();
  for (const { caller } of lane) counts.set(caller.key, (counts.get(caller.key) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return most > 1 ? lane.findLast(({ caller }) => counts.get(caller.key) === most) : undefined;
}

/**
 * A short line before the one who works: what finds no place is refused at once and may come again. `refuse` is told what gives
 * way to another later.
 */
export function createJobQueue<Entry>(
  monotonicMs: () => number,
  refuse: (entry: Entry, error: AppError) => void,
): JobQueue<Entry> {
  const use = createRecentUse(monotonicMs);
  let turn = 0;
  let usualMs = FIRST_JOB_MS;
  const waiting: Waiting<Entry>[] = [];
  const ofLane = (lane: Lane) => waiting.filter(({ caller }) => caller.lane === lane);
  const nameOf = ({ lane, key }: Caller) => `${lane} ${key}`;
  const usedBy = (caller: Caller) => use.of(nameOf(caller));
  /** Until so many of a lane have begun, others between them. */
  const secondsFor = (lane: Lane, jobs: number) => {
    const served = ROUND.filter((other) => other === lane || ofLane(other).length > 0);
    const ofAll = (jobs * served.length) / served.filter((other) => other === lane).length;
    return Math.min(MAX_WAIT_SECONDS, Math.max(1, Math.ceil((ofAll * usualMs) / 1000)));
  };
  const refusal = (lane: Lane, jobs: number) =>
    new AppError('request.rate_limited', { retryAfter: secondsFor(lane, jobs) });
  return {
    add(caller, entry) {
      const lane = ofLane(caller.lane);
      const own = lane.filter((other) => other.caller.key === caller.key);
      const places = PLACES[caller.lane];
      const isOwnFull = own.length >= places.ofOne;
      const isFull = isOwnFull || lane.length >= places.all;
      const givesWay = isFull && own.length === 0 ? findGivingWay(lane) : undefined;
      if (isFull && givesWay === undefined) {
        // The others of the lane may go before one of the caller's own does.
        throw refusal(caller.lane, isOwnFull ? lane.length - own.length + 1 : 1);
      }
      waiting.push({ caller, entry });
      if (givesWay === undefined) return;
      waiting.splice(waiting.indexOf(givesWay), 1);
      refuse(givesWay.entry, refusal(caller.lane, 1));
    },
    next() {
      for (let step = 0; step < ROUND.length; step += 1) {
        const lane = ROUND[(turn + step) % ROUND.length];
        const line = waiting.filter(({ caller }) => caller.lane === lane);
        const [first] = line.toSorted((one, other) => usedBy(one.caller) - usedBy(other.caller));
        if (first === undefined) continue;
        turn += step + 1;
        waiting.splice(waiting.indexOf(first), 1);
        return first;
      }
      return undefined;
    },
    charge(caller, ms) {
      usualMs += (ms - usualMs) * SHARE_OF_NEWEST;
      use.charge(nameOf(caller), ms);
    },
    get size() {
      return waiting.length;
    },
  };
}
