import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '../../platform/log/logger.ts';
import { startTestDatabase, type TestDatabase } from '../../testing/start-test-database.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { createBaseIndexes } from './base-index.ts';
import { createKnowledge } from './index.ts';
import { shippedModel } from './retrieval/retrieval-model.ts';
import { noChannels } from './testing/no-channels.ts';

const clock = createTestClock();
const silent = createLog({ level: 'silent' });
let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase({ kind: 'server' });
});
afterAll(() => database.close());

const openKnowledge = () =>
  createKnowledge({ pool: database.pool, clock, newId: randomUUID, log: silent, channels: noChannels });

async function buildBase(accountId: string) {
  const knowledge = openKnowledge();
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
  const measured = createBaseIndexes({ pool: database.pool, clock, log: silent });
  for (const base of bases) await measured.open(base);
  expect(measured.held.bases).toBe(3);
  const maxBytes = (measured.held.bytes * 2) / 3 + 1;
  const indexes = createBaseIndexes({ pool: database.pool, clock, log: silent, maxBytes });
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

const invented = (number: number) =>
  Array.from(
    { length: 200 },
    (_, word) => `ъ${(number * 1000 + word).toString(2).replaceAll('0', 'у').replaceAll('1', 'ы')}`,
  ).join(' ');

it('risk: what does not fit into memory is left out in silence, or not the same everywhere', async () => {
  const lines: string[] = [];
  const log = createLog({ level: 'warn', destination: { write: (line) => lines.push(line) } });
  const deps = { pool: database.pool, clock, newId: randomUUID, log, channels: noChannels, maxBaseBytes: 500_000 };
  const [knowledge, otherNode, accountId] = [createKnowledge(deps), createKnowledge(deps), randomUUID()];
  const { id: knowledgeBaseId } = await knowledge.bases.create({ accountId, name: 'Слова' });
  const added: string[] = [];
  const add = async (number: number) => {
    const pairs = [{ question: `номер${number}`, answer: invented(number) }];
    for (const { id } of await knowledge.pairs.add({ accountId, knowledgeBaseId, pairs })) added.push(id);
    clock.advance(1);
  };
  for (let number = 0; number < 40; number += 1) await add(number);
  const find = async (node: typeof knowledge) => {
    clock.advance(1000);
    const numbers = Array.from(added, (_, number) => number);
    const found = await Promise.all(
      numbers.map(async (number) => {
        const query = `номер${number}`;
        const { passages } = await node.retrieve({ accountId, knowledgeBaseId, query, limit: 20 });
        return passages.some(({ id }) => id === added[number]) ? [number] : [];
      }),
    );
    return found.flat();
  };
  const news: string[] = [];
  knowledge.onChanged(({ id }) => news.push(id));
  const searched = await find(knowledge);
  expect(searched.length).toBeGreaterThan(3);
  expect(searched.length).toBeLessThan(40);
  expect(searched).toEqual(Array.from(searched, (_, number) => number));
  const readUnsearched = async () => (await otherNode.bases.find(accountId, knowledgeBaseId)).unsearched;
  expect([await readUnsearched(), news, lines.length]).toEqual([40 - searched.length, [knowledgeBaseId], 1]);
  expect(await find(otherNode)).toEqual(searched);
  expect(lines).toHaveLength(1);

  await expect(add(100)).rejects.toMatchObject({ code: 'knowledge.memory_limit' });
  const [oldest = ''] = added;
  await knowledge.pairs.update({ accountId, id: oldest, question: 'номер0', answer: 'коротко' });
  expect(await find(otherNode)).toContain(0);
  expect(await find(knowledge)).toEqual(await find(otherNode));
  for (const id of added.slice(1, 38)) await knowledge.pairs.remove(accountId, id);
  expect(await find(knowledge)).toEqual([0, 38, 39]);
  expect(await readUnsearched()).toBe(0);
  await add(101);
});

it('risk: what a node found of a base before a change is noted after it', async () => {
  const base = await buildBase(randomUUID());
  const deps = { clock, newId: randomUUID, log: silent, channels: noChannels };
  const knowledge = createKnowledge({ ...deps, pool: database.pool });
  let isChanged = false;
  const pool = new Proxy(database.pool, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (name !== 'query' || typeof value !== 'function') return value;
      return async (...given: unknown[]) => {
        if (JSON.stringify(given[0]).includes('set unsearched') && !isChanged) {
          isChanged = true;
          await knowledge.pairs.add({ ...base, pairs: [{ question: 'Есть ли парковка?', answer: 'Во дворе.' }] });
        }
        return await Reflect.apply(value, target, given);
      };
    },
  });
  const indexes = createBaseIndexes({ ...deps, pool, maxBaseBytes: 1 });
  const readUnsearched = async () => (await knowledge.bases.find(base.accountId, base.knowledgeBaseId)).unsearched;
  await indexes.open(base);
  expect([isChanged, await readUnsearched()]).toEqual([true, 0]);
  clock.advance(1000);
  const opened = await indexes.open(base);
  expect(await readUnsearched()).toBe(21 - (opened?.index.size ?? 0));
});

it('a base knows how sure it must be before it is asked for the first time, and learns it anew after a change', async () => {
  const base = await buildBase(randomUUID());
  const deps = { pool: database.pool, clock, newId: randomUUID, log: silent, channels: noChannels };
  const [knowledge, indexes] = [createKnowledge(deps), createBaseIndexes(deps)];
  const first = (await indexes.open(base))?.index.calibration;
  expect(first?.pairs.length).toBeGreaterThan(0);
  await knowledge.pairs.add({ ...base, pairs: [{ question: 'Есть ли парковка?', answer: 'Во дворе.' }] });
  clock.advance(1000);
  const opened = await indexes.open(base);
  await waitUntil(() => opened?.index.calibration !== first);
  expect(opened?.index.calibration?.pairs.length).toBe((first?.pairs.length ?? 0) + 1);
});

it('risk: thousands of passages that go at once hold up everybody', async () => {
  const base = await buildBase(randomUUID());
  const knowledge = openKnowledge();
  const pairs = Array.from({ length: 600 }, (_, number) => ({ question: `Номер ${number}`, answer: `Есть ${number}` }));
  await knowledge.pairs.add({ ...base, pairs });
  const indexes = createBaseIndexes({ pool: database.pool, clock, log: silent });
  const index = (await indexes.open(base))?.index;
  expect(index?.size).toBe(620);
  await database.pool.query(
    'delete from passages where account_id = $1 and knowledge_base_id = $2 and starts_with(question, $3)',
    [base.accountId, base.knowledgeBaseId, 'Номер'],
  );
  await database.pool.query(
    'update knowledge_bases set revision = revision + 1, removed_revision = revision + 1 where account_id = $1 and id = $2',
    [base.accountId, base.knowledgeBaseId],
  );
  clock.advance(1000);
  const sizes = new Set<number | undefined>();
  const opened = indexes.open(base).finally(() => sizes.add(index?.size));
  // Each turn of the event loop is one that others get.
  while (index?.size !== 20) {
    sizes.add(index?.size);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect((await opened)?.index).toBe(index);
  expect(sizes.size).toBeGreaterThan(10);
});

it('a base answers as boldly as its owner chose, on every node, and says what each choice means', async () => {
  const base = await buildBase(randomUUID());
  const deps = { pool: database.pool, clock, newId: randomUUID, log: silent, channels: noChannels };
  const [knowledge, otherNode] = [createKnowledge(deps), createKnowledge(deps)];
  // Twenty pairs are too few for figures that are true.
  for (const each of (await knowledge.boldness.find(base)).figures)
    expect(each).toMatchObject({ falseAnswers: null, ownAnswers: null });
  const more = Array.from({ length: 40 }, (_, number) => ({ question: `Товар ${number}`, answer: `Цена ${number}` }));
  await knowledge.pairs.add({ ...base, pairs: more });
  clock.advance(1000);
  await waitUntil(async () => (await knowledge.boldness.find(base)).figures[0]?.falseAnswers !== null);
  const { boldness, figures } = await knowledge.boldness.find(base);
  expect(boldness).toBe('usual');
  const [careful, usual, bold] = figures;
  const some = expect.any(Number);
  // Each of its questions has one phrasing: nobody knows how else customers ask it.
  for (const each of figures) expect(each).toMatchObject({ falseAnswers: some, ownAnswers: null });
  expect([careful?.boldness, usual?.boldness, bold?.boldness]).toEqual(['careful', 'usual', 'bold']);
  const words = ['номер7 доставка', 'вопрос номер3', 'номер', 'как номер12 найти', 'номер5 или номер6'];
  const decide = (node: typeof knowledge, more: { boldness?: 'bold' | 'careful' } = {}) =>
    Promise.all(words.map(async (query) => (await node.retrieve({ ...base, query, limit: 3, ...more })).decision));
  await decide(otherNode);
  for (const chosen of ['bold', 'careful'] as const) {
    expect(await knowledge.boldness.choose({ ...base, boldness: chosen })).toEqual({ boldness: chosen, figures });
    clock.advance(1000);
    for (const node of [knowledge, otherNode]) {
      expect(await decide(node)).toEqual(await decide(node, { boldness: chosen }));
      expect(await node.boldness.find(base)).toMatchObject({ boldness: chosen });
    }
  }
  const alien = { ...base, accountId: randomUUID() };
  await expect(knowledge.boldness.find(alien)).rejects.toMatchObject({ code: 'knowledge.not_found' });
  await expect(knowledge.boldness.choose({ ...alien, boldness: 'bold' })).rejects.toMatchObject({
    code: 'knowledge.not_found',
  });
});

it('risk: a base that cannot be calibrated answers nothing', async () => {
  const base = await buildBase(randomUUID());
  const lines: string[] = [];
  const log = createLog({ level: 'error', destination: { write: (line) => lines.push(line) } });
  let isBroken = true;
  const retrievalModel = {
    ...shippedModel,
    get ranking() {
      if (isBroken) throw new Error('A search failed');
      return shippedModel.ranking;
    },
  };
  const deps = { pool: database.pool, clock, log, retrievalModel };
  const indexes = createBaseIndexes(deps);
  expect((await indexes.open(base))?.index).toMatchObject({ size: 20, calibration: undefined });
  expect(lines).toEqual([expect.stringContaining('could not be calibrated')]);
  clock.advance(1000);
  expect((await indexes.open(base))?.index.size).toBe(20);
  expect(lines).toHaveLength(1);
  isBroken = false;
  const knowledge = createKnowledge({ ...deps, newId: randomUUID, channels: noChannels });
  await knowledge.pairs.add({ ...base, pairs: [{ question: 'Есть ли парковка?', answer: 'Во дворе.' }] });
  clock.advance(1000);
  expect((await indexes.open(base))?.index.calibration?.pairs.length).toBeGreaterThan(0);
});

it('risk: a customer is asked which of two questions he means, and they are one and the same', async () => {
  const deps = { pool: database.pool, clock, newId: randomUUID, log: silent, channels: noChannels };
  const knowledge = createKnowledge(deps);
  const decide = async (questions: string[]) => {
    const accountId = randomUUID();
    const { id: knowledgeBaseId } = await knowledge.bases.create({ accountId, name: 'База' });
    const pairs = questions.map((question, at) => ({ question, answer: `Ответ ${at}` }));
    await knowledge.pairs.add({ accountId, knowledgeBaseId, pairs });
    const asked = { accountId, knowledgeBaseId, query: 'сколько стоит доставка', limit: 3 };
    return (await knowledge.retrieve(asked)).decision.kind;
  };
  expect(await decide(['Сколько стоит доставка по Москве?', 'Сколько стоит доставка по России?'])).toBe('clarify');
  expect(await decide(['Сколько стоит доставка по Москве?', 'сколько стоит доставка по москве?'])).not.toBe('clarify');
});

it('risk: customers wait while a long document is taken in', async () => {
  const base = await buildBase(randomUUID());
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  let pages = 0;
  const pool = new Proxy(database.pool, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (name !== 'query' || typeof value !== 'function') return value;
      return async (...call: unknown[]) => {
        // The second page of what has changed.
        const isPage = String(call[0]).includes('order by revision, id');
        if (isPage) pages += 1;
        if (isPage && pages === 2) await held;
        return await Reflect.apply(value, target, call);
      };
    },
  });
  const knowledge = createKnowledge({ pool, clock, newId: randomUUID, log: silent, channels: noChannels });
  const ask = async (query: string) => {
    const { decision, passages } = await knowledge.retrieve({ ...base, query, limit: 3 });
    return decision.kind === 'answer' ? passages.find(({ id }) => id === decision.id)?.text : decision.kind;
  };
  expect(await ask('Вопрос 7')).toBe('Ответ 7');
  pages = 0;
  const long = Array.from({ length: 600 }, (_, number) => ({
    question: `Абзац ${number}`,
    answer: `Текст ${number}`,
  }));
  await knowledge.pairs.add({ ...base, pairs: [...long, { question: 'Есть ли парковка', answer: 'Да, бесплатная' }] });
  // What is known is said at once; what is not may stand in the rest.
  const unknown = ask('Есть ли парковка');
  expect(await ask('Вопрос 7')).toBe('Ответ 7');
  // What is corrected meanwhile is said as it is now.
  const sql = "update passages set body = 'Новый ответ 7' where account_id = $1 and body = 'Ответ 7'";
  await database.pool.query(sql, [base.accountId]);
  expect(await ask('Вопрос 7')).toBe('Новый ответ 7');
  letGo();
  expect(await unknown).toBe('Да, бесплатная');
});
