import { AppError } from '../errors/app-error.ts';

/** Who waits: people who are signed in go first; strangers and platforms have a line of their own each. */
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

export type JobQueue<Entry> = {
  /** Throws `request.rate_limited` when the lane, or the caller's part of it, is full. */
  add(caller: Caller, entry: Entry): void;
  next(): Entry | undefined;
  readonly size: number;
};

/** A short line before the one who works: what finds no place is refused at once and may come again. */
export function createJobQueue<Entry>(): JobQueue<Entry> {
  const waiting: Waiting<Entry>[] = [];
  const ofLane = (lane: Lane) => waiting.filter(({ caller }) => caller.lane === lane);
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
      const first = waiting.findIndex(({ caller }) => caller.lane === 'member');
      return waiting.splice(Math.max(0, first), 1)[0]?.entry;
    },
    get size() {
      return waiting.length;
    },
  };
}
