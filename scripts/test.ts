import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { compileCache } from '../packages/server/src/testing/compile-cache.ts';
import { buildBrowserCode } from './build-browser-code.ts';

const root = join(import.meta.dirname, '..');
const report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numFailedTestSuites: z.number(),
});

await buildBrowserCode();
const folder = mkdtempSync(join(tmpdir(), 'otvet-test-'));
const file = join(folder, 'report.json');
const run = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...process.argv.slice(2),
  ],
  { cwd: root, env: { ...process.env, NODE_COMPILE_CACHE: compileCache }, stdio: ['ignore', 'inherit', 'inherit'] },
);
const result = report.parse(JSON.parse(readFileSync(file, 'utf8')));
rmSync(folder, { recursive: true, force: true });
const failed = Math.max(result.numFailedTests, run.status === 0 ? 0 : Math.max(1, result.numFailedTestSuites));
console.log(`\n${result.numPassedTests} passed, ${failed} failed, ${result.numPendingTests} skipped`);
process.exit(run.status ?? 1);
