import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createLog } from '../../../platform/log/logger.ts';
import { countWaiting } from '../../../testing/count-waiting.ts';
import { startTestDatabase, type TestDatabase } from '../../../testing/start-test-database.ts';
import { createTestClock } from '../../../testing/test-clock.ts';
import { waitUntil } from '../../../testing/wait-until.ts';
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
      const { passageIds } = input;
      // One answer to two questions is one answer.
      return [{ chatId: 'chat', channelId: 'channel', passageIds, text: '150 ₽.', createdAt: clock.now() }];
    },
  });
  const accountId = randomUUID();
  const { id: knowledgeBaseId } = await knowledge.bases.create({ accountId, name: 'База' });
  const base = { accountId, knowledgeBaseId };
  const add = (question: string, answer: string) => knowledge.pairs.add({ ...base, pairs: [{ question, answer }] });
  return { clock, knowledge, findings, base, add, told, asked, pool: database.pool };
}

it.each([
  ['waiting', false],
  ['reading', false],
  ['failed', true],
])('a base with a new source that is %s was looked through: %s', async (state, isChecked) => {
  const { clock, knowledge, findings, base, add, pool } = await openBase();
  await add(QUESTIONS[0], '150 ₽.');
  clock.advance(6000);
  await findings.checkChanged();
  await pool.query(
    `insert into knowledge_sources (account_id, knowledge_base_id, id, kind, name, identity, state, reason, created_at, updated_at)
      values ($1, $2, $3, 'file', 'Прайс.csv', 'file:прайс.csv', $4, $5, $6, $6)`,
    [base.accountId, base.knowledgeBaseId, randomUUID(), state, state === 'failed' ? 'no_text' : null, clock.now()],
  );
  expect(await knowledge.bases.find(base.accountId, base.knowledgeBaseId)).toMatchObject({ isChecked });
});

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

it('“both are right” holds for these texts, also where they come back; a text that contradicts again is open again', async () => {
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
  await change('150 ₽.');
  expect((await findings.check(base)).findings).toMatchObject([{ id, state: 'ignored' }]);
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
    `insert into knowledge_sources (account_id, knowledge_base_id, id, kind, name, identity, state, reason, vanished, passages, created_at, updated_at)
     values ($1, $2, $3, 'page', 'shop.example', 'page', 'failed', 'page_missing', true, 1, now(), now())`,
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

it('risk: a base is deleted while what was found in it is stored: nothing of it stays', async () => {
  const { pool, knowledge, findings, base, add } = await openBase();
  await add(QUESTIONS[0], '150 ₽.');
  await add(QUESTIONS[1], '200 рублей.');
  await findings.check(base);
  await add('Сколько стоит доставка букета?', '300 ₽.');
  await add('Какая цена доставки букета?', '400 рублей.');
  const other = await pool.connect();
  try {
    // A look that finds this one again waits for it before its commit.
    await other.query('begin');
    await other.query('select 1 from knowledge_findings where account_id = $1 for update', [base.accountId]);
    const checked = findings.check(base).catch(() => undefined);
    await waitUntil(async () => (await countWaiting(pool)) === 1);
    const removed = knowledge.bases.remove(base.accountId, base.knowledgeBaseId);
    await waitUntil(async () => (await countWaiting(pool)) === 2);
    await other.query('commit');
    await Promise.all([checked, removed]);
  } finally {
    other.release();
  }
  const left = await pool.query('select 1 from knowledge_findings where account_id = $1', [base.accountId]);
  expect(left.rowCount).toBe(0);
});

it('pages that vanished are shown with their passages by as many statements as one of them', async () => {
  const { pool, findings, base } = await openBase();
  const addPage = async (name: string) => {
    const id = randomUUID();
    const place = { account: base.accountId, kb: base.knowledgeBaseId };
    await pool.query(
      `insert into knowledge_sources (account_id, knowledge_base_id, id, kind, name, identity, state, reason, vanished, passages,
         created_at, updated_at) values ($1, $2, $3, 'page', $4, $4, 'failed', 'page_missing', true, 4, now(), now())`,
      [place.account, place.kb, id, name],
    );
    for (const position of [4, 3, 2, 1])
      await pool.query(
        `insert into passages (account_id, knowledge_base_id, id, kind, question, body, source_id, position,
           revision, memory, created_at, updated_at) values ($1, $2, $3, 'page', '', $4, $5, $6, 1, 10, now(), now())`,
        [place.account, place.kb, randomUUID(), `${name} ${position}`, id, position],
      );
  };
  const countStatements = async () => {
    const query = vi.spyOn(pool, 'query');
    const { findings: shown } = await findings.check(base);
    const count = query.mock.calls.length;
    query.mockRestore();
    return { count, shown };
  };
  await addPage('Акции');
  const one = await countStatements();
  for (let page = 1; page <= 5; page += 1) await addPage(`Страница ${page}`);
  await pool.query('update knowledge_bases set checked_revision = -1 where account_id = $1', [base.accountId]);
  const six = await countStatements();
  expect(six.shown.map(({ passages }) => passages.map(({ text }) => text.split(' ').at(-1)))).toEqual(
    Array.from({ length: 6 }, () => ['1', '2', '3']),
  );
  expect(six.count).toBe(one.count);
});
