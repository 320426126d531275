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
