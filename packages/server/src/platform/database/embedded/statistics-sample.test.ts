import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../testing/start-test-database.ts';

const MAX_SAMPLED_ROWS = 7_500;

describe('the memory of the embedded engine, which never shrinks', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await startTestDatabase({ kind: 'embedded' });
  });

  afterAll(async () => {
    await database.close();
  });

  it('is not taken by a sample of all rows when statistics are made', async () => {
    await database.pool.query('create table wide (payload text)');
    await database.pool.query("insert into wide select repeat('x', 100) from generate_series(1, 10000)");
    const client = await database.pool.connect();
    const notices: string[] = [];
    client.on('notice', ({ message }) => notices.push(message ?? ''));
    await client.query('analyze verbose wide');
    client.release();
    const sampled = notices.flatMap((text) => /; (\d+) rows in sample/.exec(text)?.[1] ?? []).map(Number);
    expect(sampled).toEqual([MAX_SAMPLED_ROWS]);
  });
});
