import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { inject } from 'vitest';
import { errorCode, unavailableReason } from '../platform/database/database-errors.ts';
import { type Database, openDatabase } from '../platform/database/open-database.ts';
import { createTestLog } from './test-log.ts';

const MIGRATIONS = fileURLToPath(new URL('../platform/database/migrations', import.meta.url));
const CACHE = fileURLToPath(new URL('../../../../node_modules/.cache/otvet', import.meta.url));
const PREPARER = fileURLToPath(new URL('./prepare-database.ts', import.meta.url));
const SERVER_PATIENCE_MILLISECONDS = 60_000;
/** What a prepared database depends on, beside the engine. */
const PREPARING = [
  './prepare-database.ts',
  '../platform/database/run-migrations.ts',
  '../platform/database/raise-account-wall.ts',
  '../platform/jobs/open-boss.ts',
];
// An arbitrary constant of ours: test files that begin at once take turns on it.
const ADVISORY_LOCK = 7_281_946_099;
const NO_SUCH_DATABASE = '3D000';
const execute = promisify(execFile);

/** A database of its own for one test file, with our migrations in it; close() leaves nothing behind. */
export type TestDatabase = Database & {
  /** For code that opens the database itself: what it would get as DATABASE_URL (none if embedded) and DATA_DIR. */
  databaseUrl: string | undefined;
  dataDir: string;
};

/** Opens a new database on a real PostgreSQL ('server') or in a throw-away data folder ('embedded'). */
export async function startTestDatabase(options: {
  kind: Database['kind'];
  /** In place of our own ones, on an empty database. */
  migrationsDir?: string;
  poolSize?: number;
}): Promise<TestDatabase> {
  const { kind, migrationsDir, poolSize } = options;
  const place = migrationsDir === undefined ? await createPreparedPlace(kind) : await createEmptyPlace(kind);
  const { dataDir, databaseUrl } = place;
  const log = createTestLog();
  const database = await openDatabase({
    ...{ databaseUrl, dataDir, migrationsDir: migrationsDir ?? MIGRATIONS, poolSize, log },
  });
  return {
    ...database,
    databaseUrl,
    dataDir,
    close: async () => {
      await database.close();
      await place.drop();
    },
  };
}

/** Where a database lies: what the code that opens it gets as DATABASE_URL (none if embedded) and DATA_DIR. */
export type DatabasePlace = { databaseUrl: string | undefined; dataDir: string; drop(): Promise<void> };

/** A database with our tables and those of the job queue in it, as a product that was started once leaves it. */
export async function createPreparedPlace(kind: Database['kind'], within?: string): Promise<DatabasePlace> {
  return kind === 'embedded'
    ? embeddedPlace(await preparedTemplate(), within)
    : serverPlace(await createFromPrepared());
}

async function createEmptyPlace(kind: Database['kind']): Promise<DatabasePlace> {
  return kind === 'embedded' ? embeddedPlace(await emptyTemplate()) : serverPlace(await createServerDatabase());
}

function embeddedPlace(template: string, within?: string): DatabasePlace {
  const dataDir = copyTemplate(template, within);
  return { databaseUrl: undefined, dataDir, drop: async () => remove(dataDir) };
}

function serverPlace({ url, drop }: ServerDatabase): DatabasePlace {
  const dataDir = createTestFolder();
  return {
    databaseUrl: url,
    dataDir,
    drop: async () => {
      await drop();
      remove(dataDir);
    },
  };
}

const remove = (folder: string) => rmSync(folder, { recursive: true, force: true });

/** An empty folder that is removed with the test run at the latest. */
export function createTestFolder(): string {
  return mkdtempSync(join(inject('testScratch'), 'data-'));
}

type ServerDatabase = { url: string; drop: () => Promise<void> };

/** A new, empty database on the test run's PostgreSQL. */
export async function createServerDatabase(): Promise<ServerDatabase> {
  return createDatabase((name) => runAsAdministrator(`CREATE DATABASE ${name}`));
}

async function createDatabase(create: (name: string) => Promise<void>): Promise<ServerDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await create(name);
  return { url: urlOf(name), drop: () => runAsAdministrator(`DROP DATABASE ${name} WITH (FORCE)`) };
}

function urlOf(name: string): string {
  const url = new URL(inject('testDatabaseUrl'));
  url.pathname = `/${name}`;
  return url.href;
}

/** The first test file of the run that needs a prepared database makes one, and all others get copies of it. */
async function createFromPrepared(): Promise<ServerDatabase> {
  const copy = (name: string) => runAsAdministrator(`CREATE DATABASE ${name} TEMPLATE ${preparedName()}`);
  return createDatabase(async (name) => {
    try {
      await copy(name);
    } catch (error) {
      if (errorCode(error) !== NO_SUCH_DATABASE) throw error;
      await prepareOnServer();
      await copy(name);
    }
  });
}

const preparedName = () => inject('testPrepared');

async function prepareOnServer(): Promise<void> {
  const administrator = await connectPatiently(performance.now() + SERVER_PATIENCE_MILLISECONDS);
  try {
    await administrator.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK]);
    const { rowCount } = await administrator.query('SELECT FROM pg_database WHERE datname = $1', [preparedName()]);
    if (rowCount !== 0) return;
    const own = await createServerDatabase();
    await prepare({ databaseUrl: own.url, dataDir: createTestFolder() });
    await administrator.query(`ALTER DATABASE ${new URL(own.url).pathname.slice(1)} RENAME TO ${preparedName()}`);
  } finally {
    await administrator.end();
  }
}

async function prepare(place: { databaseUrl?: string; dataDir: string }): Promise<void> {
  await execute(process.execPath, [PREPARER, JSON.stringify(place)]);
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
export async function createEmbeddedFolder(): Promise<string> {
  return copyTemplate(await emptyTemplate());
}

function copyTemplate(template: string, within?: string): string {
  const dataDir = within === undefined ? createTestFolder() : mkdtempSync(join(within, 'data-'));
  cpSync(template, join(dataDir, 'database'), { recursive: true });
  return dataDir;
}

function emptyTemplate(): Promise<string> {
  return keepTemplate('embedded', {
    sources: [],
    async make(dataDir) {
      const database = await openDatabase({ dataDir, migrationsDir: createTestFolder(), log: createTestLog() });
      await database.close();
    },
  });
}

function preparedTemplate(): Promise<string> {
  const migrations = readdirSync(MIGRATIONS)
    .sort()
    .map((name) => join(MIGRATIONS, name));
  return keepTemplate('prepared', {
    sources: [...PREPARING.map((source) => fileURLToPath(new URL(source, import.meta.url))), ...migrations],
    async make(dataDir) {
      cpSync(await emptyTemplate(), join(dataDir, 'database'), { recursive: true });
      await prepare({ dataDir });
    },
  });
}

type Template = { sources: string[]; make(dataDir: string): Promise<void> };

/** The database folder that `make` leaves, kept between runs for as long as the engine and the sources are the same. */
async function keepTemplate(name: string, { sources, make }: Template): Promise<string> {
  const template = join(CACHE, `${name}-${markOf(sources)}`);
  if (existsSync(template)) return template;
  const dataDir = createTestFolder();
  await make(dataDir);
  const own = `${template}.${process.pid}`;
  mkdirSync(CACHE, { recursive: true });
  const outdated = readdirSync(CACHE).filter((entry) => entry.startsWith(`${name}-`) && !entry.includes('.'));
  for (const old of outdated) if (join(CACHE, old) !== template) remove(join(CACHE, old));
  cpSync(join(dataDir, 'database'), own, { recursive: true });
  try {
    renameSync(own, template);
  } catch {
    // Another test file was faster: its template is as good.
    remove(own);
  }
  return template;
}

// What a database depends on: the engine's version, how we start it, and what was done in it.
function markOf(sources: string[]): string {
  const engine = ['../../package.json', '../platform/database/embedded/open-engine.ts'];
  const places = [...engine.map((source) => fileURLToPath(new URL(source, import.meta.url))), ...sources];
  const texts = places.map((place) => readFileSync(place, 'utf8'));
  return createHash('sha256').update(texts.join()).digest('hex').slice(0, 12);
}
