import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { putAnswer } from './put-answer.ts';

const queryKey = ['search-by-meaning'];
const nextTurn = () => new Promise((resolve) => setTimeout(resolve));

it('risk: a read that was asked for before a change takes it back on the screen, and nobody asks again', async () => {
  const cache = new QueryClient();
  const answers = ['off', 'off', 'on'].map(() => Promise.withResolvers<string>());
  let reads = 0;
  const queryFn = () => answers[reads++]?.promise ?? 'none';
  const observer = new QueryObserver(cache, { queryKey, queryFn });
  const stop = observer.subscribe(() => undefined);
  answers[0]?.resolve('off');
  await nextTurn();
  void cache.invalidateQueries({ queryKey });
  putAnswer(cache, queryKey, 'on');
  answers[1]?.resolve('off');
  await nextTurn();
  expect(observer.getCurrentResult()).toMatchObject({ data: 'on', isError: false, isFetching: true });
  answers[2]?.resolve('on');
  await nextTurn();
  expect(observer.getCurrentResult()).toMatchObject({ data: 'on', isError: false, isFetching: false });
  stop();
});

it('risk: the first of two answers comes late, gives up the read that would correct it, and stays', async () => {
  const cache = new QueryClient();
  const state = { value: 'off' };
  const observer = new QueryObserver(cache, { queryKey, queryFn: async () => state.value });
  const stop = observer.subscribe(() => undefined);
  await nextTurn();
  state.value = 'bold';
  putAnswer(cache, queryKey, 'bold');
  void cache.invalidateQueries({ queryKey });
  putAnswer(cache, queryKey, 'usual');
  await nextTurn();
  expect(observer.getCurrentResult().data).toBe('bold');
  stop();
});

it('risk: a first read takes back what a change gave meanwhile', async () => {
  const cache = new QueryClient();
  const answers = ['off', 'on'].map(() => Promise.withResolvers<string>());
  let reads = 0;
  const queryFn = () => answers[reads++]?.promise ?? 'none';
  const observer = new QueryObserver(cache, { queryKey, queryFn });
  const stop = observer.subscribe(() => undefined);
  putAnswer(cache, queryKey, 'on');
  answers[0]?.resolve('off');
  await nextTurn();
  expect(observer.getCurrentResult().data).toBe('on');
  answers[1]?.resolve('on');
  await nextTurn();
  expect(observer.getCurrentResult()).toMatchObject({ data: 'on', isFetching: false });
  stop();
});

it('what was never read is shown at once', () => {
  const cache = new QueryClient();
  putAnswer(cache, queryKey, 'on');
  expect(cache.getQueryData(queryKey)).toBe('on');
});
