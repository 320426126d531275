import { AppError } from '../errors/app-error.ts';
import type { RateLimit } from './rate-limit.ts';

/** What is taken from one bucket. `share`: how many times the bound of a single one it stands for; the cost is a part of it already. */
export type Charge = { limit: RateLimit; key: string; cost?: number; share?: number };

/** Takes from all buckets, or from none: then throws `request.rate_limited` with the longest of their waits. */
export function chargeAll(charges: readonly Charge[]): void {
  const wait = Math.max(0, ...charges.map(({ limit, key, cost }) => limit.check(key, cost)));
  if (wait > 0) throw new AppError('request.rate_limited', { retryAfter: wait });
  for (const { limit, key, cost } of charges) limit.take(key, cost);
}

/** Puts back what was taken for something that does not count after all. */
export function giveBackAll(charges: readonly Charge[]): void {
  for (const { limit, key, cost } of charges) limit.giveBack(key, cost);
}

/** What turns out dearer than was charged is owed by all buckets, by each its part. */
export function oweAll(charges: readonly Charge[], cost: number): void {
  for (const { limit, key, share = 1 } of charges) limit.owe(key, cost / share);
}
