import { expect, it } from 'vitest';
import { createTestClock } from '../../testing/test-clock.ts';
import { createUnbegunSends } from './unbegun-sends.ts';

const claimOf = (changes: object) => ({ messageId: 'a', attempt: 1, claimedBy: 'here', ...changes });

it.each([
  ['the first attempt of an answer whose reply never came', {}, false],
  ['a later attempt: somebody sends it', { attempt: 2 }, true],
  ['another answer', { messageId: 'b' }, true],
  ['a claim of another process', { claimedBy: 'elsewhere' }, true],
])('a send may have begun: %s', (_name, changes, hasBegun) => {
  const unbegun = createUnbegunSends({ nodeId: 'here', sharedClock: createTestClock() });
  unbegun.add('a');
  expect(unbegun.mark([claimOf(changes)])).toEqual([{ ...claimOf(changes), hasBegun }]);
});

it('risk: what was never replied to is remembered for ever, or what was is called unsent', () => {
  const clock = createTestClock();
  const unbegun = createUnbegunSends({ nodeId: 'here', sharedClock: clock });
  unbegun.add('a');
  unbegun.add('replied');
  unbegun.delete('replied');
  expect(unbegun.has({ messageId: 'replied', attempt: 1 })).toBe(false);
  clock.advance(600_001);
  unbegun.add('c');
  expect(['a', 'c'].map((messageId) => unbegun.has({ messageId, attempt: 1 }))).toEqual([false, true]);
});
