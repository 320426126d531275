import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../testing/start-test-database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await startTestDatabase({ kind: 'server', poolSize: 1 });
});

afterAll(() => database.close());

const prepared = async () => {
  const { rows } = await database.pool.query<{ statement: string }>('select statement from pg_prepared_statements');
  return rows.map(({ statement }) => statement);
};

it('prepares a statement with values once per connection, and leaves others alone', async () => {
  const text = 'select $1::int + 1 as next';
  for (const value of [1, 2]) expect((await database.pool.query(text, [value])).rows).toEqual([{ next: value + 1 }]);
  expect((await prepared()).filter((statement) => statement === text)).toHaveLength(1);
  await database.pool.query('select 1; select 2');
  await database.pool.query('select 3', []);
  expect((await prepared()).filter((statement) => statement.startsWith('select 3'))).toHaveLength(0);
});

it('risk: a statement that failed is asked again', async () => {
  const text = 'select 10 / $1::int as share';
  await expect(database.pool.query(text, [0])).rejects.toThrow('division by zero');
  expect((await database.pool.query(text, [5])).rows).toEqual([{ share: 2 }]);
  await expect(database.pool.query('select no_such_column from accounts where id = $1', [null])).rejects.toThrow();
  await expect(database.pool.query('select no_such_column from accounts where id = $1', [null])).rejects.toThrow(
    'no_such_column',
  );
  expect((await database.pool.query(text, [2])).rows).toEqual([{ share: 5 }]);
});

it('risk: the same text in a transaction that is rolled back', async () => {
  const client = await database.pool.connect();
  await client.query('begin');
  await client.query('create table short_lived (id int)');
  await client.query('insert into short_lived values ($1)', [1]);
  await client.query('rollback');
  client.release();
  await database.pool.query('create table short_lived (id int)');
  await database.pool.query('insert into short_lived values ($1)', [2]);
  expect((await database.pool.query('select id from short_lived')).rows).toEqual([{ id: 2 }]);
});
