import { expect, it } from 'vitest';
import type { Clock } from '../time/clock.ts';
import { DatabaseUnavailableError } from './database-errors.ts';
import { retryUnavailable } from './retry-unavailable.ts';

/** Time passes only where somebody waits for it. */
function createClock(): Clock {
  let now = 1_790_000_000_000;
  return {
    now: () => new Date(now),
    after: (ms, callback) => {
      now += ms;
      queueMicrotask(callback);
      return () => undefined;
    },
  };
}

const gone = new DatabaseUnavailableError('connection', { cause: undefined });

function failing(times: number, error: unknown) {
  let calls = 0;
  return {
    calls: () => calls,
    work: async () => {
      calls += 1;
      if (calls <= times) throw error;
      return calls;
    },
  };
}

it('work is repeated until the database serves again', async () => {
  const { work } = failing(4, gone);
  expect(await retryUnavailable({ clock: createClock(), forMs: 10_000 }, work)).toBe(5);
});

it('it is given up after its time', async () => {
  const { work, calls } = failing(1000, gone);
  await expect(retryUnavailable({ clock: createClock(), forMs: 10_000 }, work)).rejects.toBe(gone);
  expect(calls()).toBeLessThan(12);
});

it('an error of the statement itself is not repeated', async () => {
  const { work, calls } = failing(1, new Error('syntax'));
  await expect(retryUnavailable({ clock: createClock(), forMs: 10_000 }, work)).rejects.toThrow('syntax');
  expect(calls()).toBe(1);
});
