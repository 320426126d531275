import { basename, join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = process.cwd();
const channels = (process.env.CHANNELS ?? '').split(' ');
const vendors = (process.env.VENDORS ?? '').split(' ').filter((vendor) => vendor !== '');
const folders = [...channels, ...vendors, 'suite'];

/** The quick ones first: the first failure ends the trial of a change. */
const slow = ['own-files', 'connector-sends', 'connector-suite', '-calls', '-schema'];
const slowness = ({ moduleId }: TestSpecification) => slow.findLastIndex((part) => basename(moduleId).includes(part));

class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = (file: TestSpecification) => (slowness(file) === -1 ? 0 : slow.length - slowness(file));
    return files.toSorted((one, other) => rank(one) - rank(other));
  }
}

/** The tests of the channels, of what they share with their vendor, and the suite over these channels alone: none needs a database. */
export default defineConfig({
  root,
  resolve: {
    alias: [{ find: './suite-connectors.ts', replacement: join(root, 'scripts/mutants/tried-connectors.ts') }],
  },
  test: {
    include: folders.map((folder) => `packages/server/src/connectors/${folder}/**/*.test.ts`),
    // What is judged by a clock would notice every change on a busy machine.
    exclude: ['**/*-path.test.ts', '**/hostile-bodies.test.ts'],
    // Every trial is a worker of its own; its files share what it has loaded.
    isolate: false,
    sequence: { sequencer: QuickFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
