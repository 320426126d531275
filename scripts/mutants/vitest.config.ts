import { defineConfig } from 'vitest/config';

const channels = (process.env.CHANNELS ?? '').split(' ');
const folders = [...channels, 'vendors', 'suite'];

/** The tests of the channels, of what vendors share and the suite of all connectors: none of them needs a database. */
export default defineConfig({
  root: process.cwd(),
  test: {
    include: folders.map((folder) => `packages/server/src/connectors/${folder}/**/*.test.ts`),
    exclude: ['**/*-path.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
