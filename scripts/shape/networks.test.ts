import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** Who asks for one network alone, and why no block around it is counted there. */
const ALONE: Record<string, string> = {
  'packages/server/src/platform/http/network-of.ts': 'says what a network is',
  'packages/server/src/platform/http/network-report.ts': 'tells of the network that is refused',
  'packages/server/src/platform/storage/uploader.ts': 'pictures of networks take turns, with a bound over all',
  'packages/server/src/domains/accounts/passwords/hash-turns.ts': 'networks take turns, with a bound over all',
};

it('what is limited by network is counted for the IPv6 blocks around it too', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'packages/server/src'], { cwd: ROOT });
  const asking = files
    .toString()
    .split('\n')
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .filter((file) => /\bnetworkOf\(/.test(readFileSync(join(ROOT, file), 'utf8')));
  expect(asking.toSorted()).toEqual(Object.keys(ALONE).toSorted());
});
