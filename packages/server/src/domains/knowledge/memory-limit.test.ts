import { randomUUID } from 'node:crypto';
import { limits } from '@otvet/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unavailableReason } from '../../platform/database/database-errors.ts';
import { createLog } from '../../platform/log/logger.ts';
import { startTestDatabase, type TestDatabase } from '../../testing/start-test-database.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { createKnowledge } from './index.ts';
import { weighPassage } from './retrieval/index.ts';
import { noChannels } from './testing/no-channels.ts';

const text = (number: number) => ({
  question: `Вопрос ${1000 + number}`,
  answer: `ответ щъэж${'ъ'.repeat(number % 7)}`,
});
const weigh = ({ question, answer }: { question: string; answer: string }) =>
  weighPassage({ id: '', kind: 'qa', question, text: answer });

describe.each(['server', 'embedded'] as const)('memory of the knowledge of an account, on the %s database', (kind) => {
  const clock = createTestClock();
  let database: TestDatabase;
  beforeAll(async () => {
    database = await startTestDatabase({ kind });
  });
  afterAll(() => database.close());

  async function openAccount(maxAccountBytes: number) {
    const log = createLog({ level: 'silent' });
    const pool = database.pool;
    const knowledge = createKnowledge({ pool, clock, newId: randomUUID, log, channels: noChannels, maxAccountBytes });
    const accountId = randomUUID();
    const bases = [];
    for (const name of ['Первая', 'Вторая']) bases.push((await knowledge.bases.create({ accountId, name })).id);
    const [baseId = '', otherId = ''] = bases;
    const add = (knowledgeBaseId: string, ...pairs: { question: string; answer: string }[]) =>
      knowledge.pairs.add({ accountId, knowledgeBaseId, pairs });
    const used = async () => (await knowledge.memory(accountId)).used;
    return { knowledge, accountId, baseId, otherId, add, used };
  }

  it('risk: pairs that are added in parallel to several bases pass the limit together', async () => {
    const each = weigh(text(0));
    const { add, used, knowledge, accountId } = await openAccount(each * 7 + 10);
    const bases = [];
    for (let made = 0; made < 10; made += 1) bases.push(await knowledge.bases.create({ accountId, name: 'База' }));
    // Twenty wait for one connection of the embedded engine: who waited too long asks again, as a caller would.
    const addAtLast = async (id: string): Promise<unknown> =>
      await add(id, text(0)).catch(async (error: unknown) => {
        if (unavailableReason(error) === undefined) throw error;
        return await addAtLast(id);
      });
    const results = await Promise.allSettled([...bases, ...bases].map(({ id }) => addAtLast(id)));
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(refused).toHaveLength(13);
    for (const reason of refused) expect(reason).toMatchObject({ code: 'knowledge.memory_limit' });
    expect(await used()).toBe(each * 7);
    const listed = await knowledge.bases.list(accountId);
    expect(listed.reduce((sum, { pairs }) => sum + pairs, 0)).toBe(7);
  });

  it('at the limit a pair may not grow but shrink, and what is deleted makes room', async () => {
    const [small, big] = [text(0), { question: 'Вопрос', answer: 'щъэжюя эюъщжя юъщэж '.repeat(3) }];
    const { add, baseId, otherId, used, knowledge, accountId } = await openAccount(weigh(small) + weigh(big));
    const [[first], [second]] = [await add(baseId, small), await add(otherId, big)];
    const full = await used();
    expect(full).toBe(weigh(small) + weigh(big));
    const update = (id = '', pair = small) => knowledge.pairs.update({ accountId, id, ...pair });
    await expect(update(first?.id, big)).rejects.toMatchObject({ code: 'knowledge.memory_limit' });
    const page = { accountId, knowledgeBaseId: baseId, limit: 10, offset: 0, search: '' };
    expect((await knowledge.pairs.page(page)).pairs).toEqual([first]);
    await update(second?.id, small);
    expect(await used()).toBe(2 * weigh(small));
    await update(first?.id, big);
    expect(await used()).toBe(full);
    await knowledge.pairs.remove(accountId, first?.id ?? '');
    expect(await used()).toBe(weigh(small));
    await knowledge.bases.remove(accountId, otherId);
    expect(await used()).toBe(0);
    await add(baseId, big);
  });

  it('risk: parallel changes and deletions of the same pairs leave a wrong sum', async () => {
    const { add, baseId, used, knowledge, accountId } = await openAccount(10_000_000);
    const pairs = await add(baseId, ...Array.from({ length: 12 }, (_, at) => text(at)));
    let count = pairs.length;
    const counted = async (work: Promise<unknown>, change: number) => {
      await work;
      count += change;
    };
    await Promise.allSettled(
      pairs.flatMap(({ id }, at) => [
        knowledge.pairs.update({ accountId, id, ...text(at + 1) }),
        knowledge.pairs.update({ accountId, id, ...text(at + 2) }),
        ...(at % 3 === 0 ? [counted(knowledge.pairs.remove(accountId, id), -1)] : []),
        counted(add(baseId, text(at)), 1),
      ]),
    );
    const page = await knowledge.pairs.page({ accountId, knowledgeBaseId: baseId, limit: 100, offset: 0, search: '' });
    // A busy machine may refuse some.
    expect(page.count).toBe(count);
    expect(await used()).toBe(page.pairs.reduce((sum, pair) => sum + weigh(pair), 0));
  });

  it('risk: parallel requests make more bases than an account may have', async () => {
    const { knowledge, accountId } = await openAccount(10_000);
    for (let made = 2; made < limits.knowledgeBases - 2; made += 1) {
      await knowledge.bases.create({ accountId, name: `База ${made}` });
    }
    const create = () => knowledge.bases.create({ accountId, name: 'Ещё' });
    const results = await Promise.allSettled(Array.from({ length: 6 }, create));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  });

  it('whatever is accepted is searched: an account full of invented words', async () => {
    const { add, baseId, knowledge, accountId, used } = await openAccount(3_000_000);
    const word = (number: number) => `щ${number.toString(2).replaceAll('0', 'ю').replaceAll('1', 'ъ')}`;
    let accepted = 0;
    for (let isFull = false; !isFull; ) {
      const words = Array.from({ length: 300 }, (_, at) => word(accepted * 300 + at + 4096));
      await add(baseId, { question: words[0] ?? '', answer: words.join(' ') }).then(
        () => {
          accepted += 1;
        },
        () => {
          isFull = true;
        },
      );
    }
    expect(accepted).toBeGreaterThan(5);
    expect(await used()).toBeGreaterThan(2_500_000);
    for (let number = 0; number < accepted; number += 1) {
      const query = word(number * 300 + 4096);
      const { passages } = await knowledge.retrieve({ accountId, knowledgeBaseId: baseId, query, limit: 3 });
      expect(passages[0]?.title).toBe(query);
    }
    expect((await knowledge.bases.find(accountId, baseId)).unsearched).toBe(0);
  });
});
