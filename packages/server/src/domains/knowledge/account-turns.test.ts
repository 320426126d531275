import { expect, it } from 'vitest';
import { createTestClock } from '../../testing/test-clock.ts';
import { createAccountTurns } from './account-turns.ts';

const BOUNDS = { atOnce: 2, maxWaiting: 20, maxOfAccount: 3, retryAfterSeconds: 30 };

function openTurns() {
  const clock = createTestClock();
  const inTurn = createAccountTurns({ ...BOUNDS, monotonicMs: clock.monotonicMs });
  const running: { accountId: string; end: (ms: number) => Promise<void> }[] = [];
  const begin = (accountId: string) => {
    const work = Promise.withResolvers<void>();
    const done = inTurn(accountId, () => {
      const end = async (ms: number) => {
        clock.advance(ms);
        running.splice(running.indexOf(one), 1);
        work.resolve();
        await done;
        // The next begins once the queue has heard of the end.
        await new Promise<void>((resolve) => setImmediate(resolve));
      };
      const one = { accountId, end };
      running.push(one);
      return work.promise;
    });
    return done;
  };
  return { begin, running, names: () => running.map(({ accountId }) => accountId) };
}

it('risk: accounts with heavy files make one that comes now and then wait for all of theirs', async () => {
  const { begin, running, names } = openTurns();
  const heavy = ['a', 'b', 'c', 'd', 'e', 'f'];
  const all = heavy.flatMap((accountId) => [begin(accountId), begin(accountId)]);
  expect(names()).toEqual(['a', 'b']);
  for (const _ of heavy) await running[0]?.end(15_000);
  all.push(begin('light'));
  await running[0]?.end(15_000);
  expect(names()).toContain('light');
  while (running.length > 0) await running[0]?.end(1);
  await Promise.all(all);
});

it('accounts that used nothing yet are served in turn', async () => {
  const { begin, running, names } = openTurns();
  const all = ['a', 'a', 'a', 'b', 'c'].map(begin);
  await running[0]?.end(0);
  expect(names()).toEqual(['b', 'c']);
  while (running.length > 0) await running[0]?.end(0);
  await Promise.all(all);
});
