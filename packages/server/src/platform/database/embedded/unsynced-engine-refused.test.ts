import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createEmbeddedFolder, createTestFolder } from '../../../testing/start-test-database.ts';
import { createTestLog } from '../../../testing/test-log.ts';
import { EmbeddedEngineError } from '../database-errors.ts';
import { openDatabase } from '../open-database.ts';

const UNSYNCED_ENGINE = new URL('../../../testing/unsynced-engine-child.ts', import.meta.url);
const migrationsDir = createTestFolder();

describe('start of the embedded database', () => {
  it('is refused with clear words when a commit does not reach the disk', async () => {
    const dataDir = await createEmbeddedFolder();
    const log = createTestLog();
    const start = openDatabase({ dataDir, migrationsDir, log, engineVariant: { entry: UNSYNCED_ENGINE } });
    const error: unknown = await start.catch((reason) => reason);
    expect(error).toBeInstanceOf(EmbeddedEngineError);
    expect(String(error)).toContain('did not reach the disk');
    const database = await openDatabase({ dataDir, migrationsDir, log });
    await database.close();
  });

  it('sets an unfinished database aside, clears half-written ones away and makes a new one', async () => {
    const dataDir = createTestFolder();
    mkdirSync(join(dataDir, 'database', 'base'), { recursive: true });
    writeFileSync(join(dataDir, 'database', 'PG_VERSION'), '18\n');
    mkdirSync(join(dataDir, 'database.new-12', 'global'), { recursive: true });
    const log = createTestLog();
    const database = await openDatabase({ dataDir, migrationsDir, log });
    const settings = await database.pool.query<{ name: string; setting: string }>(
      "SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'wal_sync_method', 'full_page_writes')",
    );
    await database.close();
    expect(Object.fromEntries(settings.rows.map((row) => [row.name, row.setting]))).toEqual({
      fsync: 'on',
      full_page_writes: 'on',
      wal_sync_method: 'fsync',
    });
    expect(existsSync(join(dataDir, 'database.unfinished-1', 'PG_VERSION'))).toBe(true);
    expect(readdirSync(dataDir).filter((name) => name.includes('.new-'))).toEqual([]);
    expect(log.lines.some((line) => line.includes('is no whole database'))).toBe(true);
  });
});
