import { expect, it } from 'vitest';
import { createTestClock } from '../../testing/test-clock.ts';
import { inConstantTime } from './in-constant-time.ts';

async function timeOf(clock: ReturnType<typeof createTestClock>, work: () => Promise<void>): Promise<number> {
  const began = clock.monotonicMs();
  let isDone = false;
  const answered = inConstantTime({ clock, ms: 300 }, work).then(() => {
    isDone = true;
  });
  for (let look = 0; look < 1000 && !isDone; look += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    if (!isDone) clock.advance(10);
  }
  await answered;
  return clock.monotonicMs() - began;
}

it('what has nothing to do takes as long as what has', async () => {
  const clock = createTestClock();
  expect(await timeOf(clock, async () => undefined)).toBe(300);
  expect(await timeOf(clock, async () => clock.advance(120))).toBe(300);
});

it.each([-86_400_000, 86_400_000])('risk: a clock that is set meanwhile (by %i ms) tells what was done', async (ms) => {
  const clock = createTestClock();
  const work = async () => {
    clock.jump(ms);
    clock.advance(120);
  };
  expect(await timeOf(clock, work)).toBe(300);
});
