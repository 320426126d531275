import { randomUUID } from 'node:crypto';
import { embedText } from '@otvet/simulators';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTransaction } from '../../../platform/database/with-transaction.ts';
import { createLog } from '../../../platform/log/logger.ts';
import { startTestDatabase, type TestDatabase } from '../../../testing/start-test-database.ts';
import { createTestClock } from '../../../testing/test-clock.ts';
import { createKnowledge } from '../index.ts';
import { setHeld } from '../sources/conversation/decide-conversation.ts';
import { deleteAllPassages } from '../sources/source-passage-store.ts';
import { swapPassages } from '../sources/swap-passages.ts';
import { embedNow } from '../testing/embed-now.ts';
import { hotelPairs } from '../testing/hotel-pairs.ts';
import { noChannels } from '../testing/no-channels.ts';
import { type Embedder, EmbeddingError } from './port.ts';

const DIMENSIONS = 128;
const QUESTION = 'А щенка взять разрешите?';
const MANY = 100;

/** The simulator's vectors; `failAt` is the number of the call that fails. */
function createEmbedder(name = 'first', dimensions = DIMENSIONS) {
  const seen: string[] = [];
  const control = {
    failAt: Number.POSITIVE_INFINITY,
    error: new EmbeddingError({ kind: 'retry', afterMs: 60_000 }, '500'),
  };
  let calls = 0;
  const embedder: Embedder = {
    name,
    async embed(texts) {
      calls += 1;
      if (calls >= control.failAt) throw control.error;
      seen.push(...texts);
      return texts.map((text) => Float32Array.from(embedText(text, dimensions)));
    },
  };
  return { embedder, seen, control, calls: () => calls };
}

describe.each(['server', 'embedded'] as const)('vectors in the background (%s)', (kind) => {
  let database: TestDatabase;
  const clock = createTestClock();
  beforeAll(async () => {
    database = await startTestDatabase({ kind });
  });
  afterAll(() => database.close());

  /** A process of its own with this embedder. */
  function open(embedder: Embedder, maxHeld?: number) {
    const { deps, run } = embedNow(embedder);
    const knowledge = createKnowledge({
      ...{ pool: database.pool, clock, newId: randomUUID, log: createLog({ level: 'silent' }), channels: noChannels },
      embedding: { ...deps, ...(maxHeld !== undefined && { maxHeld }) },
    });
    return { knowledge, run };
  }

  type Open = ReturnType<typeof open>;
  type Base = { accountId: string; knowledgeBaseId: string };

  async function buildHotel({ knowledge }: Open, accountId = randomUUID()): Promise<Base> {
    const { id } = await knowledge.bases.create({ accountId, name: 'Отель' });
    const base = { accountId, knowledgeBaseId: id };
    const pairs = hotelPairs.map(({ question, phrasing, answer }) => ({ question, answer, phrasings: [phrasing] }));
    await knowledge.pairs.add({ ...base, pairs });
    return base;
  }

  async function ask({ knowledge }: Open, base: Base, query = QUESTION) {
    clock.advance(1001);
    await knowledge.retrieve({ ...base, query: '?', limit: 1 });
    await knowledge.settled(base);
    return await knowledge.retrieve({ ...base, query, limit: 3 });
  }

  const count = async (base: Base, model?: string) => {
    const { rows } = await database.pool.query<{ count: string }>(
      'select count(*) from passage_vectors where account_id = $1 and ($2::text is null or model = $2)',
      [base.accountId, model],
    );
    return Number(rows[0]?.count);
  };

  const storePieces = (base: Base, sourceId: string) =>
    withTransaction(database.pool, (tx) =>
      swapPassages(tx, randomUUID, {
        ...{ ...base, sourceId, kind: 'file', requireRoom: () => undefined, now: clock.now() },
        pieces: Array.from({ length: MANY }, (_, at) => ({
          ...{ question: 'Правила', body: `Правило номер ${at}`, trail: [], place: {}, memory: 1 },
        })),
      }),
    );

  it('risk: what customers wrote is sent to a service of vectors before the owner has looked at it', async () => {
    const { embedder, seen } = createEmbedder();
    const opened = open(embedder);
    const base = await buildHotel(opened);
    const sourceId = randomUUID();
    await storePieces(base, sourceId);
    const hold = (isHeld: boolean) =>
      withTransaction(database.pool, (tx) => setHeld(tx, { ...base, sourceId, isHeld, now: clock.now() }));
    await hold(true);
    await opened.run(base);
    const isSent = () => seen.some((text) => text.includes('Правило номер'));
    expect(isSent()).toBe(false);
    const done = hotelPairs.length;
    expect(await opened.knowledge.embeddingProgress(base.accountId)).toEqual({ done, total: done, failedReason: null });
    await hold(false);
    await opened.run(base);
    expect(isSent()).toBe(true);
    const all = done + MANY;
    expect(await opened.knowledge.embeddingProgress(base.accountId)).toMatchObject({ done: all, total: all });
    await hold(true);
    const { passages } = await ask(opened, base, 'Какое правило номер 42?');
    expect(passages.filter(({ title }) => title === 'Правила')).toEqual([]);
    await opened.run(base);
    expect(await opened.knowledge.embedWaiting()).toBe(0);
  });

  it('a worker that dies, or an embedder that fails, loses no page: the next one goes on where it ended', async () => {
    const first = createEmbedder();
    const opened = open(first.embedder);
    const base = await buildHotel(opened);
    await storePieces(base, randomUUID());
    const total = hotelPairs.length + MANY;
    first.control.failAt = 3;
    await opened.run(base);
    const { accountId } = base;
    expect(await opened.knowledge.embeddingProgress(accountId)).toEqual({ done: 64, total, failedReason: '500' });
    expect(await opened.knowledge.embedWaiting()).toBe(0);
    const second = createEmbedder();
    const next = open(second.embedder);
    // Not before the embedder is to be asked again.
    await next.run(base);
    expect(second.calls()).toBe(0);
    clock.advance(60_001);
    await next.run(base);
    expect(await next.knowledge.embeddingProgress(accountId)).toEqual({ done: total, total, failedReason: null });
    const again = second.seen.filter((text) => first.seen.includes(text) && text.startsWith('Правила'));
    expect(again).toEqual([]);
    expect(await count(base)).toBe(hotelPairs.length * 2 + MANY);
  });

  it('risk: a clock that was set back by a day leaves a base without vectors for that day', async () => {
    const own = createEmbedder();
    const opened = open(own.embedder);
    const base = await buildHotel(opened);
    own.control.failAt = 1;
    clock.jump(86_400_000);
    await opened.run(base);
    clock.jump(-86_400_000);
    own.control.failAt = Number.POSITIVE_INFINITY;
    expect(await opened.knowledge.embedWaiting()).toBeGreaterThan(0);
    await opened.run(base);
    expect(await count(base)).toBe(hotelPairs.length * 2);
  });

  it('removing a source removes each of its vectors, and a base with its vectors goes whole', async () => {
    const opened = open(createEmbedder().embedder);
    const base = await buildHotel(opened);
    const sourceId = randomUUID();
    await storePieces(base, sourceId);
    await opened.run(base);
    expect(await count(base)).toBe(hotelPairs.length * 2 + MANY);
    await deleteAllPassages.first(database.pool, { accountId: base.accountId, sourceId });
    expect(await count(base)).toBe(hotelPairs.length * 2);
    await opened.knowledge.bases.remove(base.accountId, base.knowledgeBaseId);
    expect(await count(base)).toBe(0);
  });

  it('a changed pair is embedded anew, and only what changed of it; a question finds the new words', async () => {
    const own = createEmbedder();
    const opened = open(own.embedder);
    const base = await buildHotel(opened);
    await opened.run(base);
    expect((await ask(opened, base)).decision.kind).toBe('answer');
    const found = await ask(opened, base);
    const pairId = found.passages[0]?.id ?? '';
    const { accountId } = base;
    const answer = 'Да, живут без доплаты.';
    await opened.knowledge.pairs.update({
      ...{ accountId, id: pairId, question: 'Сдаёте лодку?', answer, phrasings: ['Пускаете питомцев?'] },
    });
    // Between the change and its vectors nothing of the former words is used.
    expect((await ask(opened, base, 'Можно приехать с собакой?')).passages[0]?.isNearest).not.toBe(true);
    own.seen.length = 0;
    await opened.run(base);
    expect(own.seen.filter((text) => !hotelPairs.some((pair) => pair.answer === text))).toEqual(['Сдаёте лодку?']);
    expect((await ask(opened, base)).passages[0]).toMatchObject({ id: pairId, isNearest: true });
    expect(await count(base)).toBe(hotelPairs.length * 2);
  });

  it('another model embeds all anew; vectors of the former one are never compared with it, and go', async () => {
    const opened = open(createEmbedder('first').embedder);
    const base = await buildHotel(opened);
    await opened.run(base);
    const changed = open(createEmbedder('second', 64).embedder);
    expect((await ask(changed, base)).decision.kind).not.toBe('answer');
    expect(await changed.knowledge.embeddingProgress(base.accountId)).toMatchObject({ done: 0 });
    await changed.run(base);
    const { decision, passages: before } = await ask(changed, base);
    expect(decision.kind).toBe('answer');
    expect([await count(base, 'first'), await count(base, 'second')]).toEqual([0, hotelPairs.length * 2]);
    // Another size under the same name is another model too.
    const resized = open(createEmbedder('second', 32).embedder);
    await resized.knowledge.pairs.add({ ...base, pairs: [{ question: 'Где аптека?', answer: 'Через дорогу.' }] });
    await resized.run(base);
    // Vectors this short are less sure: which pair they lead to is what counts.
    const [nearest] = (await ask(resized, base)).passages;
    expect(nearest).toMatchObject({ id: before[0]?.id, isNearest: true });
    expect(await count(base, 'second')).toBe(hotelPairs.length * 2 + 1);
  });

  it('risk: models of two sizes behind one name are paid without end', async () => {
    const [small, large] = [createEmbedder('first', 32), createEmbedder('first', 64)];
    let calls = 0;
    const inTurn: Embedder = {
      name: 'first',
      embed: (texts, options) => [small, large][calls++ % 2]?.embedder.embed(texts, options) ?? Promise.resolve([]),
    };
    const opened = open(inTurn);
    const base = await buildHotel(opened);
    await storePieces(base, randomUUID());
    const { accountId } = base;
    const look = async () => {
      clock.advance(3_600_000);
      await opened.knowledge.embedWaiting();
      await opened.run(base);
    };
    for (let looks = 0; looks < 5; looks += 1) await look();
    const before = calls;
    for (let looks = 0; looks < 3; looks += 1) await look();
    await opened.knowledge.pairs.add({ ...base, pairs: [{ question: 'Где аптека?', answer: 'Через дорогу.' }] });
    await look();
    expect(calls).toBe(before);
    expect(before).toBeLessThan(20);
    expect(await opened.knowledge.embeddingProgress(accountId)).toMatchObject({ failedReason: 'dimensions' });
    // One model answers now, and the owner asks to try again.
    const steady = open(small.embedder);
    await steady.run(base);
    expect(calls).toBe(before);
    await steady.knowledge.noteEmbedder(accountId);
    await steady.run(base);
    const total = hotelPairs.length + MANY + 1;
    expect(await steady.knowledge.embeddingProgress(accountId)).toEqual({ done: total, total, failedReason: null });
  });

  it('risk: vectors of two sizes in one answer are paid without end', async () => {
    const own = createEmbedder();
    const opened = open(own.embedder);
    const base = await buildHotel(opened);
    own.control.failAt = 1;
    own.control.error = new EmbeddingError({ kind: 'retry', afterMs: 15_000 }, 'dimensions');
    for (let looks = 0; looks < 8; looks += 1) {
      clock.advance(3_600_000);
      await opened.run(base);
    }
    expect(own.calls()).toBe(4);
  });

  it('accounts see their own vectors alone', async () => {
    const opened = open(createEmbedder().embedder);
    const [own, other] = [await buildHotel(opened), await buildHotel(opened)];
    await opened.run(own);
    expect((await ask(opened, own)).decision.kind).toBe('answer');
    expect((await ask(opened, other)).decision.kind).not.toBe('answer');
    const foreign = { accountId: other.accountId, knowledgeBaseId: own.knowledgeBaseId };
    expect((await ask(opened, foreign)).passages).toEqual([]);
    await opened.run(foreign);
    expect(await count(other)).toBe(0);
  });

  it('many vectors are compared by the database where it can, with the same answers', async () => {
    const own = createEmbedder();
    const opened = open(own.embedder, 0);
    const base = await buildHotel(opened);
    await opened.run(base);
    const held = open(own.embedder);
    for (const { customer, answer } of hotelPairs) {
      const [stored, inMemory] = [await ask(opened, base, customer), await ask(held, base, customer)];
      expect(stored.passages[0]).toMatchObject({ text: answer, isNearest: true });
      expect(stored.confidence).toBeCloseTo(inMemory.confidence, 2);
    }
    const { rows } = await database.pool.query("select from pg_extension where extname = 'vector'");
    expect(rows).toHaveLength(kind === 'embedded' ? 1 : 0);
  });
});
