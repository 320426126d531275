import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '../../platform/log/logger.ts';
import { startTestDatabase, type TestDatabase } from '../../testing/start-test-database.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { createKnowledge } from './index.ts';
import { noChannels } from './testing/no-channels.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase({ kind: 'server', poolSize: 1 });
});
afterAll(() => database.close());

it('risk: pairs for bases that are not there, or not his own, take all connections of the database', async () => {
  const knowledge = createKnowledge({
    pool: database.pool,
    clock: createTestClock(),
    newId: randomUUID,
    log: createLog({ level: 'silent' }),
    channels: noChannels,
  });
  const [accountId, otherId] = [randomUUID(), randomUUID()];
  const theirs = await knowledge.bases.create({ accountId: otherId, name: 'Чужая' });
  const pairs = [{ question: 'Вопрос', answer: 'Ответ' }];
  for (const knowledgeBaseId of [randomUUID(), theirs.id]) {
    await expect(knowledge.pairs.add({ accountId, knowledgeBaseId, pairs })).rejects.toMatchObject({
      code: 'knowledge.not_found',
    });
  }
  expect(database.pool.idleCount).toBe(1);
});
