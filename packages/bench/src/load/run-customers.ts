import { quantile } from '../figures.ts';

/** `acts` counts the warm-up too. */
export type LoadResult = { perSecond: number; count: number; acts: number; p50Ms: number; p99Ms: number };

/** Customers side by side, each doing one thing after another for a while; what began in the first part is not counted. */
export async function runCustomers(options: {
  customers: number;
  warmUpMs: number;
  forMs: number;
  act(customer: number): Promise<void>;
}): Promise<LoadResult> {
  const begin = performance.now() + options.warmUpMs;
  const end = begin + options.forMs;
  const times: number[] = [];
  let lastAt = begin;
  let acts = 0;
  const live = async (customer: number) => {
    while (performance.now() < end) {
      const startedAt = performance.now();
      await options.act(customer);
      acts += 1;
      const now = performance.now();
      if (startedAt < begin || now > end) continue;
      times.push(now - startedAt);
      lastAt = now;
    }
  };
  await Promise.all(Array.from({ length: options.customers }, (_, customer) => live(customer)));
  return {
    perSecond: times.length / Math.max(0.001, (lastAt - begin) / 1000),
    count: times.length,
    acts,
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
  };
}

/** Starts one thing every `everyMs`, whether or not the earlier ones have ended. */
export async function runSteadily(options: { perSecond: number; count: number; act(number: number): Promise<void> }) {
  const startedAt = performance.now();
  const acts: Promise<void>[] = [];
  for (let number = 0; number < options.count; number += 1) {
    const dueAt = startedAt + (number * 1000) / options.perSecond;
    const waitMs = dueAt - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    acts.push(options.act(number));
  }
  await Promise.all(acts);
}
