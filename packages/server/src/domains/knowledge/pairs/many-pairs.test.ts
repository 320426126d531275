import { randomUUID } from 'node:crypto';
import { limits } from '@otvet/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../../platform/log/logger.ts';
import { startTestDatabase, type TestDatabase } from '../../../testing/start-test-database.ts';
import { createTestClock } from '../../../testing/test-clock.ts';
import { createKnowledge } from '../index.ts';
import { noChannels } from '../testing/no-channels.ts';

const pair = (question: string, answer = 'Ответ') => ({ question, answer });

describe.each(['server', 'embedded'] as const)('many pairs at once, on the %s database', (kind) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await startTestDatabase({ kind });
  });
  afterAll(() => database.close());

  async function openBase(maxAccountBytes: number = limits.knowledgeMemoryBytes) {
    const [log, clock, pool] = [createLog({ level: 'silent' }), createTestClock(), database.pool];
    const knowledge = createKnowledge({ pool, clock, newId: randomUUID, log, channels: noChannels, maxAccountBytes });
    const accountId = randomUUID();
    const { id } = await knowledge.bases.create({ accountId, name: 'База' });
    const base = { accountId, knowledgeBaseId: id };
    const send = (pairs: { question: string; answer: string }[], check = false) =>
      knowledge.pairs.addMany({ ...base, pairs, check });
    const held = async () => (await knowledge.pairs.page({ ...base, limit: 100, offset: 0, search: '' })).pairs;
    return { knowledge, base, send, held };
  }

  it('risk: pairs of one call, made in one millisecond, lose their order', async () => {
    const { base, knowledge, send } = await openBase();
    const questions = Array.from({ length: 12 }, (_, at) => `Вопрос номер ${at}?`);
    await send(questions.map((question) => pair(question)));
    expect(await knowledge.pairs.firstQuestions({ ...base, limit: 12 })).toEqual(questions);
  });

  it('risk: a double click and a request that is tried again make the same pair again and again', async () => {
    const { base, knowledge, held } = await openBase();
    const add = (more: { answer?: string; phrasings?: string[] } = {}) =>
      knowledge.pairs.add({ ...base, pairs: [{ ...pair('Есть ли парковка?', 'Во дворе.'), ...more }], isOnce: true });
    const added = await Promise.all(Array.from({ length: 6 }, () => add({ phrasings: ['Где оставить машину?'] })));
    const [only, ...others] = await held();
    expect(others).toEqual([]);
    expect(added).toEqual(Array.from({ length: 6 }, () => [only]));
    expect(await add()).toEqual([only]);
    // What says something else is another one.
    await add({ answer: 'За углом.' });
    await add({ phrasings: ['Где поставить машину?'] });
    expect(await held()).toHaveLength(3);
  });

  it('the good ones are added and the others told by their place and reason; a check changes nothing', async () => {
    const { send, held } = await openBase();
    await send([pair('Сколько СТОИТ доставка?')]);
    const rows = [
      pair('Где вы?'),
      pair('  ', 'Ответ без вопроса'),
      pair('Когда вы открыты?', ' '),
      pair('в'.repeat(limits.questionText + 1)),
      pair('Длинно', 'о'.repeat(limits.answerText + 1)),
      pair(' ГДЕ ВЫ? '),
      pair('сколько стоит ДОСТАВКА? '),
      pair('What about returns?', ' Within 14 days. '),
    ];
    const expected = {
      added: 2,
      refused: [
        { at: 1, reason: 'question_empty' },
        { at: 2, reason: 'answer_empty' },
        { at: 3, reason: 'question_long' },
        { at: 4, reason: 'answer_long' },
        { at: 5, reason: 'repeated' },
        { at: 6, reason: 'known' },
      ],
    };
    expect(await send(rows, true)).toEqual(expected);
    expect(await held()).toHaveLength(1);
    expect(await send(rows)).toEqual(expected);
    const added = (await held()).map(({ question, answer }) => ({ question, answer }));
    expect(added).toHaveLength(3);
    expect(added).toContainEqual({ question: 'What about returns?', answer: 'Within 14 days.' });
    // A call whose answer was lost is sent again.
    expect(await send(rows)).toMatchObject({ added: 0 });
    expect(await held()).toHaveLength(3);
  });

  it('risk: a question that differs by its signs from one of the base, or of the list, is added a second time', async () => {
    const { send, held, base, knowledge } = await openBase();
    const phrasings = ['Почём «экспресс-доставка»'];
    await knowledge.pairs.add({ ...base, pairs: [{ ...pair('Сколько ещё стоит доставка?'), phrasings }] });
    const rows = [
      pair('сколько еще стоит  доставка'),
      pair('Есть ли лифт'),
      pair('Есть ли лифт?'),
      pair('почем экспресс доставка?'),
      pair('Почём экспресс-доставка 🙂'),
    ];
    const refused = [
      { at: 0, reason: 'known' },
      { at: 2, reason: 'repeated' },
      { at: 3, reason: 'known' },
    ];
    expect(await send(rows, true)).toEqual({ added: 2, refused });
    expect(await send(rows)).toEqual({ added: 2, refused });
    expect(await held()).toHaveLength(3);
    expect((await send(rows)).added).toBe(0);
  });

  it('a question of signs alone is one too: whatever the signs, it is added once', async () => {
    const { send, held } = await openBase();
    expect((await send([pair('?'), pair('!!')])).added).toBe(1);
    expect((await send([pair('…')])).refused).toEqual([{ at: 0, reason: 'known' }]);
    expect(await held()).toHaveLength(1);
  });

  it('risk: two calls at once add the same pairs twice', async () => {
    const { send, knowledge, base } = await openBase();
    const rows = Array.from({ length: 200 }, (_, at) => pair(`Вопрос ${at}?`));
    const results = await Promise.all([send(rows), send(rows), send(rows)]);
    expect(results.map(({ added }) => added).sort((left, right) => left - right)).toEqual([0, 0, 200]);
    expect((await knowledge.bases.find(base.accountId, base.knowledgeBaseId)).pairs).toBe(200);
  });

  it('a call that would pass the memory of the account adds nothing at all', async () => {
    const { send, held } = await openBase(2000);
    const rows = Array.from({ length: 100 }, (_, at) => pair(`Вопрос о товаре ${at}?`, `Ответ номер ${at}`));
    await expect(send(rows)).rejects.toMatchObject({ code: 'knowledge.memory_limit' });
    expect(await held()).toEqual([]);
  });

  it('a base of another account is not found', async () => {
    const [{ knowledge }, { base }] = [await openBase(), await openBase()];
    for (const check of [true, false]) {
      const many = { accountId: randomUUID(), knowledgeBaseId: base.knowledgeBaseId, pairs: [pair('Где?')], check };
      await expect(knowledge.pairs.addMany(many)).rejects.toMatchObject({ code: 'knowledge.not_found' });
    }
  });
});
