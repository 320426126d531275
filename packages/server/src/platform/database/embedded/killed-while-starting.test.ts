import { readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createEmbeddedFolder, createTestFolder } from '../../../testing/start-test-database.ts';
import { createTestLog } from '../../../testing/test-log.ts';
import { openDatabase } from '../open-database.ts';

const KILLED_ENGINE = new URL('../../../testing/engine-killed-in-start-child.ts', import.meta.url);
const migrationsDir = createTestFolder();
const log = createTestLog();

describe('a start of the embedded database after a start that was killed', () => {
  it('comes up where the killed engine left its lock file empty', async () => {
    const dataDir = await createEmbeddedFolder();
    const killed = openDatabase({ dataDir, migrationsDir, log, engineVariant: { entry: KILLED_ENGINE } });
    await expect(killed).rejects.toThrow('SIGKILL');
    expect(readFileSync(join(dataDir, 'database', 'postmaster.pid'), 'utf8')).toBe('');

    const database = await openDatabase({ dataDir, migrationsDir, log });
    expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await database.close();
  });

  it("tells PostgreSQL's own reason where it refuses the folder", async () => {
    const dataDir = await createEmbeddedFolder();
    truncateSync(join(dataDir, 'database', 'global', 'pg_control'), 100);
    await expect(openDatabase({ dataDir, migrationsDir, log })).rejects.toThrow('pg_control');
  });
});
