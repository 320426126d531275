import { expect, it } from 'vitest';
import { createTestClock } from '../../testing/test-clock.ts';
import { type Caller, createJobQueue } from './job-queue.ts';

const visitor = (key: string): Caller => ({ lane: 'visitor', key });
const member = (key: string): Caller => ({ lane: 'member', key });

function serveAll(queue: ReturnType<typeof createJobQueue<string>>, ms: (name: string) => number = () => 1): string[] {
  const served: string[] = [];
  for (let next = queue.next(); next !== undefined; next = queue.next()) {
    served.push(next.entry);
    queue.charge(next.caller, ms(next.entry));
  }
  return served;
}

it('risk: one person with heavy pictures keeps all others waiting', () => {
  const queue = createJobQueue<string>(createTestClock());
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
  const queue = createJobQueue<string>(clock);
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
