import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTestClock } from '../../testing/test-clock.ts';
import { isAppError } from '../errors/app-error.ts';
import { type Charge, chargeAll, createRates, giveBackAll } from './index.ts';

const RULES = { person: { capacity: 5, perMinute: 5 }, house: { capacity: 20, perMinute: 60 } };

function waitOf(charges: Charge[]): number {
  try {
    chargeAll(charges);
  } catch (error) {
    return isAppError(error, 'request.rate_limited') ? (error.retryAfter ?? -1) : -1;
  }
  return 0;
}

it('takes from all or from none, and gives the longest wait, after which it passes', () => {
  const clock = createTestClock();
  const rate = createRates(clock, RULES);
  const of = (key: string, cost: number): Charge[] => [
    { limit: rate('house'), key: 'house', cost },
    { limit: rate('person'), key, cost },
  ];
  expect(waitOf(of('anna', 5))).toBe(0);
  expect(waitOf(of('anna', 5))).toBe(60);
  for (const key of ['boris', 'clara', 'dora']) expect(waitOf(of(key, 5))).toBe(0);
  // The house had 15 left after Anna's second try took nothing.
  expect(rate('house').check('house', 1)).toBe(1);
  clock.advance(60_000);
  expect(waitOf(of('anna', 5))).toBe(0);
});

it('what was charged and given back leaves every bucket as if it had never been', () => {
  const call = fc.record({
    key: fc.constantFrom('anna', 'boris'),
    cost: fc.integer({ min: 1, max: 5 }),
    passMs: fc.integer({ min: 0, max: 20_000 }),
    isRefusedLater: fc.boolean(),
    workMs: fc.integer({ min: 0, max: 20_000 }),
  });
  fc.assert(
    fc.property(fc.array(call, { maxLength: 40 }), (calls) => {
      const clock = createTestClock();
      const [counted, reference] = [createRates(clock, RULES), createRates(clock, RULES)];
      const chargesOf = (rate: typeof counted, key: string, cost: number): Charge[] => [
        { limit: rate('house'), key: 'house', cost },
        { limit: rate('person'), key, cost },
      ];
      for (const { key, cost, passMs, isRefusedLater, workMs } of calls) {
        clock.advance(passMs);
        const charges = chargesOf(counted, key, cost);
        const before = chargesOf(reference, key, cost).map((charge) => charge.limit.check(charge.key, cost));
        const wait = waitOf(charges);
        expect(wait).toBe(Math.max(...before));
        if (wait === 0 && !isRefusedLater) chargeAll(chargesOf(reference, key, cost));
        clock.advance(workMs);
        if (wait === 0 && isRefusedLater) giveBackAll(charges);
      }
      for (const key of ['anna', 'boris'])
        for (let cost = 1; cost <= 5; cost += 1)
          expect(chargesOf(counted, key, cost).map(({ limit, ...one }) => limit.check(one.key, cost))).toEqual(
            chargesOf(reference, key, cost).map(({ limit, ...one }) => limit.check(one.key, cost)),
          );
    }),
    { numRuns: 300 },
  );
});

it('what cost more than was thought is owed, at most what a minute brings', () => {
  const clock = createTestClock();
  const rate = createRates(clock, RULES);
  rate('house').owe('house', 25);
  expect(rate('house').take('house', 5)).toBe(10);
  for (let time = 0; time < 10; time += 1) rate('house').owe('house', 1000);
  expect(rate('house').take('house', 5)).toBe(65);
  clock.advance(65_000);
  expect(rate('house').take('house', 5)).toBe(0);
});
