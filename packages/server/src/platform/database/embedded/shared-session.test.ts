import { randomBytes } from 'node:crypto';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createEmbeddedFolder,
  createTestFolder,
  startTestDatabase,
  type TestDatabase,
} from '../../../testing/start-test-database.ts';
import { createTestLog } from '../../../testing/test-log.ts';
import { errorCode } from '../database-errors.ts';
import { openDatabase } from '../open-database.ts';
import { vacuumOnce } from './keep-tidy.ts';

const migrationsDir = createTestFolder();
let database: TestDatabase;

beforeAll(async () => {
  database = await startTestDatabase({ kind: 'embedded', migrationsDir });
});

afterAll(async () => {
  await database.close();
});

describe('many connections on the one session of the engine', () => {
  it('never mixes statements of different connections, also between transactions and in large messages', async () => {
    const ask = async (worker: number, turn: number): Promise<boolean> => {
      const text = String.fromCharCode(97 + worker).repeat(worker === 3 ? 200_000 : 10);
      if (worker < 3) {
        const client = await database.pool.connect();
        await client.query('BEGIN');
        const first = await client.query('SELECT $1::int AS turn', [turn]);
        await yieldToOthers();
        const second = await client.query('SELECT $1::text AS text, $2::int AS worker', [text, worker]);
        await client.query('COMMIT');
        client.release();
        return first.rows[0].turn === turn && second.rows[0].text === text && second.rows[0].worker === worker;
      }
      const { rows } =
        worker % 2 === 0
          ? await database.pool.query('SELECT $1::int AS turn', [turn])
          : await database.pool.query('SELECT $1::text AS text, $2::int AS turn', [text, turn]);
      return rows[0].turn === turn && (worker % 2 === 0 || rows[0].text === text);
    };
    const answers = await Promise.all(
      Array.from({ length: 8 }, async (_, worker) => {
        const right: boolean[] = [];
        for (let turn = 0; turn < 60; turn += 1) {
          right.push(await ask(worker, turn));
        }
        return right;
      }),
    );
    expect(answers.flat().filter((right) => !right)).toEqual([]);
  });

  it('keeps prepared statements of the same name apart, and frees them with their connection', async () => {
    const [first, second] = [await database.pool.connect(), await database.pool.connect()];
    const one = await first.query({ name: 'same', text: 'SELECT $1::int AS a', values: [1] });
    const two = await second.query({ name: 'same', text: 'SELECT $1::text AS b', values: ['x'] });
    const again = await first.query({ name: 'same', text: 'SELECT $1::int AS a', values: [2] });
    expect([one.rows, two.rows, again.rows]).toEqual([[{ a: 1 }], [{ b: 'x' }], [{ a: 2 }]]);
    first.release(true);
    second.release(true);
    await expect
      .poll(
        async () => (await database.pool.query(`SELECT name FROM pg_prepared_statements WHERE name LIKE 'c%'`)).rows,
      )
      .toEqual([]);
  });

  it('rolls back what a lost connection has left open, and everybody goes on', async () => {
    await database.pool.query('CREATE TABLE left_open (id int)');
    const client = await database.pool.connect();
    await client.query('BEGIN');
    await client.query('INSERT INTO left_open VALUES (1)');
    client.release(true);
    expect((await database.pool.query('SELECT id FROM left_open')).rows).toEqual([]);
  });

  it('ends a connection that idles in a transaction, before those who wait for it give up', async () => {
    await database.pool.query('CREATE TABLE idle (id int)');
    const client = await database.pool.connect();
    await client.query('BEGIN');
    await client.query('INSERT INTO idle VALUES (1)');
    expect((await database.pool.query('SELECT id FROM idle')).rows).toEqual([]);
    await expect(client.query('COMMIT')).rejects.toThrow();
    client.release(true);
    expect((await database.pool.query('SELECT id FROM idle')).rows).toEqual([]);
  });

  it('refuses COPY FROM STDIN, answers a cursor and too deep a value, and lives', async () => {
    await expect(database.pool.query('SELECT 1; COPY idle FROM STDIN')).rejects.toThrow('COPY FROM STDIN');
    const deep = '['.repeat(10_000) + ']'.repeat(10_000);
    const code = await database.pool.query('SELECT $1::jsonb', [deep]).catch(errorCode);
    expect(code).toBe('54001');
    const client = await database.pool.connect();
    await client.query('BEGIN');
    await client.query('DECLARE five CURSOR FOR SELECT generate_series(1, 5) AS n');
    expect((await client.query('FETCH 2 FROM five')).rows).toEqual([{ n: 1 }, { n: 2 }]);
    await client.query('COMMIT');
    client.release();
  });

  it('has trigrams and vectors, and is kept tidy without background workers', async () => {
    await database.pool.query('CREATE EXTENSION pg_trgm; CREATE EXTENSION vector');
    const { rows } = await database.pool.query(
      "SELECT similarity('привет', 'превет') > 0.3 AS alike, '[1,2]'::vector <-> '[1,2]' AS far",
    );
    expect(rows).toEqual([{ alike: true, far: 0 }]);
    await database.pool.query('CREATE TABLE busy AS SELECT generate_series(1, 3000) AS id');
    await database.pool.query('UPDATE busy SET id = id + 1');
    // The engine counts changes into its statistics once a second.
    await expect.poll(async () => (await vacuumOnce(database.pool)).table).toBe('public.busy');
    await expect.poll(async () => (await vacuumOnce(database.pool)).table).toBeUndefined();
  });
});

describe('the way to the engine', () => {
  it('is a short one in the temporary directory where the data folder has a long path', async () => {
    const dataDir = join(createTestFolder(), 'long-'.repeat(30));
    renameSync(await createEmbeddedFolder(), dataDir);
    const other = await openDatabase({ dataDir, migrationsDir, log: createTestLog() });
    expect((await other.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await other.close();
  });

  it('asks for a password where it is loopback TCP', async () => {
    const dataDir = await createEmbeddedFolder();
    const engineVariant = { overTcp: true };
    const other = await openDatabase({ dataDir, migrationsDir, log: createTestLog(), engineVariant });
    const { rows } = await other.pool.query('SELECT 1 AS one');
    const { host, port } = other.pool.options;
    const stranger = new pg.Client({ host, port, user: 'postgres', password: randomBytes(8).toString('hex') });
    await expect(stranger.connect()).rejects.toThrow('wrong password');
    await other.close();
    expect(rows).toEqual([{ one: 1 }]);
  });
});
