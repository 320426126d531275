import { randomUUID } from 'node:crypto';
import { SIZES_DIFFER } from '@otvet/contract';
import { embedText } from '@otvet/simulators';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../../platform/log/logger.ts';
import { startTestDatabase, type TestDatabase } from '../../../testing/start-test-database.ts';
import { createTestClock } from '../../../testing/test-clock.ts';
import { createKnowledge } from '../index.ts';
import { embedNow } from '../testing/embed-now.ts';
import { hotelPairs } from '../testing/hotel-pairs.ts';
import { noChannels } from '../testing/no-channels.ts';
import { type Embedder, EmbeddingError } from './port.ts';
import { readEmbedding } from './vector-store.ts';

const MORE_PAIRS = 100;

/** The simulator's vectors. `before` runs with the number of each call. */
function createEmbedder(name: string, before: (call: number, kind: string) => Promise<void>, dimensions = 64) {
  const seen = { calls: 0 };
  const embedder: Embedder = {
    name,
    async embed(texts, { kind }) {
      seen.calls += 1;
      await before(seen.calls, kind);
      return texts.map((text) => Float32Array.from(embedText(text, dimensions)));
    },
  };
  return { embedder, seen };
}

const atOnce = async () => undefined;

describe.each(['server', 'embedded'] as const)('risk: an owner chooses while a base is embedded (%s)', (kind) => {
  let database: TestDatabase;
  const clock = createTestClock();
  beforeAll(async () => {
    database = await startTestDatabase({ kind });
  });
  afterAll(() => database.close());

  function open(embedder: Embedder | (() => Embedder)) {
    const { deps, run } = embedNow(embedder);
    const knowledge = createKnowledge({
      ...{ pool: database.pool, clock, newId: randomUUID, log: createLog({ level: 'silent' }), channels: noChannels },
      embedding: deps,
    });
    return { knowledge, run };
  }

  async function buildBase({ knowledge }: ReturnType<typeof open>, more = 0) {
    const accountId = randomUUID();
    const { id } = await knowledge.bases.create({ accountId, name: 'Отель' });
    const base = { accountId, knowledgeBaseId: id };
    const many = Array.from({ length: more }, (_, at) => ({ question: `Вопрос ${at}?`, answer: `Ответ ${at}.` }));
    const pairs = hotelPairs.map(({ question, phrasing, answer }) => ({ question, answer, phrasings: [phrasing] }));
    await knowledge.pairs.add({ ...base, pairs: [...pairs, ...many] });
    return base;
  }

  const stateOf = (base: Awaited<ReturnType<typeof buildBase>>) => readEmbedding.first(database.pool, base);

  it('the former model embeds no further page', async () => {
    const second = createEmbedder('second', atOnce).embedder;
    let chosen = second;
    const first = createEmbedder('first', async () => {
      chosen = second;
    });
    const opened = open(() => chosen);
    const base = await buildBase(opened, MORE_PAIRS);
    chosen = first.embedder;
    await opened.run(base);
    expect(first.seen.calls).toBe(1);
    expect(await stateOf(base)).toMatchObject({ model: 'second', measuredRevision: expect.any(Number) });
  });

  it('a late fault of the former model makes the chosen one wait', async () => {
    const chosen = open(createEmbedder('second', atOnce).embedder);
    const base = await buildBase(chosen);
    const former = createEmbedder('first', async () => {
      await chosen.run(base);
      throw new EmbeddingError({ kind: 'retry', afterMs: 60_000 }, '500');
    });
    await open(former.embedder).run(base);
    expect(await stateOf(base)).toMatchObject({ model: 'second', failedReason: null, dueAt: null });
  });

  it('a late model of another size under the former name begins the base anew', async () => {
    const built = open(createEmbedder('first', atOnce).embedder);
    const base = await buildBase(built);
    await built.run(base);
    await built.knowledge.pairs.add({ ...base, pairs: [{ question: 'Где аптека?', answer: 'Через дорогу.' }] });
    const second = createEmbedder('second', atOnce).embedder;
    const chosen = open(second);
    let current = second;
    const resized = createEmbedder(
      'first',
      async () => {
        await chosen.run(base);
        current = second;
      },
      32,
    );
    current = resized.embedder;
    await open(() => current).run(base);
    expect(resized.seen.calls).toBe(1);
    expect(await stateOf(base)).toMatchObject({ model: 'second', dimensions: 64 });
  });

  it('what was found out of former vectors is written over what is known of the new ones', async () => {
    const again = open(createEmbedder('same', atOnce, 32).embedder);
    let known: Awaited<ReturnType<typeof stateOf>>;
    const measuring = createEmbedder('same', async (_call, use) => {
      if (use !== 'query' || known !== undefined) return;
      await again.knowledge.pairs.add({ ...base, pairs: [{ question: 'Где аптека?', answer: 'Через дорогу.' }] });
      await again.run(base);
      known = await stateOf(base);
    });
    const opened = open(measuring.embedder);
    const base = await buildBase(opened);
    await opened.run(base);
    expect(known).toMatchObject({ dimensions: 32, measuredRevision: expect.any(Number) });
    expect(await stateOf(base)).toEqual(known);
  });

  it('a base that stops while another worker tries its vectors loses the reason', async () => {
    const mixed = new EmbeddingError({ kind: 'retry', afterMs: 15_000 }, SIZES_DIFFER);
    const failing = open(createEmbedder('same', () => Promise.reject(mixed)).embedder);
    let isStopped = false;
    const measuring = createEmbedder('same', async (_call, use) => {
      if (use !== 'query' || isStopped) return;
      isStopped = true;
      await failing.knowledge.pairs.add({ ...base, pairs: [{ question: 'Где аптека?', answer: 'Через дорогу.' }] });
      for (let turn = 0; turn < 4; turn += 1) {
        await failing.run(base);
        clock.advance(60_000);
      }
    });
    const opened = open(measuring.embedder);
    const base = await buildBase(opened);
    await opened.run(base);
    expect(isStopped).toBe(true);
    expect(await stateOf(base)).toMatchObject({ resizes: 4, failedReason: SIZES_DIFFER });
  });

  it('why a try of the vectors failed is forgotten once one succeeds', async () => {
    let isFailing = true;
    const unsteady = createEmbedder('same', async (_call, use) => {
      if (use === 'query' && isFailing) throw new EmbeddingError({ kind: 'retry', afterMs: 1000 }, '500');
    });
    const opened = open(unsteady.embedder);
    const base = await buildBase(opened);
    await opened.run(base);
    expect(await stateOf(base)).toMatchObject({ failedReason: '500', measuredRevision: null });
    isFailing = false;
    clock.advance(60_000);
    await opened.run(base);
    expect(await stateOf(base)).toMatchObject({ failedReason: null, measuredRevision: expect.any(Number) });
  });
});
