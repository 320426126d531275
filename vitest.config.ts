import { defineConfig } from 'vitest/config';
import { compileCache } from './packages/server/src/testing/compile-cache.ts';
import { SpreadLongTests } from './scripts/spread-long-tests.ts';

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'packages/*/src/**/*.test.tsx', 'scripts/**/*.test.ts'],
    // Limits only end a test that hangs; no test is judged by the clock and none is run a second time.
    testTimeout: 180_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    pool: 'forks',
    // Files share what a worker has loaded: a third of all work was loading the same modules again.
    isolate: false,
    // Twice the cores of the smallest machine: many files wait for a time of the product (a lease, a grace).
    maxWorkers: 4,
    sequence: { sequencer: SpreadLongTests },
    env: { NODE_COMPILE_CACHE: compileCache },
    setupFiles: ['packages/server/src/testing/no-nested-connections.ts'],
    globalSetup: ['packages/server/src/testing/postgres-global-setup.ts'],
  },
});
