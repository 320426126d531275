import { expect, it } from 'vitest';
import { createTokenRefresher } from './token-refresher.ts';

type Answer = string | undefined | Error;

function build(answers: (count: number) => Answer) {
  const refreshed: string[] = [];
  const seen = { calls: 0, refreshed, lost: 0, now: 1_000_000 };
  let token: string | null = 'old';
  const refresher = createTokenRefresher({
    fetchToken: async () => {
      seen.calls += 1;
      const answer = answers(seen.calls);
      await new Promise((resolve) => setTimeout(resolve));
      if (answer instanceof Error) throw answer;
      return answer;
    },
    tokens: {
      read: () => token,
      write: (fresh) => {
        token = fresh;
      },
    },
    now: () => seen.now,
    onRefreshed: (fresh) => seen.refreshed.push(fresh),
    onLost: () => {
      seen.lost += 1;
    },
    retryMax: 3,
    retryResetMs: 60_000,
  });
  return { refresher, seen, read: () => token };
}

it('20 parallel refusals share one refresh', async () => {
  const { refresher, seen } = build((count) => `fresh-${count}`);
  const tokens = await Promise.all(Array.from({ length: 20 }, () => refresher.renewAfter401('old')));
  expect(new Set(tokens)).toEqual(new Set(['fresh-1']));
  expect(seen).toMatchObject({ calls: 1, refreshed: ['fresh-1'], lost: 0 });
});

it('a refusal that comes after the refresh takes the new token without another call', async () => {
  const { refresher, seen } = build((count) => `fresh-${count}`);
  await refresher.renewAfter401('old');
  expect(await refresher.renewAfter401('old')).toBe('fresh-1');
  expect(seen.calls).toBe(1);
});

it('a storm that no token calms ends after three refreshes, once, and stays ended', async () => {
  const { refresher, seen, read } = build((count) => `fresh-${count}`);
  for (let round = 0; round < 6; round += 1) {
    const used = read();
    await Promise.all(Array.from({ length: 20 }, () => refresher.renewAfter401(used)));
  }
  expect(seen).toMatchObject({ calls: 3, lost: 1 });
  expect(await refresher.renewAfter401(read())).toBeUndefined();
  expect(await refresher.forceRefresh()).toBeUndefined();
  expect(seen.calls).toBe(3);
});

it('retries are counted from zero after 60 seconds', async () => {
  const { refresher, seen, read } = build((count) => `fresh-${count}`);
  for (let round = 0; round < 3; round += 1) await refresher.renewAfter401(read());
  seen.now += 60_000;
  expect(await refresher.renewAfter401(read())).toBe('fresh-4');
  expect(seen.lost).toBe(0);
});

it('without a new token the session is lost at once', async () => {
  const { refresher, seen } = build(() => undefined);
  const tokens = await Promise.all([refresher.renewAfter401('old'), refresher.renewAfter401('old')]);
  expect(tokens).toEqual([undefined, undefined]);
  expect(seen).toMatchObject({ calls: 1, lost: 1 });
});

it('an unreachable service is an error for the caller and not the end of the session', async () => {
  const { refresher, seen } = build((count) => (count === 1 ? new Error('offline') : `fresh-${count}`));
  await expect(refresher.renewAfter401('old')).rejects.toThrow('offline');
  expect(seen.lost).toBe(0);
  expect(await refresher.renewAfter401('old')).toBe('fresh-2');
});

it('a token that arrives after the session was lost is thrown away', async () => {
  const { refresher, seen, read } = build((count) => `fresh-${count}`);
  for (let round = 0; round < 3; round += 1) await refresher.renewAfter401(read());
  const late = refresher.forceRefresh();
  const before = read();
  expect(await refresher.renewAfter401(before)).toBe('fresh-4');
  await late;
  expect(seen.lost).toBe(0);
});

it('a new session begins with all its retries', async () => {
  const { refresher, seen } = build((count) => (count === 1 ? undefined : `fresh-${count}`));
  await refresher.renewAfter401('old');
  refresher.reset();
  expect(await refresher.forceRefresh()).toBe('fresh-2');
  expect(seen.lost).toBe(1);
});
