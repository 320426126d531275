import { expect, it } from 'vitest';
import { sliceWork } from './slice-work.ts';

it('risk: a few texts of the greatest length hold up all others', async () => {
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const endSlice = sliceWork(10_000);
  for (let piece = 0; piece < 39; piece += 1) await endSlice(50);
  expect(turns).toBe(0);
  for (let piece = 0; piece < 5; piece += 1) {
    const before = turns;
    await endSlice(20_000);
    expect(turns).toBeGreaterThan(before);
  }
  isOver = true;
});
