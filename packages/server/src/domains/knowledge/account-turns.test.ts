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

it('risk: a few accounts fill the line, and one that has nothing in it is refused', async () => {
  const { begin, running, names } = openTurns();
  const codeOf = (error: { code: string }) => error.code;
  const greedy = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].flatMap((accountId) =>
    [1, 2, 3].map(() => begin(accountId).catch(codeOf)),
  );
  expect(await greedy[20]).toBe('request.rate_limited');
  const light = begin('light');
  // The last of one that has most gave way; whoever has something waits for his own.
  expect(await Promise.race(greedy.slice(0, 20))).toBe('request.rate_limited');
  await expect(begin('light')).rejects.toMatchObject({ code: 'request.rate_limited', retryAfter: 30 });
  const served: string[] = [];
  while (running.length > 0) {
    served.push(...names().slice(0, 1));
    await running[0]?.end(1000);
  }
  await light;
  expect(served).toContain('light');
  const answers = await Promise.all(greedy);
  expect(answers.filter((answer) => answer === 'request.rate_limited')).toHaveLength(2);
});

it('nobody gives way who has one alone', async () => {
  const { begin, running } = openTurns();
  const all = Array.from({ length: 20 }, (_, at) => begin(`account ${at}`));
  await expect(begin('one more')).rejects.toMatchObject({ code: 'request.rate_limited' });
  while (running.length > 0) await running[0]?.end(1);
  await Promise.all(all);
});
