import { randomUUID } from 'node:crypto';
import { embedText } from '@otvet/simulators';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '../../../platform/log/logger.ts';
import type { VendorFetch } from '../../../platform/outbound/index.ts';
import { startTestDatabase, type TestDatabase } from '../../../testing/start-test-database.ts';
import { createTestClock } from '../../../testing/test-clock.ts';
import { waitUntil } from '../../../testing/wait-until.ts';
import { createKnowledge } from '../index.ts';
import { embedNow } from '../testing/embed-now.ts';
import { hotelPairs } from '../testing/hotel-pairs.ts';
import { noChannels } from '../testing/no-channels.ts';
import { createVectorPlaces, maxHeldBeside } from './base-vectors.ts';
import { createServiceEmbedder } from './create-service-embedder.ts';
import type { Embedder } from './port.ts';
import { readEmbedding } from './vector-store.ts';

const DIMENSIONS = 128;
const QUESTION = 'А щенка взять разрешите?';

const clock = createTestClock();
let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase({ kind: 'embedded' });
});
afterAll(() => database.close());

const good: Embedder = {
  name: 'first',
  embed: async (texts) => texts.map((text) => Float32Array.from(embedText(text, DIMENSIONS))),
};

/** What becomes of a query of the pool. */
type Around = (sql: string, run: () => Promise<unknown>) => Promise<unknown>;

function poolWith(around: Around): pg.Pool {
  return new Proxy(database.pool, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (name !== 'query' || typeof value !== 'function') return value;
      return (...given: unknown[]) =>
        around(JSON.stringify(given[0]), async () => await Reflect.apply(value, target, given));
    },
  });
}

function open(embedder: Embedder, { pool = database.pool, maxHeld }: { pool?: pg.Pool; maxHeld?: number } = {}) {
  const { deps, run } = embedNow(embedder);
  const knowledge = createKnowledge({
    ...{ pool, clock, newId: randomUUID, log: createLog({ level: 'silent' }), channels: noChannels },
    embedding: { ...deps, ...(maxHeld !== undefined && { maxHeld }) },
  });
  return { knowledge, run };
}

type Open = ReturnType<typeof open>;
type Base = { accountId: string; knowledgeBaseId: string };

async function buildHotel({ knowledge }: Open): Promise<Base> {
  const accountId = randomUUID();
  const { id } = await knowledge.bases.create({ accountId, name: 'Отель' });
  const base = { accountId, knowledgeBaseId: id };
  const pairs = hotelPairs.map(({ question, phrasing, answer }) => ({ question, answer, phrasings: [phrasing] }));
  await knowledge.pairs.add({ ...base, pairs });
  return base;
}

/** After all that is found out beside the questions. */
async function ask({ knowledge }: Open, base: Base) {
  clock.advance(1001);
  await knowledge.retrieve({ ...base, query: '?', limit: 1 });
  await knowledge.settled(base);
  return await knowledge.retrieve({ ...base, query: QUESTION, limit: 3 });
}

const stateOf = (base: Base) => readEmbedding.first(database.pool, base);

it.each(['raise_vector_column', 'near_passages', 'knowledge_embeddings'])(
  'a failed %s leaves the search by words, and is forgotten once it works again',
  async (words) => {
    const built = open(good, { maxHeld: 0 });
    const base = await buildHotel(built);
    await built.run(base);
    let isBroken = true;
    const pool = poolWith(async (sql, run) => {
      if (isBroken && sql.includes(words)) throw new Error('connection lost');
      return await run();
    });
    const opened = open(good, { pool, maxHeld: 0 });
    const query = hotelPairs[0]?.question ?? '';
    for (let turn = 0; turn < 2; turn += 1) {
      clock.advance(1001);
      const found = await opened.knowledge.retrieve({ ...base, query, limit: 3 });
      expect(found.decision.kind).toBe('answer');
      await opened.knowledge.settled(base);
    }
    isBroken = false;
    clock.advance(3_600_000);
    expect((await ask(opened, base)).passages[0]).toMatchObject({ isNearest: true });
    isBroken = true;
    clock.advance(1001);
    expect((await opened.knowledge.retrieve({ ...base, query, limit: 3 })).decision.kind).toBe('answer');
  },
);

it('a question that is asked while a base is embedded does not turn its vectors off', async () => {
  const held = Promise.withResolvers<void>();
  let isHeld = false;
  const pool = poolWith(async (sql, run) => {
    if (sql.includes('created_at, id') && !isHeld) {
      isHeld = true;
      await held.promise;
    }
    const found = await run();
    // All is embedded, and the base is opened to be tried: the read of the question is still under way.
    if (sql.includes('count(distinct v.passage_id)')) setImmediate(held.resolve);
    return found;
  });
  const opened = open(good, { pool });
  const base = await buildHotel(opened);
  const asked = opened.knowledge.retrieve({ ...base, query: QUESTION, limit: 3 });
  await waitUntil(async () => isHeld);
  await Promise.all([asked, opened.run(base)]);
  expect(await stateOf(base)).toMatchObject({ measuredRevision: expect.any(Number) });
  expect((await stateOf(base))?.weight).toBeGreaterThan(0);
  expect((await ask(opened, base)).passages[0]).toMatchObject({ isNearest: true });
});

function openService(takes: (text: string) => boolean) {
  let calls = 0;
  const fetch: VendorFetch = async (_url, request) => {
    calls += 1;
    const { input }: { input: string | string[] } = JSON.parse(String(request?.body));
    const texts = [input].flat();
    if (!texts.every(takes)) return { status: 400, headers: {}, body: Buffer.from('{"error":{}}') };
    const data = texts.map((text, index) => ({ index, embedding: embedText(text, DIMENSIONS) }));
    return { status: 200, headers: {}, body: Buffer.from(JSON.stringify({ data })) };
  };
  const config = { baseUrl: 'http://service.test/v1', apiKey: undefined, name: 'first' };
  const embedder = createServiceEmbedder(config, { fetch, clock });
  return { embedder, calls: () => calls };
}

it('a service that refuses everything is said to fail, and embeds all once it is put right', async () => {
  let isRight = false;
  const service = openService(() => isRight);
  const opened = open(service.embedder);
  const base = await buildHotel(opened);
  const total = hotelPairs.length;
  const progress = () => opened.knowledge.embeddingProgress(base.accountId);
  await opened.run(base);
  expect(await progress()).toEqual({ done: 0, total, failedReason: '400' });
  expect(service.calls()).toBeLessThan(20);
  isRight = true;
  clock.advance(3_600_000);
  expect(await opened.knowledge.embedWaiting()).toBeGreaterThan(0);
  await opened.run(base);
  expect(await progress()).toEqual({ done: total, total, failedReason: null });
});

it('a text that a service will not take stays without a vector, and is not waited for', async () => {
  const [refused] = hotelPairs;
  const opened = open(openService((text) => text !== refused?.question && text !== refused?.phrasing).embedder);
  const base = await buildHotel(opened);
  await opened.run(base);
  const total = hotelPairs.length;
  const progress = await opened.knowledge.embeddingProgress(base.accountId);
  expect(progress).toEqual({ done: total - 1, total: total - 1, failedReason: null });
  expect((await stateOf(base))?.measuredRevision).not.toBeNull();
});

it('vectors that would hold up others, or passages without them that are too many, are not opened', async () => {
  const built = open(good);
  const base = await buildHotel(built);
  await built.run(base);
  const state = await stateOf(base);
  if (state === undefined) throw new Error('not embedded');
  await built.knowledge.pairs.add({ ...base, pairs: [{ question: 'Где аптека?', answer: 'Через дорогу.' }] });
  const { pool } = database;
  const openWith = async (bounds: { maxHeld?: number; maxHeldBytes?: number; maxWithout?: number }) =>
    (await createVectorPlaces({ pool, ...bounds }).open(base, state, undefined))?.passages;
  const passages = hotelPairs.length;
  const vectors = passages * 2;
  expect(await openWith({ maxHeldBytes: vectors * DIMENSIONS })).toBe(passages);
  expect(await openWith({ maxHeldBytes: vectors * DIMENSIONS - 1 })).toBeUndefined();
  await createVectorPlaces({ pool, maxHeld: 0 }).handOver(base, state.model);
  expect(await openWith({ maxHeld: 0, maxWithout: 1 })).toBe(passages);
  expect(await openWith({ maxHeld: 0, maxWithout: 0 })).toBeUndefined();
});

it('risk: the embedded engine compares the vectors of a large base and serves nobody meanwhile', async () => {
  const built = open(good);
  const base = await buildHotel(built);
  await built.run(base);
  const state = await stateOf(base);
  if (state === undefined) throw new Error('not embedded');
  const vectors = hotelPairs.length * 2;
  // As if so many were many.
  const openBeside = async (kind: 'embedded' | 'server') => {
    const maxHeld = maxHeldBeside(kind) - 20_000 + vectors - 1;
    const places = createVectorPlaces({ pool: database.pool, maxHeld });
    await places.handOver(base, state.model);
    return (await places.open(base, state, undefined))?.bytes;
  };
  expect(await openBeside('embedded')).toBeGreaterThan(0);
  expect(await openBeside('server')).toBe(0);
});
