import { createHash, randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { inject } from 'vitest';
import { unavailableReason } from '../platform/database/database-errors.ts';
import { type Database, openDatabase } from '../platform/database/open-database.ts';
import { createTestLog } from './test-log.ts';

const MIGRATIONS = fileURLToPath(new URL('../platform/database/migrations', import.meta.url));
const CACHE = fileURLToPath(new URL('../../../../node_modules/.cache/otvet', import.meta.url));
const SERVER_PATIENCE_MILLISECONDS = 60_000;

/** A database of its own for one test file, with our migrations in it; close() leaves nothing behind. */
export type TestDatabase = Database & {
  /** For code that opens the database itself: what it would get as DATABASE_URL (none if embedded) and DATA_DIR. */
  databaseUrl: string | undefined;
  dataDir: string;
};

/** Opens a new database on a real PostgreSQL ('server') or in a throw-away data folder ('embedded'). */
export async function startTestDatabase(options: {
  kind: Database['kind'];
  migrationsDir?: string;
  poolSize?: number;
}): Promise<TestDatabase> {
  const { kind, migrationsDir = MIGRATIONS, poolSize } = options;
  const server = kind === 'server' ? await createServerDatabase() : undefined;
  const dataDir = server === undefined ? await createEmbeddedFolder() : createTestFolder();
  const log = createTestLog();
  const database = await openDatabase({ databaseUrl: server?.url, dataDir, migrationsDir, poolSize, log });
  return {
    ...database,
    databaseUrl: server?.url,
    dataDir,
    close: async () => {
      await database.close();
      await server?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** An empty folder that is removed with the test run at the latest. */
export function createTestFolder(): string {
  return mkdtempSync(join(inject('testScratch'), 'data-'));
}

/** A new, empty database on the test run's PostgreSQL. */
export async function createServerDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runAsAdministrator(`CREATE DATABASE ${name}`);
  const url = new URL(inject('testDatabaseUrl'));
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => runAsAdministrator(`DROP DATABASE ${name} WITH (FORCE)`) };
}

async function runAsAdministrator(statement: string): Promise<void> {
  const client = await connectPatiently(performance.now() + SERVER_PATIENCE_MILLISECONDS);
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function connectPatiently(deadline: number): Promise<pg.Client> {
  for (;;) {
    const client = new pg.Client({ connectionString: inject('testDatabaseUrl') });
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (unavailableReason(error) === undefined || performance.now() > deadline) {
        throw error;
      }
      await sleep(50);
    }
  }
}

/** A data folder with an empty embedded database in it: a copy takes tenths of a second, a new one seconds. */
export async function createEmbeddedFolder(within?: string): Promise<string> {
  const template = join(CACHE, `embedded-${engineMark()}`);
  if (!existsSync(template)) {
    await makeTemplate(template);
  }
  const dataDir = within === undefined ? createTestFolder() : mkdtempSync(join(within, 'data-'));
  cpSync(template, join(dataDir, 'database'), { recursive: true });
  return dataDir;
}

// What a new database depends on: the engine's version and how we start it.
function engineMark(): string {
  const sources = ['../../package.json', '../platform/database/embedded/open-engine.ts'];
  const texts = sources.map((source) => readFileSync(new URL(source, import.meta.url), 'utf8'));
  return createHash('sha256').update(texts.join()).digest('hex').slice(0, 12);
}

async function makeTemplate(template: string): Promise<void> {
  const dataDir = createTestFolder();
  const migrationsDir = createTestFolder();
  const database = await openDatabase({ dataDir, migrationsDir, log: createTestLog() });
  await database.close();
  const own = `${template}.${process.pid}`;
  mkdirSync(CACHE, { recursive: true });
  cpSync(join(dataDir, 'database'), own, { recursive: true });
  try {
    renameSync(own, template);
  } catch {
    // Another test file was faster: its template is as good.
    rmSync(own, { recursive: true, force: true });
  }
}
