import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKnowledge } from '../../../server/src/domains/knowledge/index.ts';
import { embedNow } from '../../../server/src/domains/knowledge/testing/embed-now.ts';
import { noChannels } from '../../../server/src/domains/knowledge/testing/no-channels.ts';
import { createLog } from '../../../server/src/platform/log/logger.ts';
import { systemClock } from '../../../server/src/platform/time/clock.ts';
import { startTestDatabase, type TestDatabase } from '../../../server/src/testing/start-test-database.ts';
import { simulatedEmbedder } from './run-with-vectors.ts';
import { evaluationData, hasEvaluationData, loadTask, passagesOfEntry } from './task-files.ts';

if (!hasEvaluationData()) console.log('Left out: ranking with noise for vectors, because ../shared/data is absent.');

const QUESTIONS = 60;

describe.skipIf(!hasEvaluationData())('noise for vectors', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await startTestDatabase({ kind: 'server' });
  });
  afterAll(() => database.close());

  it.each(['rzd-faq-ru/kb', 'hwu64/kb.k5', 'bitext-support/kb.k5'])('%s is ranked as by words alone', async (name) => {
    const [task, kb] = name.split('/');
    const folder = `${evaluationData}tasks/${task}`;
    const { entries, queries } = loadTask({ kb: `${folder}/${kb}.jsonl`, queries: `${folder}/queries.jsonl` });
    const parts = {
      ...{ pool: database.pool, clock: systemClock, newId: randomUUID, channels: noChannels },
      log: createLog({ level: 'silent' }),
    };
    const { deps, run } = embedNow(simulatedEmbedder('noise'));
    const [lexical, hybrid] = [createKnowledge(parts), createKnowledge({ ...parts, embedding: deps })];
    const accountId = randomUUID();
    const { id: knowledgeBaseId } = await lexical.bases.create({ accountId, name: 'Noise' });
    const base = { accountId, knowledgeBaseId };
    const passages = entries.flatMap(passagesOfEntry);
    const pairs = passages.map(({ question = '', text }) => ({ question, answer: text }));
    await lexical.pairs.add({ ...base, pairs });
    await run(base);
    const { done, total } = await hybrid.embeddingProgress(accountId);
    expect([done, total]).toEqual([pairs.length, pairs.length]);
    const step = Math.max(1, Math.floor(queries.length / QUESTIONS));
    for (const { text } of queries.filter((_, place) => place % step === 0)) {
      const asked = { ...base, query: text, limit: 10 };
      expect(await hybrid.retrieve(asked)).toEqual(await lexical.retrieve(asked));
    }
  });
});
