import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { readAnew } from './read-anew.ts';

const queryKey = ['sources'];

/** A server whose answers are as old as their questions and come when they are let through. */
function buildServer() {
  const state = { value: 1, reads: 0 };
  const onTheWay: (() => void)[] = [];
  const read = () => {
    const { value } = state;
    state.reads += 1;
    return new Promise<number>((resolve) => onTheWay.push(() => resolve(value)));
  };
  const answer = async () => {
    for (const arrive of onTheWay.splice(0)) arrive();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { state, read, answer };
}

it('risk: news that come during the first read are lost with its older answer', async () => {
  const { state, read, answer } = buildServer();
  const cache = new QueryClient();
  const stop = new QueryObserver(cache, { queryKey, queryFn: read }).subscribe(() => undefined);
  state.value = 2;
  const done = readAnew(cache, { queryKey });
  await answer();
  await answer();
  await done;
  expect(cache.getQueryData(queryKey)).toBe(2);
  expect(state.reads).toBe(2);
  stop();
});

it('risk: the answer that comes for a screen that was left is taken for new', async () => {
  const { state, read, answer } = buildServer();
  const cache = new QueryClient();
  const reading = cache.fetchQuery({ queryKey, queryFn: read });
  state.value = 2;
  const done = readAnew(cache, { queryKey });
  await answer();
  await Promise.all([reading, done]);
  expect(cache.getQueryState(queryKey)?.isInvalidated).toBe(true);
});

it('risk: each of many changes that wait for one read begins another', async () => {
  const { state, read, answer } = buildServer();
  const cache = new QueryClient();
  const stop = new QueryObserver(cache, { queryKey, queryFn: read }).subscribe(() => undefined);
  state.value = 2;
  const done = Array.from({ length: 10 }, () => readAnew(cache, { queryKey }));
  await answer();
  await answer();
  await Promise.all(done);
  expect([cache.getQueryData(queryKey), state.reads]).toEqual([2, 2]);
  stop();
});

it('risk: what was not being read is read twice beside what was', async () => {
  const { state, read, answer } = buildServer();
  const cache = new QueryClient();
  const keys = [
    ['sources', 'shown'],
    ['sources', 'new'],
  ];
  const stops = keys
    .slice(0, 1)
    .map((key) => new QueryObserver(cache, { queryKey: key, queryFn: read }).subscribe(() => undefined));
  await answer();
  stops.push(new QueryObserver(cache, { queryKey: ['sources', 'new'], queryFn: read }).subscribe(() => undefined));
  const done = readAnew(cache, { queryKey });
  for (let round = 0; round < 4; round += 1) await answer();
  await done;
  // Each once before the change and once after it.
  expect(state.reads).toBe(4);
  for (const stop of stops) stop();
});

it('risk: a read that fails leaves the change unread', async () => {
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const first = Promise.withResolvers<number>();
  let reads = 0;
  const queryFn = () => (reads++ === 0 ? first.promise : 2);
  const stop = new QueryObserver(cache, { queryKey, queryFn }).subscribe(() => undefined);
  const done = readAnew(cache, { queryKey });
  first.reject(new Error('gone'));
  await done;
  expect(cache.getQueryData(queryKey)).toBe(2);
  stop();
});

it('what is shown is read once more, not twice', async () => {
  const { state, read, answer } = buildServer();
  const cache = new QueryClient();
  const stop = new QueryObserver(cache, { queryKey, queryFn: read }).subscribe(() => undefined);
  await answer();
  void cache.invalidateQueries({ queryKey });
  state.value = 2;
  const done = readAnew(cache, { queryKey });
  await answer();
  await done;
  expect(cache.getQueryData(queryKey)).toBe(2);
  expect(state.reads).toBe(3);
  stop();
});
