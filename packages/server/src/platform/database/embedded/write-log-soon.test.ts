import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../testing/start-test-database.ts';
import { waitUntil } from '../../../testing/wait-until.ts';
import { createLogWriter } from './write-log-soon.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await startTestDatabase({ kind: 'embedded' });
  await database.pool.query('create table notes (text text)');
});
afterAll(() => database.close());

/** Bytes of the log that were written and are not on the disk. */
async function behind(): Promise<number> {
  const sql = 'select (pg_current_wal_insert_lsn() - pg_current_wal_flush_lsn())::float8 as bytes';
  return (await database.pool.query<{ bytes: number }>(sql)).rows[0]?.bytes ?? 0;
}

async function commitWithoutDisk(): Promise<void> {
  const client = await database.pool.connect();
  await client.query('begin');
  await client.query("select set_config('synchronous_commit', 'off', true)");
  await client.query("insert into notes values ('sent')");
  await client.query('commit');
  client.release();
}

it('risk: on the embedded engine what did not wait for the disk never reaches it while nothing else happens', async () => {
  const warnings: unknown[] = [];
  const log = { info: () => undefined, warn: (about: unknown) => warnings.push(about), error: () => undefined };
  const writer = createLogWriter({ pool: database.pool, log });
  await commitWithoutDisk();
  expect(await behind()).toBeGreaterThan(0);
  writer.soon();
  writer.soon();
  await waitUntil(async () => (await behind()) === 0);
  await commitWithoutDisk();
  writer.soon();
  writer.stop();
  expect(await behind()).toBeGreaterThan(0);
  expect(warnings).toEqual([]);
});
