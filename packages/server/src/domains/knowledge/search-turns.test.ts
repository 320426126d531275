import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createLog } from '../../platform/log/logger.ts';
import { findRequest } from '../../platform/scope/request-scope.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { startTestDatabase } from '../../testing/start-test-database.ts';
import { createKnowledge } from './index.ts';
import { createSearchTurns } from './search-turns.ts';
import { noChannels } from './testing/no-channels.ts';

it('risk: one account’s searches take the database from all others', async () => {
  const inTurn = createSearchTurns();
  const running = new Map<string, number>();
  const order: string[] = [];
  let most = 0;
  const search = (accountId: string) =>
    inTurn(accountId, async () => {
      running.set(accountId, (running.get(accountId) ?? 0) + 1);
      most = Math.max(
        most,
        [...running.values()].reduce((sum, each) => sum + each, 0),
      );
      expect(running.get(accountId)).toBe(1);
      // A search is behind the wall of its account, though the queue runs outside of requests.
      expect(findRequest()?.accountId).toBe(accountId);
      await Promise.resolve();
      running.set(accountId, 0);
      order.push(accountId);
      return accountId;
    });
  const greedy = Array.from({ length: 20 }, () => search('greedy').catch((error: { code: string }) => error.code));
  const others = ['one', 'two', 'three'].map(search);
  expect(await Promise.all(others)).toEqual(['one', 'two', 'three']);
  expect(order.indexOf('three')).toBeLessThan(8);
  const answers = await Promise.all(greedy);
  expect(answers.filter((answer) => answer === 'greedy')).toHaveLength(12);
  expect(answers.filter((answer) => answer === 'request.rate_limited')).toHaveLength(8);
  expect(most).toBe(2);
  expect(await search('greedy')).toBe('greedy');
});

it('risk: one search holds the database for long: it ends with words', async () => {
  const database = await startTestDatabase({ kind: 'server' });
  const deps = { pool: database.pool, newId: randomUUID, clock: systemClock, channels: noChannels, maxSearchMs: 1 };
  const knowledge = createKnowledge({ ...deps, log: createLog({ level: 'silent' }) });
  try {
    const accountId = randomUUID();
    const { id: knowledgeBaseId } = await knowledge.bases.create({ accountId, name: 'База' });
    const pairs = Array.from({ length: 500 }, () => ({ question: 'Где?', answer: 'там '.repeat(1000) }));
    await knowledge.pairs.add({ accountId, knowledgeBaseId, pairs });
    const page = { accountId, knowledgeBaseId, limit: 30, offset: 0, search: 'нигде' };
    await expect(knowledge.pairs.page(page)).rejects.toMatchObject({ code: 'knowledge.search_too_slow' });
    expect((await knowledge.pairs.page({ ...page, search: '' })).count).toBe(500);
  } finally {
    await database.close();
  }
});

it('a search that fails leaves its place', async () => {
  const inTurn = createSearchTurns();
  for (let number = 0; number < 20; number += 1)
    await expect(inTurn('account', () => Promise.reject(new Error('too slow')))).rejects.toThrow('too slow');
});
