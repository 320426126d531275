import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createEmbeddedFolder, createServerDatabase, createTestFolder } from '../../testing/start-test-database.ts';
import { createTestLog } from '../../testing/test-log.ts';
import { MigrationError } from './database-errors.ts';
import { type Database, openDatabase } from './open-database.ts';

type Place = {
  databaseUrl: string | undefined;
  dataDir: string;
};

describe.each(['server', 'embedded'] as const)('migrations on the %s database', (kind) => {
  it('run once, resume after a failure, and refuse a file that was changed after it ran', async () => {
    const place = await createPlace(kind);
    const migrationsDir = createTestFolder();
    const write = (name: string, sql: string) => writeFileSync(join(migrationsDir, name), sql);
    write('0001-first.sql', 'CREATE TABLE first (id int);\nINSERT INTO first VALUES (1);');
    write('0002-second.sql', 'INSERT INTO first VALUES (2); SELECT no_such_function();');
    write('0003-third.sql', 'INSERT INTO first VALUES (3);');

    await expect(open(place, migrationsDir)).rejects.toThrow(/0002-second failed: .*no_such_function/);
    write('0002-second.sql', 'INSERT INTO first VALUES (2);');
    const resumed = await open(place, migrationsDir);
    expect((await resumed.pool.query('SELECT id FROM first ORDER BY id')).rows).toEqual([
      { id: 1 },
      { id: 2 },
      { id: 3 },
    ]);
    await resumed.close();

    write('0001-first.sql', 'CREATE TABLE first (id int);\r\nINSERT INTO first VALUES (1);');
    const again = await open(place, migrationsDir);
    expect((await again.pool.query('SELECT number, name FROM schema_migrations ORDER BY number')).rows).toEqual([
      { number: 1, name: '0001-first' },
      { number: 2, name: '0002-second' },
      { number: 3, name: '0003-third' },
    ]);
    await again.close();

    write('0001-first.sql', 'CREATE TABLE first (id bigint);');
    const error: unknown = await open(place, migrationsDir).catch((reason) => reason);
    expect(error).toBeInstanceOf(MigrationError);
    expect(String(error)).toContain('0001-first was changed after it ran');
  });
});

describe('migration files', () => {
  it('of the same number or of another form of name are refused before anything runs', async () => {
    const place = await createPlace('server');
    const migrationsDir = createTestFolder();
    writeFileSync(join(migrationsDir, '0001-one.sql'), 'SELECT 1');
    writeFileSync(join(migrationsDir, '0001-other.sql'), 'SELECT 1');
    await expect(open(place, migrationsDir)).rejects.toThrow('Two migrations bear the number 1');
    writeFileSync(join(migrationsDir, '12_x.sql'), 'SELECT 1');
    await expect(open(place, migrationsDir)).rejects.toThrow('12_x.sql is not named like');
  });

  it('run once when four nodes start on one database at the same moment', async () => {
    const place = await createPlace('server');
    const migrationsDir = createTestFolder();
    writeFileSync(join(migrationsDir, '0001-slow.sql'), 'CREATE TABLE slow (id int); SELECT pg_sleep(0.3);');
    writeFileSync(join(migrationsDir, '0002-fill.sql'), 'INSERT INTO slow VALUES (1);');
    const nodes = await Promise.all(Array.from({ length: 4 }, () => open(place, migrationsDir)));
    const [first] = nodes;
    expect((await first?.pool.query('SELECT id FROM slow'))?.rows).toEqual([{ id: 1 }]);
    await Promise.all(nodes.map((node) => node.close()));
  });
});

async function createPlace(kind: Database['kind']): Promise<Place> {
  if (kind === 'embedded') {
    return { databaseUrl: undefined, dataDir: await createEmbeddedFolder() };
  }
  return { databaseUrl: (await createServerDatabase()).url, dataDir: createTestFolder() };
}

function open(place: Place, migrationsDir: string): Promise<Database> {
  return openDatabase({ ...place, migrationsDir, log: createTestLog(), poolSize: 2 });
}
