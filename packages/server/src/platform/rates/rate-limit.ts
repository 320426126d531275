import { AppError } from '../errors/app-error.ts';
import type { Clock } from '../time/clock.ts';

/** `capacity` calls at once, then `perMinute` more every minute, for each key. */
export type RateRule = { capacity: number; perMinute: number; maxKeys?: number };

/** Token buckets by key. */
export type RateLimit = {
  /** Takes from the bucket; the wait in seconds if it is empty, else 0. */
  take(key: string, cost?: number): number;
  /** As `take`, but throws `request.rate_limited` with its Retry-After. */
  require(key: string, cost?: number): void;
  /** The wait in seconds that `take` would give, without taking. */
  check(key: string, cost?: number): number;
  /** Puts back what was taken for something that does not count after all. */
  giveBack(key: string, cost?: number): void;
  /** Takes what something turned out to cost, even if it is not there: the bucket then owes, at most what a minute brings. */
  owe(key: string, cost: number): void;
  /** How many buckets are in memory. */
  readonly size: number;
};

type Bucket = { tokens: number; at: number };

const MAX_KEYS = 50_000;

/**
 * Counts in the memory of this process, at most `maxKeys` buckets: those of the last `maxKeys / 2` keys are always among
 * them. Two maps in turn, since taking the oldest key out of one costs more the more were taken out before.
 */
export function createRateLimit({
  clock,
  capacity,
  perMinute,
  maxKeys = MAX_KEYS,
}: RateRule & {
  clock: Pick<Clock, 'now'>;
}): RateLimit {
  let young = new Map<string, Bucket>();
  let old = new Map<string, Bucket>();
  const perMs = perMinute / 60_000;

  function fill(bucket: Bucket): Bucket {
    const now = clock.now().getTime();
    // A clock that jumps back must neither fill nor empty a bucket.
    bucket.tokens = Math.min(capacity, bucket.tokens + Math.max(0, now - bucket.at) * perMs);
    bucket.at = now;
    return bucket;
  }

  function keep(key: string): Bucket {
    const known = young.get(key);
    if (known !== undefined) return fill(known);
    const bucket = fill(old.get(key) ?? { tokens: capacity, at: clock.now().getTime() });
    if (young.size >= maxKeys / 2) {
      old = young;
      young = new Map();
    }
    old.delete(key);
    young.set(key, bucket);
    return bucket;
  }

  const waitOf = (tokens: number, cost: number) =>
    tokens >= cost ? 0 : Math.max(1, Math.ceil((cost - tokens) / perMs / 1000));

  function take(key: string, cost = 1): number {
    const bucket = keep(key);
    const wait = waitOf(bucket.tokens, cost);
    if (wait === 0) bucket.tokens -= cost;
    return wait;
  }

  return {
    take,
    require(key, cost) {
      const wait = take(key, cost);
      if (wait > 0) throw new AppError('request.rate_limited', { retryAfter: wait });
    },
    check(key, cost = 1) {
      const bucket = young.get(key) ?? old.get(key);
      return bucket === undefined ? 0 : waitOf(fill(bucket).tokens, cost);
    },
    giveBack(key, cost = 1) {
      const bucket = keep(key);
      bucket.tokens = Math.min(capacity, bucket.tokens + cost);
    },
    owe(key, cost) {
      const bucket = keep(key);
      bucket.tokens = Math.min(bucket.tokens, Math.max(-perMinute, bucket.tokens - cost));
    },
    get size() {
      return young.size + old.size;
    },
  };
}
