import type { TestProject } from 'vitest/node';
import { startGuardian } from './start-guardian.ts';

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: an interface of a library is extended
  export interface ProvidedContext {
    testDatabaseUrl: string;
    testScratch: string;
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
  return guardian.close;
}
