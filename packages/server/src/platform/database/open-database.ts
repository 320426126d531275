import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import { checkAccountWall } from './check-account-wall.ts';
import { createPool } from './create-pool.ts';
import { toDatabaseError, unavailableReason } from './database-errors.ts';
import type { DatabaseLog } from './database-log.ts';
import { keepTidy } from './embedded/keep-tidy.ts';
import { type EngineVariant, openEmbeddedDatabase } from './embedded/open-embedded-database.ts';
import { createLateCommits, type LateCommits } from './late-commits.ts';
import { raiseAccountWall } from './raise-account-wall.ts';
import { runMigrations } from './run-migrations.ts';

const MIN_VERSION = 150_000;
const DEFAULT_SERVER_POOL = 10;
// The embedded engine runs one statement at a time: more connections only make a longer queue.
const DEFAULT_EMBEDDED_POOL = 8;
const SERVER_PATIENCE_MILLISECONDS = 30_000;

/** The database, open and migrated. The pool behaves alike on both kinds; docs of its limits: embedded/README.md. */
export type Database = {
  pool: pg.Pool;
  kind: 'embedded' | 'server';
  /** Proves that requests can read; throws where they cannot. */
  checkWall: () => Promise<void>;
  /** What is committed without waiting for the disk, and on it within a second. */
  lateCommits: LateCommits;
  close: () => Promise<void>;
};

export type OpenDatabaseOptions = {
  /** A PostgreSQL server (15 or newer); without it the embedded database of the data folder is opened. */
  databaseUrl?: string | undefined;
  dataDir: string;
  migrationsDir: string;
  log: DatabaseLog;
  poolSize?: number | undefined;
  /** Called when the embedded engine died too often to go on; the process should end then. */
  onFailure?: ((error: Error) => void) | undefined;
  /** Only for tests: another program in the engine's place, or loopback TCP in the socket's place. */
  engineVariant?: EngineVariant | undefined;
};

/** Opens the database and applies the migrations that are missing. */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  return options.databaseUrl === undefined ? openEmbedded(options) : openServer(options, options.databaseUrl);
}

async function openServer(options: OpenDatabaseOptions, databaseUrl: string): Promise<Database> {
  const { log, migrationsDir, poolSize = DEFAULT_SERVER_POOL } = options;
  const connection = { connectionString: databaseUrl };
  const hasWall = await prepare({ connection, log, migrationsDir, patience: SERVER_PATIENCE_MILLISECONDS });
  const pool = createPool({ connection, size: poolSize, log, hasWall });
  const lateCommits = createLateCommits({ pool, log, isEmbedded: false });
  return {
    pool,
    kind: 'server',
    checkWall: wallCheck({ pool, log, hasWall }),
    lateCommits,
    close: async () => {
      lateCommits.stop();
      await pool.end();
    },
  };
}

async function openEmbedded(options: OpenDatabaseOptions): Promise<Database> {
  const { log, dataDir, migrationsDir, poolSize = DEFAULT_EMBEDDED_POOL } = options;
  const engine = await openEmbeddedDatabase({
    dataDir,
    log,
    password: randomBytes(24).toString('base64url'),
    onFailure: options.onFailure ?? ((error) => log.error({ err: error }, 'The embedded database is lost')),
    variant: options.engineVariant ?? {},
  });
  const { connection } = engine;
  const hasWall = await prepare({ connection, log, migrationsDir, patience: 0 }).catch(async (error: unknown) => {
    await engine.close();
    throw error;
  });
  const pool = createPool({ connection, size: poolSize, log, hasWall });
  const stopTidying = keepTidy({ pool, log });
  const lateCommits = createLateCommits({ pool, log, isEmbedded: true });
  return {
    pool,
    kind: 'embedded',
    checkWall: wallCheck({ pool, log, hasWall }),
    lateCommits,
    close: async () => {
      stopTidying();
      lateCommits.stop();
      await pool.end();
      await engine.close();
    },
  };
}

function wallCheck({ hasWall, ...parts }: { pool: pg.Pool; log: DatabaseLog; hasWall: boolean }): () => Promise<void> {
  return hasWall ? () => checkAccountWall(parts) : async () => undefined;
}

type Preparation = {
  connection: pg.ClientConfig;
  log: DatabaseLog;
  migrationsDir: string;
  patience: number;
};

/**
 * On one connection of its own, without the pool's time limits: an index over a large table takes its time. Gives
 * whether the wall between accounts stands.
 */
async function prepare({ connection, log, migrationsDir, patience }: Preparation): Promise<boolean> {
  const client = await connectPatiently({ connection, log, patience });
  try {
    await refuseOldServer(client);
    await runMigrations({ client, folder: migrationsDir, log });
    return await raiseAccountWall({ client, log });
  } finally {
    await client.end();
  }
}

async function connectPatiently(parts: {
  connection: pg.ClientConfig;
  log: DatabaseLog;
  patience: number;
}): Promise<pg.Client> {
  const begin = performance.now();
  for (;;) {
    const client = new pg.Client({ ...parts.connection, connectionTimeoutMillis: 5_000 });
    client.on('error', (error) => parts.log.warn({ err: error }, 'The connection for migrations was lost'));
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (unavailableReason(error) === undefined || performance.now() - begin > parts.patience) {
        throw toDatabaseError(error);
      }
      parts.log.warn({ err: error }, 'The database does not answer yet');
      await sleep(1_000);
    }
  }
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const result = await client.query("SELECT current_setting('server_version_num')::int AS version");
  const [{ version }] = z.tuple([z.object({ version: z.number() })]).parse(result.rows);
  if (version < MIN_VERSION) {
    throw new Error(`PostgreSQL 15 or newer is needed; this server has version number ${version}`);
  }
}
