import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runCustomers } from './run-customers.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('risk: what was under way when the slice began is left out, which costs the slower side more', async () => {
  const firstMs = [400, 200];
  const result = runCustomers({
    customers: 2,
    warmUp: { ms: 1000, acts: 0 },
    forMs: 2000,
    async act(customer) {
      const ms = firstMs[customer] ?? 0;
      firstMs[customer] = 400;
      await new Promise((resolve) => setTimeout(resolve, ms));
    },
  });
  await vi.advanceTimersByTimeAsync(5000);
  expect(await result).toMatchObject({ perSecond: 5, count: 10, p50Ms: 400 });
});
