import { AppError } from '../errors/app-error.ts';
import type { Clock } from '../time/clock.ts';

/** `capacity` calls at once, then `perMinute` more every minute, for each key. */
export type RateLimitOptions = { clock: Clock; capacity: number; perMinute: number; maxKeys?: number };

/** Token buckets by key. */
export type RateLimit = {
  /** Takes from the bucket; the wait in seconds if it is empty, else 0. */
  take(key: string, cost?: number): number;
  /** As `take`, but throws `request.rate_limited` with its Retry-After. */
  require(key: string, cost?: number): void;
  readonly size: number;
};

type Bucket = { tokens: number; at: number };

const MAX_KEYS = 50_000;

/** Counts in the memory of this process; when there are more keys than `maxKeys`, the one longest unused is forgotten. */
export function createRateLimit({ clock, capacity, perMinute, maxKeys = MAX_KEYS }: RateLimitOptions): RateLimit {
  const buckets = new Map<string, Bucket>();
  const perMs = perMinute / 60_000;

  function read(key: string, now: number): Bucket {
    const bucket = buckets.get(key);
    if (bucket === undefined) return { tokens: capacity, at: now };
    // A clock that jumps back must neither fill nor empty a bucket.
    const passed = Math.max(0, now - bucket.at);
    return { tokens: Math.min(capacity, bucket.tokens + passed * perMs), at: now };
  }

  function take(key: string, cost = 1): number {
    const bucket = read(key, clock.now().getTime());
    const isAllowed = bucket.tokens >= cost;
    if (isAllowed) bucket.tokens -= cost;
    buckets.delete(key);
    buckets.set(key, bucket);
    if (buckets.size > maxKeys) forgetOldest(buckets);
    return isAllowed ? 0 : Math.max(1, Math.ceil((cost - bucket.tokens) / perMs / 1000));
  }

  return {
    take,
    require(key, cost) {
      const wait = take(key, cost);
      if (wait > 0) throw new AppError('request.rate_limited', { retryAfter: wait });
    },
    get size() {
      return buckets.size;
    },
  };
}

function forgetOldest(buckets: Map<string, Bucket>): void {
  const oldest = buckets.keys().next();
  if (!oldest.done) buckets.delete(oldest.value);
}
