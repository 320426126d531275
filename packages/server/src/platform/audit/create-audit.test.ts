import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../testing/start-test-database.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { withTransaction } from '../database/with-transaction.ts';
import { withinRequest } from '../scope/request-scope.ts';
import { createAudit } from './index.ts';

const DAY_MS = 86_400_000;
const clock = createTestClock();
const audit = createAudit({ clock, newId: randomUUID });
const support = { userId: 'Ann', impersonatedBy: 'support', ip: '203.0.113.9' };

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase({ kind: 'server' });
});
afterAll(() => database.close());

async function listRows(accountId: string) {
  const { rows } = await database.pool.query(
    'select actor, impersonated_by, ip, action from audit_log where account_id = $1',
    [accountId],
  );
  return rows;
}

it('a row says who, in whose name and from where; what a request leaves behind is nobody’s', async () => {
  const [accountId, later] = [randomUUID(), randomUUID()];
  const { promise: answered, resolve } = Promise.withResolvers<void>();
  let leftBehind: Promise<void> | undefined;
  await withinRequest({ accountId, caller: support }, async () => {
    await audit.record({ accountId, action: 'dialog.banned' }, database.pool);
    leftBehind = answered.then(() => audit.record({ accountId: later, action: 'dialog.unbanned' }, database.pool));
  });
  resolve();
  await leftBehind;
  expect(await listRows(accountId)).toEqual([
    { actor: 'Ann', impersonated_by: 'support', ip: '203.0.113.9', action: 'dialog.banned' },
  ]);
  expect(await listRows(later)).toEqual([
    { actor: 'system', impersonated_by: null, ip: null, action: 'dialog.unbanned' },
  ]);
});

it('risk: a change that is rolled back leaves a row', async () => {
  const accountId = randomUUID();
  const failing = withTransaction(database.pool, async (tx) => {
    await audit.record({ accountId, action: 'dialog.banned' }, tx);
    throw new Error('the change failed');
  });
  await expect(failing).rejects.toThrow('the change failed');
  expect(await listRows(accountId)).toEqual([]);
});

it('rows are kept for 400 days', async () => {
  const accountId = randomUUID();
  await audit.record({ accountId, action: 'dialog.banned' }, database.pool);
  clock.advance(400 * DAY_MS - 1000);
  await audit.deleteOld(database.pool);
  expect(await listRows(accountId)).toHaveLength(1);
  clock.advance(2000);
  await audit.deleteOld(database.pool);
  expect(await listRows(accountId)).toEqual([]);
});
