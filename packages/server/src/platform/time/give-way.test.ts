import { expect, it } from 'vitest';
import { giveWay } from './give-way.ts';

function work(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

/** Whoever takes `hops` turns of the event loop, with a short wait before each, as a message does. */
async function pass(hops: number, slices: () => number): Promise<number> {
  const before = slices();
  for (let hop = 0; hop < hops; hop += 1) {
    await new Promise((resolve) => setTimeout(resolve));
    work(0.5);
  }
  return slices() - before;
}

it('risk: long work in slices takes a slice of time from each step of a message', async () => {
  let slices = 0;
  let isWanted = true;
  const long = (async () => {
    while (isWanted) {
      work(1);
      slices += 1;
      await giveWay();
    }
  })();
  const seen = await pass(20, () => slices);
  isWanted = false;
  await long;
  expect(seen).toBeLessThan(12);
});

it('work that is alone goes on at once', async () => {
  const began = performance.eventLoopUtilization();
  for (let slices = 0; slices < 200; slices += 1) await giveWay();
  expect(performance.eventLoopUtilization(began).idle).toBeLessThan(50);
});
