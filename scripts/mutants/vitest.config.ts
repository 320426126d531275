import { defineConfig } from 'vitest/config';

const folder = process.env.CONNECTOR ?? '';

/** The tests of one connector's folder and the suite that all connectors share: none of them needs a database. */
export default defineConfig({
  root: process.cwd(),
  test: {
    include: [
      `packages/server/src/connectors/${folder}/**/*.test.ts`,
      'packages/server/src/connectors/suite/**/*.test.ts',
    ],
    exclude: ['**/*-path.test.ts'],
    testTimeout: 60_000,
  },
});
