import { expect, it } from 'vitest';
import { isAppError } from '../errors/app-error.ts';
import type { Clock } from '../time/clock.ts';
import { createRateLimit } from './rate-limit.ts';

function createClock() {
  let now = 1_000_000;
  const clock: Clock = { now: () => new Date(now), after: () => () => undefined };
  return {
    clock,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

it('a burst passes, then the wait is given, then it fills again', () => {
  const { clock, pass } = createClock();
  const limit = createRateLimit({ clock, capacity: 3, perMinute: 6 });
  expect([limit.take('a'), limit.take('a'), limit.take('a')]).toEqual([0, 0, 0]);
  expect(limit.take('a')).toBe(10);
  expect(limit.take('b')).toBe(0);
  pass(10_000);
  expect(limit.take('a')).toBe(0);
  expect(limit.take('a')).toBeGreaterThan(0);
  pass(3_600_000);
  expect([limit.take('a'), limit.take('a'), limit.take('a')]).toEqual([0, 0, 0]);
  expect(limit.take('a')).toBeGreaterThan(0);
});

it('a clock that jumps back gives nothing and takes nothing', () => {
  const { clock, pass } = createClock();
  const limit = createRateLimit({ clock, capacity: 1, perMinute: 60 });
  expect(limit.take('a')).toBe(0);
  pass(-500_000);
  expect(limit.take('a')).toBe(1);
  pass(1000);
  expect(limit.take('a')).toBe(0);
});

it('the memory is bounded however many keys come', () => {
  const { clock } = createClock();
  const limit = createRateLimit({ clock, capacity: 1, perMinute: 1, maxKeys: 100 });
  for (let key = 0; key < 10_000; key += 1) limit.take(`key ${key}`);
  expect(limit.size).toBeLessThanOrEqual(100);
  expect(limit.take('key 9999')).toBeGreaterThan(0);
});

it('require throws with Retry-After', () => {
  const { clock } = createClock();
  const limit = createRateLimit({ clock, capacity: 1, perMinute: 2 });
  limit.require('a');
  try {
    limit.require('a');
    expect.unreachable();
  } catch (error) {
    expect(isAppError(error, 'request.rate_limited') && error.retryAfter).toBe(30);
  }
});
