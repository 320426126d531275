import { AppError } from '../errors/app-error.ts';
import type { Clock } from '../time/clock.ts';

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
const RETRY_SECONDS = 2;
/** Lines are served in this order, those that are empty passed over. */
const ROUND: readonly Lane[] = ['member', 'visitor', 'member', 'platform'];
/** What somebody has used is half forgotten after so long. */
const HALF_LIFE_MS = 60_000;
const MAX_KNOWN = 2000;

export type JobQueue<Entry> = {
  /** Throws `request.rate_limited` when the lane, or the caller's part of it, is full. */
  add(caller: Caller, entry: Entry): void;
  /** Of the line whose turn it is, the first of the caller who used least. */
  next(): { entry: Entry; caller: Caller } | undefined;
  /** What a job of this caller took. */
  charge(caller: Caller, ms: number): void;
  readonly size: number;
};

/** A short line before the one who works: what finds no place is refused at once and may come again. */
export function createJobQueue<Entry>(clock: Pick<Clock, 'now'>): JobQueue<Entry> {
  const used = new Map<string, { ms: number; at: number }>();
  let turn = 0;
  const waiting: Waiting<Entry>[] = [];
  const ofLane = (lane: Lane) => waiting.filter(({ caller }) => caller.lane === lane);
  const nameOf = ({ lane, key }: Caller) => `${lane} ${key}`;
  const usedBy = (caller: Caller) => {
    const known = used.get(nameOf(caller));
    if (known === undefined) return 0;
    return Math.floor(known.ms * 0.5 ** (Math.max(0, clock.now().getTime() - known.at) / HALF_LIFE_MS));
  };
  return {
    add(caller, entry) {
      const lane = ofLane(caller.lane);
      const own = lane.filter((other) => other.caller.key === caller.key);
      const places = PLACES[caller.lane];
      if (lane.length >= places.all || own.length >= places.ofOne)
        throw new AppError('request.rate_limited', { retryAfter: RETRY_SECONDS });
      waiting.push({ caller, entry });
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
      const total = usedBy(caller) + ms;
      used.delete(nameOf(caller));
      used.set(nameOf(caller), { ms: total, at: clock.now().getTime() });
      const [oldest] = used.keys();
      if (used.size > MAX_KNOWN && oldest !== undefined) used.delete(oldest);
    },
    get size() {
      return waiting.length;
    },
  };
}
