import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../testing/start-test-database.ts';
import { lookAtGrown } from './know-young-tables.ts';

/* That plans follow is shown with the statements of the product, in `sweeps/statements.test.ts`. */
describe.each(['server', 'embedded'] as const)('a table that has just begun to grow (%s)', (kind) => {
  let database: TestDatabase;
  const lookedAt = new Map<string, number>();
  beforeAll(async () => {
    database = await startTestDatabase({ kind });
    await database.pool.query('create table letters (id int primary key, text text)');
  });
  afterAll(() => database.close());

  const write = (count: number) =>
    database.pool.query(
      `insert into letters select known + number, repeat('x', 300)
      from (select count(*) as known from letters) letters, generate_series(1, $1::int) number`,
      [count],
    );
  const look = () => lookAtGrown(database.pool, lookedAt);
  async function knownRows(): Promise<number | undefined> {
    const sql = "select reltuples from pg_class where oid = 'letters'::regclass";
    return (await database.pool.query<{ reltuples: number }>(sql)).rows[0]?.reltuples;
  }

  it('risk: until a minute has passed the planner knows nothing of it', async () => {
    await write(100);
    expect(await look()).toEqual([]);
    await write(900);
    expect(await knownRows()).toBe(-1);
    expect(await look()).toEqual(['letters']);
    expect(await knownRows()).toBe(1000);
  });

  it('is looked at again when it is four times as large, and not before', async () => {
    await write(2000);
    expect(await look()).toEqual([]);
    await write(1500);
    expect(await look()).toEqual(['letters']);
    expect(await look()).toEqual([]);
  });

  it('risk: a table that belongs to somebody else is tried at every round', async () => {
    await write(20_000);
    lookedAt.set('letters', 1000);
    expect(await look()).toEqual([]);
  });
});
