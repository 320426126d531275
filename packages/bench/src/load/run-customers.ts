import { quantile } from '../figures.ts';

/** `acts` counts the warm-up too. */
export type LoadResult = { perSecond: number; count: number; acts: number; p50Ms: number; p99Ms: number };

const MAX_WARM_UP_MS = 25_000;

/**
 * Customers side by side, each doing one thing after another for a while. The warm-up before it is not counted: a server
 * in use is compiled and has its connections, a new one would be measured at its start. What ends within that while counts,
 * by its length: left out what is under way at its begin or end, a slower server would lose more by it.
 */
export async function runCustomers(options: {
  customers: number;
  warmUp: { ms: number; acts: number };
  forMs: number;
  act(customer: number): Promise<void>;
}): Promise<LoadResult> {
  const startedAt = performance.now();
  const times: number[] = [];
  let acts = 0;
  let begin = Number.POSITIVE_INFINITY;
  const isWarm = () => {
    const ms = performance.now() - startedAt;
    return (ms >= options.warmUp.ms && acts >= options.warmUp.acts) || ms >= MAX_WARM_UP_MS;
  };
  const live = async (customer: number) => {
    for (let now = performance.now(); now < begin + options.forMs; ) {
      const actedAt = now;
      await options.act(customer);
      acts += 1;
      now = performance.now();
      if (now > begin && now <= begin + options.forMs) times.push(now - actedAt);
      if (begin === Number.POSITIVE_INFINITY && isWarm()) begin = now;
    }
  };
  await Promise.all(Array.from({ length: options.customers }, (_, customer) => live(customer)));
  return {
    perSecond: times.length / (options.forMs / 1000),
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
