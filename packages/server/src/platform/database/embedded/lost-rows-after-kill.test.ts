import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createSeededRandom } from '../../../testing/seeded-random.ts';
import { createEmbeddedFolder, createTestFolder } from '../../../testing/start-test-database.ts';
import { createTestLog } from '../../../testing/test-log.ts';
import { waitUntil } from '../../../testing/wait-until.ts';
import { createPool } from '../create-pool.ts';
import { errorCode, unavailableReason } from '../database-errors.ts';
import type { DatabaseLog } from '../database-log.ts';
import { openDatabase } from '../open-database.ts';
import { type EmbeddedDatabase, openEmbeddedDatabase } from './open-embedded-database.ts';

const WRITER = fileURLToPath(new URL('../../../testing/embedded-writer.ts', import.meta.url));
const ROUNDS = 4;
/** Keeps writers from spinning while the engine is down; nothing is judged by it. */
const FAILED_WRITER_PAUSE_MS = 20;
const seed = Date.now() % 1_000_000;
const random = createSeededRandom(seed);
const migrationsDir = createTestFolder();

describe(`kill -9 under load (seed ${seed})`, () => {
  it('of the server: the next start comes at once, takes over the lock and has every acknowledged row', async () => {
    const acknowledged: number[] = [];
    const dataDir = await createEmbeddedFolder();
    for (let round = 0; round < ROUNDS; round += 1) {
      const writer = startWriter({ dataDir, first: 1 + round * 1_000_000, acknowledged });
      await once(writer, 'message');
      const enough = acknowledged.length + 10 + random() * 200;
      await waitUntil(() => acknowledged.length >= enough);
      writer.kill('SIGKILL');
      await once(writer, 'exit');
    }
    const database = await openDatabase({ dataDir, migrationsDir, log: createTestLog() });
    const kept = await database.pool.query<{ id: number }>('SELECT id FROM kept');
    await database.close();
    const ids = new Set(kept.rows.map((row) => row.id));
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
  }, 180_000);

  it('of the engine, with prepared statements: those in flight fail, it starts again on the same socket, every row is there', async () => {
    const log = createTestLog();
    const engine = await openEngine(log);
    const pool = createPool({ connection: engine.connection, size: 4, log, hasWall: false });
    await pool.query('CREATE TABLE kept (id integer PRIMARY KEY)');
    const acknowledged: number[] = [];
    const failures: unknown[] = [];
    let isOver = false;
    let next = 1;
    const writers = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        const id = next;
        next += 1;
        try {
          await pool.query('INSERT INTO kept (id) VALUES ($1)', [id]);
          acknowledged.push(id);
        } catch (error) {
          failures.push(error);
          await sleep(FAILED_WRITER_PAUSE_MS);
        }
      }
    });
    const waitForWrites = (count: number) => {
      const enough = acknowledged.length + count;
      return waitUntil(() => acknowledged.length >= enough);
    };
    for (let round = 0; round < 3; round += 1) {
      await waitForWrites(20 + random() * 100);
      const pid = engine.pid();
      process.kill(pid, 'SIGKILL');
      await waitUntil(() => engine.pid() !== pid);
    }
    await waitForWrites(20);
    isOver = true;
    await Promise.all(writers);
    const kept = await pool.query<{ id: number }>('SELECT id FROM kept');
    await pool.end();
    await engine.close();
    const ids = new Set(kept.rows.map((row) => row.id));
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
    expect(failures.length).toBeGreaterThan(0);
    expect(failures.filter((error) => unavailableReason(error) === undefined).map(errorCode)).toEqual([]);
    expect(log.lines.filter((line) => line.includes('started again'))).toHaveLength(3);
  }, 180_000);
});

function startWriter(parts: { dataDir: string; first: number; acknowledged: number[] }): ChildProcess {
  const settings = JSON.stringify({ dataDir: parts.dataDir, migrationsDir, first: parts.first });
  const writer = fork(WRITER, [settings], { execArgv: [] });
  writer.on('message', (message) => {
    if (typeof message === 'number') {
      parts.acknowledged.push(message);
    }
  });
  return writer;
}

async function openEngine(log: DatabaseLog): Promise<EmbeddedDatabase> {
  const onFailure = (error: Error) => {
    throw error;
  };
  const dataDir = await createEmbeddedFolder();
  return openEmbeddedDatabase({ dataDir, log, password: 'unused', onFailure, variant: {} });
}
