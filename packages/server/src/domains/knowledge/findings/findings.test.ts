import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '../../../platform/log/logger.ts';
import { startTestDatabase, type TestDatabase } from '../../../testing/start-test-database.ts';
import { createTestClock } from '../../../testing/test-clock.ts';
import { createKnowledge } from '../index.ts';
import { noChannels } from '../testing/no-channels.ts';
import { createFindings, type FindingsDeps } from './create-findings.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase({ kind: 'server' });
});
afterAll(() => database.close());

const QUESTIONS = ['Сколько стоит упаковка букета?', 'Какая цена упаковки букета?'] as const;

async function openBase() {
  const clock = createTestClock();
  const log = createLog({ level: 'silent' });
  const deps = { pool: database.pool, clock, newId: randomUUID, log, channels: noChannels };
  const knowledge = createKnowledge(deps);
  const told: string[] = [];
  const asked: Parameters<FindingsDeps['answersFrom']>[0][] = [];
  const findings = createFindings({
    ...deps,
    noteChanged: ({ knowledgeBaseId: id }) => told.push(id),
    answersFrom: async (input) => {
      asked.push(input);
      const [passageId = ''] = input.passageIds;
      return [{ chatId: 'chat', channelId: 'channel', passageId, text: '150 ₽.', createdAt: clock.now() }];
    },
  });
  const accountId = randomUUID();
  const { id: knowledgeBaseId } = await knowledge.bases.create({ accountId, name: 'База' });
  const base = { accountId, knowledgeBaseId };
  const add = (question: string, answer: string) => knowledge.pairs.add({ ...base, pairs: [{ question, answer }] });
  return { clock, knowledge, findings, base, add, told, asked, pool: database.pool };
}

it('a contradiction is found after a change, shown with the answers it touched, and settled by an edit', async () => {
  const { clock, knowledge, findings, base, add, told } = await openBase();
  const [first] = await add(QUESTIONS[0], '150 ₽.');
  await add(QUESTIONS[1], '200 рублей.');
  const counted = async () => {
    const { findings: count, isChecked } = await knowledge.bases.find(base.accountId, base.knowledgeBaseId);
    return { findings: count, isChecked };
  };
  // One that is being worked on is left alone.
  await findings.checkChanged();
  expect((await findings.list(base)).findings).toEqual([]);
  expect(await counted()).toEqual({ findings: 0, isChecked: false });
  clock.advance(6000);
  await findings.checkChanged();
  expect(told).toContain(base.knowledgeBaseId);
  const [found, ...others] = (await findings.list(base)).findings;
  expect(others).toEqual([]);
  expect(await counted()).toEqual({ findings: 1, isChecked: true });
  expect(found).toMatchObject({
    kind: 'price',
    state: 'open',
    passages: expect.arrayContaining([
      expect.objectContaining({ title: QUESTIONS[0], text: '150 ₽.', value: '150', sourceName: null }),
      expect.objectContaining({ title: QUESTIONS[1], value: '200' }),
    ]),
    answers: { count: 1, newest: [{ uniqueId: 'chat_channel', text: '150 ₽.' }] },
  });
  // Nothing changed: nothing is looked through.
  clock.advance(60_000);
  const before = told.length;
  await findings.checkChanged();
  expect(told.filter((id) => id === base.knowledgeBaseId)).toHaveLength(before);
  await knowledge.pairs.update({
    accountId: base.accountId,
    id: first?.id ?? '',
    question: QUESTIONS[0],
    answer: '200 ₽',
  });
  clock.advance(60_000);
  await findings.checkChanged();
  expect((await findings.list(base)).findings).toEqual([]);
});

it('“both are right” stays as long as the texts do; a text that contradicts again is open again', async () => {
  const { findings, base, add, knowledge } = await openBase();
  const { accountId } = base;
  const [first] = await add(QUESTIONS[0], '150 ₽.');
  await add(QUESTIONS[1], '200 рублей.');
  const [found] = (await findings.check(base)).findings;
  const id = found?.id ?? '';
  expect(await findings.mark({ accountId, id, state: 'ignored' })).toMatchObject({ id, state: 'ignored' });
  expect(await knowledge.bases.find(accountId, base.knowledgeBaseId)).toMatchObject({ findings: 0, isChecked: true });
  expect((await findings.check(base)).findings).toMatchObject([{ id, state: 'ignored' }]);
  const change = (answer: string) =>
    knowledge.pairs.update({ accountId, id: first?.id ?? '', question: QUESTIONS[0], answer });
  await change('170 ₽.');
  expect((await findings.check(base)).findings).toMatchObject([{ state: 'open', passages: [{}, {}] }]);
  await change('200 ₽.');
  expect((await findings.check(base)).findings).toEqual([]);
  await expect(findings.mark({ accountId, id, state: 'open' })).rejects.toMatchObject({
    code: 'knowledge.finding_not_found',
  });
  await change('170 ₽.');
  expect((await findings.check(base)).findings).toMatchObject([{ state: 'open' }]);
});

it('an offer is shown from the day after its last one; a page that vanished with what still answers', async () => {
  const { clock, knowledge, findings, base, add, pool } = await openBase();
  const today = clock.now().toISOString().slice(0, 10);
  await add('Есть скидки?', `Скидка 10 % действует до ${today}.`);
  await add('Есть акции?', 'Акция до 5 марта 2020 года.');
  expect((await findings.check(base)).findings).toMatchObject([
    { kind: 'expired', passages: [{ value: '2020-03-05' }] },
  ]);
  const count = async () => (await knowledge.bases.find(base.accountId, base.knowledgeBaseId)).findings;
  expect(await count()).toBe(1);
  clock.advance(86_400_000);
  expect((await findings.list(base)).findings).toHaveLength(2);
  expect(await count()).toBe(2);
  const sourceId = randomUUID();
  await pool.query(
    `insert into knowledge_sources (account_id, knowledge_base_id, id, kind, name, identity, state, reason, passages, created_at, updated_at)
     values ($1, $2, $3, 'page', 'shop.example', 'page', 'failed', 'page_missing', 1, now(), now())`,
    [base.accountId, base.knowledgeBaseId, sourceId],
  );
  await pool.query(
    `insert into passages (account_id, knowledge_base_id, id, kind, question, body, memory, revision, source_id, created_at, updated_at)
     values ($1, $2, gen_random_uuid(), 'page', 'Доставка', 'Курьером', 1000, 1, $3, now(), now())`,
    [base.accountId, base.knowledgeBaseId, sourceId],
  );
  const { findings: all } = await findings.check(base);
  expect(all.find(({ kind }) => kind === 'vanished')).toMatchObject({
    sourceId,
    subject: 'shop.example',
    passages: [{ text: 'Курьером', sourceName: 'shop.example' }],
  });
});

it('risk: another account sees or marks what was found', async () => {
  const { findings, base, add, asked } = await openBase();
  for (const [at, question] of QUESTIONS.entries()) await add(question, `${at + 1}00 ₽`);
  const [found] = (await findings.check(base)).findings;
  const accountId = randomUUID();
  const alien = { ...base, accountId };
  for (const call of [findings.list, findings.check])
    await expect(call(alien)).rejects.toMatchObject({ code: 'knowledge.not_found' });
  await expect(findings.mark({ accountId, id: found?.id ?? '', state: 'ignored' })).rejects.toMatchObject({
    code: 'knowledge.finding_not_found',
  });
  for (const input of asked) expect(input.accountId).toBe(base.accountId);
});

it('risk: a base that cannot be looked through keeps those of others from it', async () => {
  const { clock, findings, base, add, pool } = await openBase();
  const other = await openBase();
  await add(QUESTIONS[0], '150 ₽.');
  await other.add(QUESTIONS[0], '150 ₽.');
  await other.add(QUESTIONS[1], '200 рублей.');
  // Its findings cannot be kept.
  await pool.query(
    `create function refuse_findings() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`,
  );
  await pool.query(`create trigger refuse_findings before update of checked_revision on knowledge_bases
    for each row when (old.id = '${base.knowledgeBaseId}') execute function refuse_findings()`);
  try {
    clock.advance(60_000);
    await findings.checkChanged();
    const { rows } = await pool.query('select 1 from knowledge_findings where knowledge_base_id = $1', [
      other.base.knowledgeBaseId,
    ]);
    expect(rows).toHaveLength(1);
  } finally {
    await pool.query('drop trigger refuse_findings on knowledge_bases');
  }
});
