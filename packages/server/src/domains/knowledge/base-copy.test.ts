import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../platform/log/logger.ts';
import { startTestDatabase, type TestDatabase } from '../../testing/start-test-database.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { createKnowledge } from './index.ts';
import { readOldestPassages } from './store.ts';
import { noChannels } from './testing/no-channels.ts';

const PAIRS = 12;
const PAGE = 5;

describe.each(['server', 'embedded'] as const)('a base that is read whole on the %s database', (kind) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await startTestDatabase({ kind });
  });
  afterAll(() => database.close());

  it('risk: times finer than a millisecond, as a restore leaves them, begin the same page for ever', async () => {
    const { pool } = database;
    const accountId = randomUUID();
    const log = createLog({ level: 'silent' });
    const knowledge = createKnowledge({ pool, clock: createTestClock(), newId: randomUUID, log, channels: noChannels });
    const { id: knowledgeBaseId } = await knowledge.bases.create({ accountId, name: 'Доставка' });
    const pairs = Array.from({ length: PAIRS }, (_, at) => ({ question: `Вопрос ${at}`, answer: `Ответ ${at}` }));
    const added = await knowledge.pairs.add({ accountId, knowledgeBaseId, pairs });
    // The later the id, the earlier the time: pages by id alone would lose some.
    const ids = added
      .map(({ id }) => id)
      .toSorted()
      .toReversed();
    await pool.query(
      `update passages p set created_at = '2026-11-01T10:00:00.123001+03'::timestamptz + (given.at / 2) * interval '1 microsecond'
        from unnest($1::uuid[]) with ordinality as given (id, at) where p.id = given.id`,
      [ids],
    );
    const seen: string[] = [];
    let place = { afterTime: '', afterId: '00000000-0000-0000-0000-000000000000' };
    for (let turn = 0; turn * PAGE <= PAIRS; turn += 1) {
      const page = await readOldestPassages.all(pool, { accountId, knowledgeBaseId, ...place, limit: PAGE });
      seen.push(...page.map(({ id }) => id));
      const last = page.at(-1);
      if (last !== undefined) place = { afterTime: last.createdText, afterId: last.id };
    }
    // Of a time that two share the id decides.
    const inOrder = ids.map((id, at) => ({ id, time: Math.floor((at + 1) / 2) }));
    inOrder.sort((one, other) => one.time - other.time || (one.id < other.id ? -1 : 1));
    expect(seen).toEqual(inOrder.map(({ id }) => id));
  });
});
