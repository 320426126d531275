import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { z } from 'zod';
import { MigrationError } from './database-errors.ts';
import type { DatabaseLog } from './database-log.ts';

const FILE_NAME = /^(\d{4})-([a-z0-9-]+)\.sql$/;
// An arbitrary constant of ours: nodes that start at once take turns on it.
const ADVISORY_LOCK = 7_281_946_005;

const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS schema_migrations (
  number integer PRIMARY KEY,
  name text NOT NULL,
  checksum text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
)`;

const AppliedRows = z.array(z.object({ number: z.number(), name: z.string(), checksum: z.string() }));

type Migration = {
  number: number;
  name: string;
  checksum: string;
  sql: string;
};

/**
 * Applies the files NNNN-name.sql of the folder that are not yet applied, each in its own transaction, and returns
 * their names. The client must have no statement timeout; several nodes may call this at once.
 */
export async function runMigrations(options: {
  client: pg.ClientBase;
  folder: string;
  log: DatabaseLog;
}): Promise<string[]> {
  const { client, folder, log } = options;
  const migrations = await readMigrations(folder);
  await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK]);
  try {
    await client.query(CREATE_TABLE);
    const pending = await findPending(client, migrations);
    for (const migration of pending) {
      await applyMigration(client, migration);
      log.info({ migration: migration.name }, 'Migration applied');
    }
    return pending.map((migration) => migration.name);
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [ADVISORY_LOCK]);
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const fileNames = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const migrations = await Promise.all(fileNames.map((fileName) => readMigration(folder, fileName)));
  migrations.forEach((migration, index) => {
    const next = migrations[index + 1];
    if (next?.number === migration.number) {
      throw new MigrationError(`Two migrations bear the number ${migration.number}: ${migration.name}, ${next.name}`);
    }
  });
  return migrations;
}

async function readMigration(folder: string, fileName: string): Promise<Migration> {
  const number = FILE_NAME.exec(fileName)?.[1];
  if (number === undefined) {
    throw new MigrationError(`Migration ${fileName} is not named like 0001-name.sql`);
  }
  // A checkout with CRLF line ends must not count as a changed file.
  const sql = (await readFile(join(folder, fileName), 'utf8')).replaceAll('\r\n', '\n');
  const checksum = createHash('sha256').update(sql).digest('hex');
  return { number: Number(number), name: fileName.slice(0, -'.sql'.length), checksum, sql };
}

async function findPending(client: pg.ClientBase, migrations: Migration[]): Promise<Migration[]> {
  const result = await client.query('SELECT number, name, checksum FROM schema_migrations');
  const applied = new Map(AppliedRows.parse(result.rows).map((row) => [row.number, row]));
  for (const migration of migrations) {
    const before = applied.get(migration.number);
    if (before !== undefined && before.checksum !== migration.checksum) {
      throw new MigrationError(
        `Migration ${migration.name} was changed after it ran (as ${before.name}). ` +
          'An applied file never changes: restore it and put the change into a new file.',
      );
    }
  }
  return migrations.filter((migration) => !applied.has(migration.number));
}

async function applyMigration(client: pg.ClientBase, migration: Migration): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(migration.sql);
    await client.query('INSERT INTO schema_migrations (number, name, checksum) VALUES ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.checksum,
    ]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw new MigrationError(`Migration ${migration.name} failed: ${String(error)}`, { cause: error });
  }
}
