import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '../../../platform/log/logger.ts';
import { withinRequest } from '../../../platform/scope/request-scope.ts';
import { startTestDatabase, type TestDatabase } from '../../../testing/start-test-database.ts';
import { createTestClock } from '../../../testing/test-clock.ts';
import { createKnowledge } from '../index.ts';
import { SourceFault } from '../sources/source-fault.ts';
import { noChannels } from '../testing/no-channels.ts';
import { createSpreadsheets } from './create-spreadsheets.ts';

const ROWS = 2500;

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase({ kind: 'server', poolSize: 1 });
});
afterAll(() => database.close());

async function openImport() {
  const deps = {
    pool: database.pool,
    clock: createTestClock(),
    newId: randomUUID,
    log: createLog({ level: 'silent' }),
  };
  const knowledge = createKnowledge({ ...deps, channels: noChannels });
  const accountId = randomUUID();
  const { id: knowledgeBaseId } = await knowledge.bases.create({ accountId, name: 'Склад' });
  const base = { accountId, knowledgeBaseId };
  const unreachable = async () => {
    throw new SourceFault('unreachable');
  };
  const imports = (price: string) => {
    const rows = Array.from({ length: ROWS }, (_, at) => ({
      row: at + 2,
      cells: [
        `Сколько стоит товар номер ${at}?`,
        `Товар ${at}: ${price}. ${'Доставка по городу бесплатная. '.repeat(5)}`,
      ],
    }));
    const sheets = [{ name: null, rows: [{ row: 1, cells: ['Вопрос', 'Ответ'] }, ...rows] }];
    const { importPairs } = createSpreadsheets({
      ...{ ...deps, channels: noChannels, changed: () => undefined, fetchLink: unreachable, fetchGoogle: unreachable },
      readSheets: async () => ({ kind: 'read', sheets }),
    });
    return withinRequest({ accountId }, () => importPairs({ ...base, check: false, file: new File(['x'], 'a.csv') }));
  };
  return { base, imports };
}

/** The longest turn of the event loop and all of them: times of this thread on the processor, whatever else the machine does. */
async function measureTurns(work: () => Promise<unknown>) {
  const cpuUsed = () => process.threadCpuUsage().user;
  let longest = 0;
  let whole = 0;
  let isOver = false;
  let last = cpuUsed();
  const note = () => {
    const now = cpuUsed();
    longest = Math.max(longest, now - last);
    whole += now - last;
    last = now;
    if (!isOver) setImmediate(note);
  };
  setImmediate(note);
  await work();
  isOver = true;
  return { longest, whole };
}

it('risk: thousands of pairs are changed in one turn, in which nobody else is served', async () => {
  const { base, imports } = await openImport();
  await imports('100 ₽');
  const { longest, whole } = await measureTurns(async () => {
    expect(await imports('200 ₽')).toMatchObject({ added: 0, changed: ROWS, skipped: 0 });
  });
  expect(longest).toBeLessThan(whole / 10);
  const { rows } = await database.pool.query<{ body: string; memory: string; used: string }>(
    `select min(body) as body, sum(p.memory) as memory, min(b.memory) as used from passages p
     join knowledge_bases b on b.account_id = p.account_id and b.id = p.knowledge_base_id
     where p.account_id = $1 and body like 'Товар %: 200 ₽. %' group by p.knowledge_base_id having count(*) = $2`,
    [base.accountId, ROWS],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.used).toBe(rows[0]?.memory);
});

it('risk: the database keeps a plan that compares each question of a sheet with each of the base', async () => {
  const { imports } = await openImport();
  await imports('100 ₽');
  const { rows } = await database.pool.query<{ statement: string }>('select statement from pg_prepared_statements');
  expect(rows.filter(({ statement }) => statement.includes('unnest(questions_asked('))).toEqual([]);
});
