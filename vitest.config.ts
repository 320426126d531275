import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'packages/*/src/**/*.test.tsx', 'scripts/**/*.test.ts'],
    // Limits only end a test that hangs; no test is judged by the clock and none is run a second time.
    testTimeout: 180_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    maxWorkers: 2,
    setupFiles: ['packages/server/src/testing/no-nested-connections.ts'],
    globalSetup: ['packages/server/src/testing/postgres-global-setup.ts'],
  },
});
