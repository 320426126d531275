import { afterAll, beforeAll, expect, it } from 'vitest';
import { takeNestedConnections } from '../../testing/no-nested-connections.ts';
import { startTestDatabase, type TestDatabase } from '../../testing/start-test-database.ts';
import { outsideRequest } from '../scope/request-scope.ts';
import { withTransaction } from './with-transaction.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase({ kind: 'server' });
});
afterAll(() => database.close());

const NESTED = 'one more connection';

it('code inside a transaction that asks for one more connection fails, and is found although it is caught', async () => {
  const { pool } = database;
  await withTransaction(pool, async () => {
    await expect((async () => await pool.query('SELECT 1'))()).rejects.toThrow(NESTED);
    await expect((async () => await pool.connect())()).rejects.toThrow(NESTED);
    await expect(withTransaction(pool, async () => undefined)).rejects.toThrow(NESTED);
    await expect(outsideRequest(async () => await pool.query('SELECT 1'))).rejects.toThrow(NESTED);
  });
  const found = takeNestedConnections();
  expect(found).toHaveLength(4);
  for (const stack of found) expect(stack).toContain('nested-connections.test.ts');
});

it('what a transaction leaves behind may ask when it is over, and so may everybody beside it', async () => {
  const { pool } = database;
  const over = Promise.withResolvers<void>();
  let left: Promise<unknown> = Promise.resolve();
  const inside = Promise.withResolvers<void>();
  const both = withTransaction(pool, async (tx) => {
    await tx.query('SELECT 1');
    left = over.promise.then(() => pool.query('SELECT 1'));
    await inside.promise;
  });
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  inside.resolve();
  await both;
  over.resolve();
  await left;
});
