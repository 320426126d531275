import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const bin = (name: string) => join(root, 'node_modules/.bin', name);

const steps: { name: string; command: string; args: string[] }[] = [
  { name: 'format and lint', command: bin('biome'), args: ['ci', '--colors=off'] },
  { name: 'types of the server side', command: bin('tsc'), args: ['-p', 'tsconfig.json'] },
  { name: 'types of the web app', command: bin('tsc'), args: ['-p', 'packages/web/tsconfig.json'] },
  { name: 'types of the widget', command: bin('tsc'), args: ['-p', 'packages/widget/tsconfig.json'] },
  {
    name: 'boundaries',
    command: bin('depcruise'),
    args: ['packages', '--config', '.dependency-cruiser.js', '--include-only', '^packages/[^/]+/src'],
  },
  { name: 'dead code', command: bin('knip'), args: [] },
  {
    name: 'shape of the house, SQL against the schema',
    command: process.execPath,
    args: [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      'scripts',
      // A minute of the processor by itself: `npm test` runs it.
      '--exclude=scripts/shape/regular-expressions.test.ts',
      'packages/server/src/sweeps/statements.test.ts',
      'packages/server/src/sweeps/store-scope.test.ts',
      'packages/server/src/sweeps/table-owners.test.ts',
    ],
  },
];

for (const step of steps) {
  const began = performance.now();
  const { status } = spawnSync(step.command, step.args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  console.log(`${status === 0 ? 'ok' : 'FAILED'}  ${step.name} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  if (status !== 0) process.exit(1);
}
