import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestFolder, startTestDatabase, type TestDatabase } from '../../../testing/start-test-database.ts';
import { createTestLog } from '../../../testing/test-log.ts';
import { DatabaseInUseError } from '../database-errors.ts';
import { openDatabase } from '../open-database.ts';

const CONTENDER = fileURLToPath(new URL('../../../testing/lock-contender.ts', import.meta.url));
const migrationsDir = createTestFolder();
const opened: TestDatabase[] = [];

afterAll(async () => {
  await Promise.all(opened.map((database) => database.close()));
});

describe('two starts on one data folder', () => {
  it('stops the second with the folder and the process in its words, and leaves the first at work', async () => {
    const first = await startTestDatabase({ kind: 'embedded', migrationsDir });
    opened.push(first);
    const second = openDatabase({ dataDir: first.dataDir, migrationsDir, log: createTestLog() });
    const error: unknown = await second.catch((reason) => reason);
    expect(error).toBeInstanceOf(DatabaseInUseError);
    expect(String(error)).toContain(first.dataDir);
    expect(String(error)).toContain(`process ${process.pid}`);
    expect((await first.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('lets exactly one of six simultaneous starters take over a stale lock', async () => {
    for (let round = 0; round < 2; round += 1) {
      const folder = createTestFolder();
      const dead = { pid: 2 ** 22 + 1, startedAt: 'long ago' };
      writeFileSync(join(folder, 'database.lock.7'), JSON.stringify({ engine: dead, server: dead, released: false }));
      const parameters = JSON.stringify({ folder, at: Date.now() + 700 });
      const contenders = Array.from({ length: 6 }, () => fork(CONTENDER, [parameters], { execArgv: [] }));
      const outcomes = await Promise.all(contenders.map(async (contender) => (await once(contender, 'message'))[0]));
      for (const contender of contenders) {
        contender.kill('SIGKILL');
      }
      expect(outcomes.toSorted()).toEqual(['acquired', ...Array.from({ length: 5 }, () => 'in-use')]);
    }
  });
});
