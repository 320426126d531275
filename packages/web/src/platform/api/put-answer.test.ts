import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { putAnswer } from './put-answer.ts';

const queryKey = ['search-by-meaning'];
const nextTurn = () => new Promise((resolve) => setTimeout(resolve));

it('risk: a read that was asked for before a change takes it back on the screen, and nobody asks again', async () => {
  const cache = new QueryClient();
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
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
  expect(observer.getCurrentResult()).toMatchObject({ data: 'on', isError: false, isFetching: false });
  stop();
});

it('what was never read is shown at once', () => {
  const cache = new QueryClient();
  putAnswer(cache, queryKey, 'on');
  expect(cache.getQueryData(queryKey)).toBe('on');
});
