import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../testing/start-test-database.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { createBaseIndexes } from './base-index.ts';
import { createKnowledge } from './index.ts';
import { noChannels } from './testing/no-channels.ts';

const clock = createTestClock();
let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase({ kind: 'server' });
});
afterAll(() => database.close());

async function buildBase(accountId: string) {
  const knowledge = createKnowledge({ pool: database.pool, clock, newId: randomUUID, channels: noChannels });
  const { id: knowledgeBaseId } = await knowledge.bases.create({ accountId, name: 'Доставка' });
  const pairs = Array.from({ length: 20 }, (_, number) => ({
    question: `Вопрос ${number}`,
    answer: `Ответ ${number}`,
  }));
  await knowledge.pairs.add({ accountId, knowledgeBaseId, pairs });
  return { accountId, knowledgeBaseId };
}

it('beyond the bound of memory the base that was not used for longest goes, and is read again when it is asked', async () => {
  const bases = await Promise.all([1, 2, 3].map(() => buildBase(randomUUID())));
  const measured = createBaseIndexes({ pool: database.pool, clock });
  for (const base of bases) await measured.open(base);
  expect(measured.held.bases).toBe(3);
  const indexes = createBaseIndexes({ pool: database.pool, clock, maxBytes: (measured.held.bytes * 2) / 3 + 1 });
  for (const base of bases) {
    expect((await indexes.open(base))?.index.size).toBe(20);
    clock.advance(10);
  }
  expect(indexes.held.bases).toBe(2);
  const [first] = bases;
  expect(first && (await indexes.open(first))?.index.size).toBe(20);
  expect(indexes.held.bases).toBe(2);
  expect(indexes.held.bytes).toBeLessThanOrEqual((measured.held.bytes * 2) / 3 + 1);
});

it('a base whose search copy would take too much is searched as far as the bound, and takes no more pairs', async () => {
  const deps = { pool: database.pool, clock, newId: randomUUID, channels: noChannels, maxBaseBytes: 300_000 };
  const [knowledge, accountId] = [createKnowledge(deps), randomUUID()];
  const { id: knowledgeBaseId } = await knowledge.bases.create({ accountId, name: 'Слова' });
  const invented = (number: number) =>
    Array.from(
      { length: 200 },
      (_, word) => `ъ${(number * 1000 + word).toString(2).replaceAll('0', 'у').replaceAll('1', 'ы')}`,
    );
  const add = (numbers: number[]) => {
    const pairs = numbers.map((number) => ({ question: `Вопрос ${number}`, answer: invented(number).join(' ') }));
    return knowledge.pairs.add({ accountId, knowledgeBaseId, pairs });
  };
  await add(Array.from({ length: 100 }, (_, number) => number));
  const ask = (query: string) => knowledge.retrieve({ accountId, knowledgeBaseId, query, limit: 3 });
  expect((await ask('вопрос')).passages).toHaveLength(3);
  await expect(add([1000])).rejects.toMatchObject({ code: 'knowledge.limit' });
  const indexes = createBaseIndexes({ ...deps, maxBytes: undefined });
  const copy = await indexes.open({ accountId, knowledgeBaseId });
  expect(copy?.index.size).toBeLessThan(100);
  expect(indexes.held.bytes).toBeLessThan(2 * deps.maxBaseBytes);
});
