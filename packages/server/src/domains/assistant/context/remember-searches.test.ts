import { expect, it } from 'vitest';
import type { Retrieval } from '../../knowledge/index.ts';
import { rememberSearches } from './remember-searches.ts';

const place = { accountId: 'a', knowledgeBaseId: 'b', limit: 8 };
const foundOf = (query: string): Retrieval => ({
  ...{ passages: [], confidence: 1, isEmpty: false },
  decision: { kind: 'answer', id: query },
});

it('risk: one message asks the base the same again, or without an end', async () => {
  const asked: string[] = [];
  const retrieve = rememberSearches(async ({ query }) => {
    asked.push(query);
    return foundOf(query);
  });
  const [one, again] = await Promise.all(['где вы', 'где вы'].map((query) => retrieve({ ...place, query })));
  expect([one, again]).toEqual([foundOf('где вы'), foundOf('где вы')]);
  expect(asked).toEqual(['где вы']);
  for (let number = 0; number < 200; number += 1) await retrieve({ ...place, query: `вопрос ${number}` });
  expect(asked).toHaveLength(50);
  expect(await retrieve({ ...place, query: 'ещё один' })).toMatchObject({
    decision: { kind: 'refuse' },
    isEmpty: false,
  });
  expect(await retrieve({ ...place, query: 'вопрос 1' })).toEqual(foundOf('вопрос 1'));
});

it('risk: the searches of one message hold up all others until the last is made', async () => {
  const events: string[] = [];
  const retrieve = rememberSearches(
    async ({ query }) => {
      events.push(query);
      return foundOf(query);
    },
    async () => void events.push('pause'),
  );
  for (const query of ['где вы', 'как доехать', 'где вы']) await retrieve({ ...place, query });
  expect(events).toEqual(['pause', 'где вы', 'pause', 'как доехать']);
});

it('other bounds are another search', async () => {
  const limits: number[] = [];
  const retrieve = rememberSearches(async ({ query, limit }) => {
    limits.push(limit);
    return foundOf(query);
  });
  for (const limit of [8, 3, 8]) await retrieve({ ...place, query: 'где вы', limit });
  expect(limits).toEqual([8, 3]);
});
