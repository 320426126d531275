import { expect, it } from 'vitest';
import { keepTrying } from './keep-trying.ts';

function build(failures: number) {
  const waits: number[] = [];
  const seen = { catchUps: 0, waits };
  const sync = keepTrying({
    sync: {
      noteChange: () => Promise.reject(new Error('502')),
      catchUp: async () => {
        seen.catchUps += 1;
        if (seen.catchUps <= failures) throw new Error('502');
      },
    },
    wait: async (ms) => {
      seen.waits.push(ms);
    },
  });
  return { seen, sync };
}

it('events that could not be followed are made good by one catch-up, tried with growing pauses until it succeeds', async () => {
  const { seen, sync } = build(7);
  await Promise.all(Array.from({ length: 10 }, () => sync.noteChange({ uniqueId: 'a', version: 1 })));
  expect(seen.catchUps).toBe(8);
  expect(seen.waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
});

it('a failed catch-up after a reconnection is tried again', async () => {
  const { seen, sync } = build(1);
  await sync.catchUp();
  expect(seen.catchUps).toBe(2);
});
