import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '../..');
const output = z.object({
  summary: z.object({ violations: z.array(z.object({ rule: z.object({ name: z.string() }) })) }),
  modules: z.array(z.object({ source: z.string() })),
});

function cruise(folder: string) {
  const run = spawnSync(
    join(root, 'node_modules/.bin/depcruise'),
    [folder, '--config', '.dependency-cruiser.js', '--output-type', 'json'],
    { cwd: root, maxBuffer: 64 * 1024 * 1024 },
  );
  return output.parse(JSON.parse(run.stdout.toString()));
}

it('the boundary check bites on a tree that is wrong on purpose', () => {
  const rules = new Set(cruise('scripts/canary').summary.violations.map((violation) => violation.rule.name));
  expect([...rules].sort()).toEqual([
    'connectors-import-no-domain',
    'connectors-import-no-other-connector',
    'domain-order-accounts',
    'domains-only-through-their-door',
    'no-cycles',
    'platform-imports-nothing-above',
  ]);
});

it('the boundary check reads TypeScript at all', () => {
  const sources = cruise('packages/contract/src').modules.filter((module) => module.source.endsWith('.ts'));
  expect(sources.length).toBeGreaterThan(10);
});
