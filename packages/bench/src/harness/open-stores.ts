import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '../../../server/src/platform/database/open-database.ts';
import { createLog } from '../../../server/src/platform/log/logger.ts';
import { type Guardian, startGuardian } from '../../../server/src/testing/start-guardian.ts';

export type StoreKind = 'PostgreSQL' | 'embedded';

/** Where a program keeps its data: the environment that leads it there, and a way in while it does not run. */
export type Store = {
  kind: StoreKind;
  env: Record<string, string>;
  /** Statements of the bench itself. On the embedded engine only while no program has the folder open. */
  run(migrationsDir: string, statements: string[]): Promise<void>;
};

/** A durable PostgreSQL of this run's own (fsync on) and throw-away folders; all gone with the process. */
export type Stores = {
  make(kind: StoreKind): Promise<Store>;
  folder(): string;
  guardian: Guardian;
  close(): Promise<void>;
};

export async function openStores({ needsServer }: { needsServer: boolean }): Promise<Stores> {
  const guardian = await startGuardian({ postgres: needsServer ? 'durable' : 'none' });
  await guardian.ready;
  const folder = () => mkdtempSync(join(guardian.scratch, 'data-'));
  const log = createLog({ level: 'silent' });

  async function make(kind: StoreKind): Promise<Store> {
    const dataDir = folder();
    const databaseUrl = kind === 'PostgreSQL' ? await createDatabase(guardian.databaseUrl) : undefined;
    return {
      kind,
      env: { DATA_DIR: dataDir, ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) },
      async run(migrationsDir, statements) {
        const database = await openDatabase({ databaseUrl, dataDir, migrationsDir, log });
        for (const statement of statements) await database.pool.query(statement);
        await database.close();
      },
    };
  }
  return { make, folder, guardian, close: guardian.close };
}

async function createDatabase(administratorUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: administratorUrl });
  await client.connect();
  const name = `bench_${randomUUID().replaceAll('-', '')}`;
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(administratorUrl);
  url.pathname = `/${name}`;
  return url.href;
}
