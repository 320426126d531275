import { expect, it } from 'vitest';
import { createTestClock } from '../../testing/test-clock.ts';
import { isAppError } from '../errors/app-error.ts';
import { type Caller, createJobQueue } from './job-queue.ts';

const visitor = (key: string): Caller => ({ lane: 'visitor', key });
const member = (key: string): Caller => ({ lane: 'member', key });

const neverRefuse = (entry: string) => {
  throw new Error(`${entry} gave way`);
};

function serveAll(queue: ReturnType<typeof createJobQueue<string>>, ms: (name: string) => number = () => 1): string[] {
  const served: string[] = [];
  for (let next = queue.next(); next !== undefined; next = queue.next()) {
    served.push(next.entry);
    queue.charge(next.caller, ms(next.entry));
  }
  return served;
}

it('risk: one person with heavy pictures keeps all others waiting', () => {
  const queue = createJobQueue<string>(createTestClock().monotonicMs, neverRefuse);
  for (let number = 0; number < 12; number += 1) queue.add(member('greedy'), 'greedy');
  queue.add(visitor('net'), 'visitor');
  queue.add(member('anna'), 'anna');
  const served = serveAll(queue, (name) => (name === 'greedy' ? 9000 : 500));
  expect(served.indexOf('visitor')).toBe(1);
  expect(served.indexOf('anna')).toBe(2);
  expect(served).toHaveLength(14);
});

it('who used much goes last among strangers, and is forgiven with time', () => {
  const clock = createTestClock();
  const queue = createJobQueue<string>(clock.monotonicMs, neverRefuse);
  queue.charge(visitor('heavy'), 30_000);
  const fill = () => {
    for (const name of ['heavy', 'heavy', 'light', 'new']) queue.add(visitor(name), name);
  };
  queue.charge(visitor('light'), 1000);
  fill();
  expect(serveAll(queue)).toEqual(['new', 'light', 'heavy', 'heavy']);
  clock.advance(3_600_000);
  fill();
  expect(serveAll(queue, () => 0)).toEqual(['heavy', 'heavy', 'light', 'new']);
});

it('whoever finds no place is told what really waits, in one second to thirty', () => {
  const clock = createTestClock();
  const queue = createJobQueue<string>(clock.monotonicMs, neverRefuse);
  const waitOf = (caller: Caller) => {
    try {
      queue.add(caller, 'one more');
    } catch (error) {
      return isAppError(error, 'request.rate_limited') ? error.retryAfter : undefined;
    }
    return 0;
  };
  for (let number = 0; number < 12; number += 1) queue.add(visitor(`net ${number}`), 'waits');
  expect(waitOf(visitor('new'))).toBe(1);
  for (let number = 0; number < 40; number += 1) queue.charge(visitor('quick'), 50);
  expect(waitOf(visitor('new'))).toBe(1);
  for (let number = 0; number < 40; number += 1) queue.charge(visitor('slow'), 3000);
  expect(waitOf(visitor('new'))).toBe(3);
  queue.add(member('anna'), 'waits');
  // Two of the members may go before one of the strangers.
  expect(waitOf(visitor('new'))).toBe(9);
  for (let number = 0; number < 40; number += 1) queue.charge(visitor('hostile'), 10_000);
  expect(waitOf(visitor('new'))).toBe(30);
});

it.each([
  [member, 12, 2],
  [visitor, 3, 4],
] as const)('risk: a few callers fill a line, and one that has nothing in it is refused', (of, ofOne, callers) => {
  const refused: string[] = [];
  const queue = createJobQueue<string>(createTestClock().monotonicMs, (entry, error) => {
    expect(error.code).toBe('request.rate_limited');
    refused.push(entry);
  });
  for (let number = 0; number < ofOne * callers; number += 1) queue.add(of(`${number % callers}`), `job ${number}`);
  queue.add(of('honest'), 'honest');
  expect(refused).toEqual([`job ${ofOne * callers - 1}`]);
  expect(queue.size).toBe(ofOne * callers);
  // Whoever has something in the line waits for it.
  expect(() => queue.add(of('honest'), 'honest again')).toThrow(
    expect.objectContaining({ code: 'request.rate_limited' }),
  );
  expect(serveAll(queue)).toContain('honest');
});
