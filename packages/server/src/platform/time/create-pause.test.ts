import { expect, it } from 'vitest';
import { createPause } from './create-pause.ts';

it('risk: many short pieces of work hold up all others together', async () => {
  let now = 0;
  let turns = 0;
  const pause = createPause(10, { monotonicMs: () => now, yieldTurn: async () => (turns += 1) });
  const seen: number[] = [];
  for (const tookMs of [0, 6, 3, 1, 9, 30, 2, 8]) {
    now += tookMs;
    await pause();
    seen.push(turns);
  }
  expect(seen).toEqual([0, 0, 0, 1, 1, 2, 2, 3]);
});
