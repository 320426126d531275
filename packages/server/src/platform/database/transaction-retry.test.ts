import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSeededRandom } from '../../testing/seeded-random.ts';
import { createTestFolder, startTestDatabase, type TestDatabase } from '../../testing/start-test-database.ts';
import { createRetryPause, withTransaction } from './with-transaction.ts';

const pause = createRetryPause(createSeededRandom(7));
const databases: TestDatabase[] = [];
const migrationsDir = createTestFolder();

function databaseOf(kind: TestDatabase['kind']): TestDatabase {
  const found = databases.find((database) => database.kind === kind);
  if (found === undefined) {
    throw new Error(`No ${kind} database was opened`);
  }
  return found;
}

beforeAll(async () => {
  databases.push(await startTestDatabase({ kind: 'server', migrationsDir }));
  databases.push(await startTestDatabase({ kind: 'embedded', migrationsDir }));
  for (const { pool } of databases) {
    await pool.query('CREATE TABLE accounts (id int PRIMARY KEY, amount int NOT NULL)');
    await pool.query('INSERT INTO accounts VALUES (1, 0), (2, 0)');
  }
});

afterAll(async () => {
  await Promise.all(databases.map((database) => database.close()));
});

describe('withTransaction', () => {
  it('runs both of two transactions that lock two rows in opposite order, each with one effect', async () => {
    const { pool } = databaseOf('server');
    let attempts = 0;
    const bothHoldOne = Promise.withResolvers<void>();
    const move = (from: number, to: number) =>
      withTransaction(
        pool,
        async (client) => {
          attempts += 1;
          await client.query('UPDATE accounts SET amount = amount - 1 WHERE id = $1', [from]);
          if (attempts === 2) {
            bothHoldOne.resolve();
          }
          await bothHoldOne.promise;
          await client.query('UPDATE accounts SET amount = amount + 10 WHERE id = $1', [to]);
        },
        pause,
      );
    await Promise.all([move(1, 2), move(2, 1)]);
    expect(attempts).toBeGreaterThanOrEqual(3);
    expect((await pool.query('SELECT amount FROM accounts ORDER BY id')).rows).toEqual([{ amount: 9 }, { amount: 9 }]);
  });

  it('gives up after five retries of a serialization failure', async () => {
    const { pool } = databaseOf('server');
    const failure = "DO $$ BEGIN RAISE EXCEPTION 'try again' USING ERRCODE = '40001'; END $$";
    let attempts = 0;
    const work = withTransaction(
      pool,
      async (client) => {
        attempts += 1;
        await client.query(failure);
      },
      pause,
    );
    await expect(work).rejects.toThrow('try again');
    expect(attempts).toBe(6);
  });

  it.each(['server', 'embedded'] as const)('leaves nothing of a failed work on the %s database', async (kind) => {
    const { pool } = databaseOf(kind);
    const work = withTransaction(pool, async (client) => {
      await client.query('INSERT INTO accounts VALUES (3, 3)');
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    const swallowed = withTransaction(pool, async (client) => {
      await client.query('INSERT INTO accounts VALUES (4, 4)');
      await client.query('SELECT no_such_column').catch(() => undefined);
    });
    await expect(swallowed).rejects.toThrow('rolled back');
    expect((await pool.query('SELECT id FROM accounts WHERE id > 2')).rows).toEqual([]);
    expect(pool.idleCount).toBe(pool.totalCount);
  });
});
