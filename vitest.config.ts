import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'packages/*/src/**/*.test.tsx', 'scripts/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 2,
    // Browser journeys and killed servers share two cores in CI: a test that only the clock failed is run once more, and the report names it.
    retry: process.env.CI === undefined ? 0 : 1,
    globalSetup: ['packages/server/src/testing/postgres-global-setup.ts'],
  },
});
