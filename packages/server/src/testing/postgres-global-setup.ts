import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startGuardian } from './start-guardian.ts';

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: an interface of a library is extended
  export interface ProvidedContext {
    testDatabaseUrl: string;
    testScratch: string;
    /** The database that test files copy; the first that needs one makes it. */
    testPrepared: string;
  }
}

/**
 * One PostgreSQL for the whole test run: TEST_DATABASE_URL, or one that is started here from the registry package.
 * The run does not wait for it; startTestDatabase does.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const guardian = await startGuardian({ postgres: given === undefined ? 'lean' : 'none' });
  project.provide('testDatabaseUrl', given ?? guardian.databaseUrl);
  project.provide('testScratch', guardian.scratch);
  const prepared = `prepared_${randomUUID().replaceAll('-', '')}`;
  project.provide('testPrepared', prepared);
  return async () => {
    if (given !== undefined) await drop(given, prepared);
    await guardian.close();
  };
}

/** A server that is not ours keeps nothing of the run. */
async function drop(connectionString: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await client.end();
}
