import { expect, it } from 'vitest';
import { createTestClock } from '../../testing/test-clock.ts';
import { TimeLimitError, withinTime } from './within-time.ts';

it('gives what the work gives, or its failure', async () => {
  const clock = createTestClock();
  expect(await withinTime({ clock, ms: 10 }, Promise.resolve('done'))).toBe('done');
  await expect(withinTime({ clock, ms: 10 }, Promise.reject(new Error('no')))).rejects.toThrow('no');
});

it('risk: work that never ends is waited for for ever', async () => {
  const clock = createTestClock();
  const late = Promise.withResolvers<string>();
  const waiting = withinTime({ clock, ms: 10 }, late.promise);
  clock.advance(10);
  await expect(waiting).rejects.toThrow(TimeLimitError);
  // Nobody listens any more: its failure must not end the process.
  late.reject(new Error('late'));
});
