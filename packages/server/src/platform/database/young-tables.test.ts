import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../testing/start-test-database.ts';
import { createYoungTables } from './young-tables.ts';

/* That plans follow is shown with the statements of the product, in `sweeps/statements.test.ts`. */
describe.each(['server', 'embedded'] as const)('a table that has just begun to grow (%s)', (kind) => {
  let database: TestDatabase;
  let look: () => Promise<string[]>;
  beforeAll(async () => {
    database = await startTestDatabase({ kind });
    look = createYoungTables(database.pool);
    // Looked at by the product alone: PostgreSQL's own collecting comes by once a minute.
    await database.pool.query('create table letters (id int primary key, text text) with (autovacuum_enabled = false)');
  });
  afterAll(() => database.close());

  async function write(count: number): Promise<void> {
    const client = await database.pool.connect();
    try {
      await client.query('begin');
      await client.query(
        `insert into letters select known + number, repeat('x', 300)
        from (select count(*) as known from letters) letters, generate_series(1, $1::int) number`,
        [count],
      );
      // What a transaction counts is told to others a second later.
      await client.query('select pg_stat_force_next_flush()');
      await client.query('commit');
      await client.query('select 1');
    } finally {
      client.release();
    }
  }
  async function knownRows(): Promise<number | undefined> {
    const sql = "select reltuples from pg_class where oid = 'letters'::regclass";
    return (await database.pool.query<{ reltuples: number }>(sql)).rows[0]?.reltuples;
  }

  it('risk: until a minute has passed the planner knows nothing of it', async () => {
    await write(40);
    expect(await look()).toEqual([]);
    await write(960);
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

  it('risk: one that cannot be looked at now is tried at every round, or never again', async () => {
    // The embedded engine has one connection: nobody holds anything beside a statement.
    if (kind === 'embedded') return;
    await write(20_000);
    const holder = await database.pool.connect();
    await holder.query('begin');
    await holder.query('lock table letters in share update exclusive mode');
    expect(await look()).toEqual([]);
    await holder.query('rollback');
    holder.release();
    expect(await look()).toEqual([]);
    for (let round = 0; round < 28; round += 1) expect(await look()).toEqual([]);
    expect(await look()).toEqual(['letters']);
  });
});
