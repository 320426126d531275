import { expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { retryDelay, shouldRetry } from './retry-rules.ts';

const limited = (retryAfter?: number) => new ApiError({ code: 'request.rate_limited', status: 429, retryAfter });

it('a read that was too much waits as long as the server asks and comes again', () => {
  expect(shouldRetry(5, limited(10))).toBe(true);
  expect(shouldRetry(8, limited(10))).toBe(false);
  expect(shouldRetry(0, limited(900))).toBe(false);
  expect(retryDelay(0, limited(10), () => 0)).toBe(10_000);
  expect(retryDelay(3, limited(10), () => 1)).toBe(15_000);
});

it('a lost network and a server in trouble are tried three times, a refusal never', () => {
  const failed = (status: number) => new ApiError({ code: 'internal', status });
  expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, failed(502)))).toEqual([true, true, true, false]);
  expect(shouldRetry(0, failed(0))).toBe(true);
  expect(shouldRetry(0, failed(400))).toBe(false);
  expect(shouldRetry(0, new Error('a fault of ours'))).toBe(false);
  expect([0, 1, 2].map((failures) => retryDelay(failures, failed(502)))).toEqual([1000, 2000, 4000]);
});
