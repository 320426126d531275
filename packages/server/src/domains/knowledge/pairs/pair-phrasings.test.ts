import { randomUUID } from 'node:crypto';
import { limits } from '@otvet/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '../../../platform/log/logger.ts';
import { startTestDatabase, type TestDatabase } from '../../../testing/start-test-database.ts';
import { createTestClock } from '../../../testing/test-clock.ts';
import { createKnowledge } from '../index.ts';
import { noChannels } from '../testing/no-channels.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase({ kind: 'server' });
});
afterAll(() => database.close());

async function openBase() {
  const [log, clock, pool] = [createLog({ level: 'silent' }), createTestClock(), database.pool];
  const knowledge = createKnowledge({ pool, clock, newId: randomUUID, log, channels: noChannels });
  const accountId = randomUUID();
  const { id: knowledgeBaseId } = await knowledge.bases.create({ accountId, name: 'База' });
  const base = { accountId, knowledgeBaseId };
  const [pair] = await knowledge.pairs.add({
    ...base,
    pairs: [
      {
        question: 'Сколько стоит доставка?',
        answer: 'Доставка стоит 300 ₽.',
        phrasings: [
          'Почём привоз',
          ' Почём   привоз ',
          'сколько СТОИТ доставка?',
          '',
          'Courier price',
          'Газель до Химок',
        ],
      },
      { question: 'Где вы находитесь?', answer: 'На Лесной, 5.' },
      { question: 'Есть ли парковка?', answer: 'Во дворе.' },
    ],
  });
  if (pair === undefined) throw new Error('the pair was not added');
  const retrieve = (query: string) => knowledge.retrieve({ ...base, query, limit: 5 });
  const find = async (search: string) =>
    (await knowledge.pairs.page({ ...base, limit: 10, offset: 0, search })).pairs.map(({ question }) => question);
  return { ...base, knowledge, pair, retrieve, find };
}

it('a pair is found by each of its phrasings, once, and keeps each of them once', async () => {
  const { pair, retrieve } = await openBase();
  expect(pair.phrasings).toEqual(['Почём привоз', 'Courier price', 'Газель до Химок']);
  for (const question of [pair.question, ...pair.phrasings]) {
    const { passages, decision } = await retrieve(question);
    expect(decision, question).toEqual({ kind: 'answer', id: pair.id });
    expect(passages.filter(({ id }) => id === pair.id)).toHaveLength(1);
  }
});

it('the list is searched in other forms of a word, in the question, the answer and the other phrasings', async () => {
  const { find } = await openBase();
  const delivery = ['Сколько стоит доставка?'];
  for (const search of ['доставки', 'доставкой', 'привоза', 'газели'])
    expect(await find(search), search).toEqual(delivery);
  expect(await find('парковку')).toEqual(['Есть ли парковка?']);
  expect(await find('дворы')).toEqual(['Есть ли парковка?']);
});

it('a changed list of phrasings is searched at once; who sends only the question and the answer changes none', async () => {
  const { accountId, knowledge, pair, retrieve } = await openBase();
  const { question, answer } = pair;
  const kept = await knowledge.pairs.update({ accountId, id: pair.id, question, answer: 'Доставка стоит 350 ₽.' });
  expect(kept.phrasings).toEqual(pair.phrasings);
  expect((await retrieve('Газель до Химок')).decision).toEqual({ kind: 'answer', id: pair.id });
  await knowledge.pairs.update({ accountId, id: pair.id, question, answer, phrasings: ['Тариф экспресса'] });
  expect((await retrieve('Тариф экспресса')).decision).toEqual({ kind: 'answer', id: pair.id });
  expect((await retrieve('Газель до Химок')).decision).not.toEqual({ kind: 'answer', id: pair.id });
  await knowledge.pairs.remove(accountId, pair.id);
  expect((await retrieve('Тариф экспресса')).passages.map(({ id }) => id)).not.toContain(pair.id);
});

it('the list finds pairs by the stems, a part and a misspelling of a phrasing', async () => {
  const { find, pair } = await openBase();
  for (const search of ['привозы', 'ourie', 'courrier']) expect(await find(search), search).toContain(pair.question);
  expect(await find('самовывоз')).toEqual([]);
});

it('what is a phrasing of a pair is known; the phrasings count as memory', async () => {
  const { accountId, knowledgeBaseId, knowledge, pair } = await openBase();
  const before = (await knowledge.memory(accountId)).used;
  const pairs = [{ question: 'ГАЗЕЛЬ до химок', answer: 'Да', phrasings: [] }];
  expect(await knowledge.pairs.addMany({ accountId, knowledgeBaseId, pairs, check: false })).toEqual({
    added: 0,
    refused: [{ at: 0, reason: 'known' }],
  });
  const phrasings = Array.from({ length: limits.phrasings + 1 }, (_, at) => `Слово${at} о доставке`);
  const many = [{ question: 'Много?', answer: 'Да', phrasings }];
  expect((await knowledge.pairs.addMany({ accountId, knowledgeBaseId, pairs: many, check: true })).refused).toEqual([
    { at: 0, reason: 'too_many_phrasings' },
  ]);
  await knowledge.pairs.change({ accountId, id: pair.id }, () => ({ phrasings: phrasings.slice(1) }));
  const grown = (await knowledge.memory(accountId)).used;
  expect(grown).toBeGreaterThan(before);
  await knowledge.pairs.change({ accountId, id: pair.id }, () => ({ phrasings: pair.phrasings }));
  expect((await knowledge.memory(accountId)).used).toBe(before);
});
