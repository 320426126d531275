import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import { createLog } from '../../platform/log/logger.ts';
import { startTestDatabase, type TestDatabase } from '../../testing/start-test-database.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { createKnowledge } from './index.ts';
import { swapPassages } from './sources/swap-passages.ts';
import { hotelPairs } from './testing/hotel-pairs.ts';
import { noChannels } from './testing/no-channels.ts';

const SERVICES = 100;
const STATEMENTS = 200;
const clock = createTestClock();
let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase({ kind: 'embedded' });
});
afterAll(() => database.close());

/** Long enough for a question that waits for nothing to be answered. */
async function othersWork(): Promise<void> {
  for (let statements = 0; statements < STATEMENTS; statements += 1) await database.pool.query('select 1');
}

/** A pool on which a statement, once `close` is called, is held back until `open` is. */
function createGate(marker: string) {
  let gate: PromiseWithResolvers<void> | undefined;
  const reached = Promise.withResolvers<void>();
  const pool = new Proxy(database.pool, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (name !== 'query' || typeof value !== 'function') return value;
      return async (...given: unknown[]): Promise<unknown> => {
        if (gate !== undefined && JSON.stringify(given[0]).includes(marker)) {
          reached.resolve();
          await gate.promise;
        }
        return await Reflect.apply(value, target, given);
      };
    },
  });
  return {
    pool,
    reached: reached.promise,
    close: () => {
      gate = Promise.withResolvers();
    },
    open: () => {
      gate?.resolve();
      gate = undefined;
    },
  };
}

it.each([
  ['its new passages are read', '(revision, id) >'],
  ['its passages that are gone are looked for', 'select id from passages'],
])('risk: a price list is read anew: whoever asks while %s gets the price of something else', async (_, marker) => {
  const gate = createGate(marker);
  const log = createLog({ level: 'silent' });
  const knowledge = createKnowledge({ pool: gate.pool, clock, newId: randomUUID, log, channels: noChannels });
  const base = { accountId: randomUUID(), sourceId: randomUUID() };
  const { id: knowledgeBaseId } = await knowledge.bases.create({ accountId: base.accountId, name: 'Прайс' });
  const pairs = hotelPairs.map(({ question, phrasing, answer }) => ({ question, answer, phrasings: [phrasing] }));
  const poorer = { question: 'Сколько стоит доставка?', answer: 'Доставка до пункта выдачи стоит 300 рублей.' };
  await knowledge.pairs.add({ ...base, knowledgeBaseId, pairs: [...pairs, poorer] });
  const piece = (body: string) => ({ question: 'Прайс', body, trail: [], place: {}, memory: 1 });
  const store = async (version: number, price: number) => {
    const services = Array.from({ length: SERVICES }, (_each, at) =>
      piece(`Услуга ${at} стоит ${version}${at} рублей.`),
    );
    const pieces = [...services, piece(`Сколько стоит доставка: доставка на дом стоит ${price} рублей.`)];
    const swap = { ...base, knowledgeBaseId, kind: 'file' as const, requireRoom: () => undefined, now: clock.now() };
    await withTransaction(database.pool, (tx) => swapPassages(tx, randomUUID, { ...swap, pieces }));
  };
  const ask = async () => {
    const query = 'Сколько стоит доставка на дом?';
    const { passages, decision } = await knowledge.retrieve({ ...base, knowledgeBaseId, query, limit: 3 });
    return decision.kind === 'answer' ? passages.find(({ id }) => id === decision.id)?.text : decision.kind;
  };
  await store(1, 900);
  expect(await ask()).toMatch(/900/);
  await store(2, 950);
  clock.advance(2000);
  gate.close();
  const first = ask();
  await gate.reached;
  const meanwhile = ask();
  await Promise.race([meanwhile, othersWork()]);
  gate.open();
  expect(await Promise.all([first, meanwhile])).not.toContainEqual(expect.stringMatching(/300/));
  expect(await ask()).toMatch(/950/);
});
