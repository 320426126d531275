import { expect, it } from 'vitest';
import { restAsLong } from './rest-as-long.ts';

it.each([
  ['as long as it took', 30, 30],
  ['not longer than what waited itself is worth', 5000, 200],
])('rests %s, and gives what was done', async (_name, took, rested) => {
  let now = 1000;
  const rests: number[] = [];
  const work = async () => {
    now += took;
    return 'done';
  };
  const sleep = async (ms: number) => rests.push(ms);
  expect(await restAsLong(work, { monotonicMs: () => now, sleep })).toBe('done');
  expect(rests).toEqual([rested]);
});
