import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** Waits that make a fault or a load and judge nothing. */
const ALLOWED_WAITS: Record<string, string> = {
  'packages/server/src/platform/database/embedded/lost-rows-after-kill.test.ts':
    'writers pause while the engine is down',
  'packages/server/src/platform/database/database-restart-under-load.test.ts': 'writers pause while the server is down',
  'packages/server/src/chaos/socket-dropped-at-random.test.ts': 'connections drop at random moments',
  'packages/server/src/chaos/database-restarted-under-load.test.ts': 'the database dies at random moments',
  'packages/server/src/chaos/database-killed-under-pairs.test.ts': 'the database dies at random moments',
  'packages/bench/src/load/run-customers.test.ts': 'acts of a load, by a clock that the test moves',
  'packages/e2e/src/inbox/many-tabs.test.ts': 'customers write twenty messages a second',
  'packages/server/src/platform/outbound/vendor-fetch.test.ts': 'a platform that never stops writing',
  'packages/server/src/platform/outbound/outbound-fetch.test.ts': 'a host that never stops writing',
};

function listTests(): { file: string; text: string }[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'packages', 'scripts'], { cwd: ROOT });
  return listed
    .toString()
    .split('\n')
    .filter((file) => /\.test\.tsx?$/.test(file) && existsSync(join(ROOT, file)))
    .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));
}

/** Lines that a pattern matches, with their place. */
function findLines(pattern: RegExp, isAllowed: (file: string) => boolean = () => false): string[] {
  return listTests()
    .filter(({ file }) => !isAllowed(file) && !import.meta.filename.endsWith(file))
    .flatMap(({ file, text }) =>
      text.split('\n').flatMap((line, at) => (pattern.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : [])),
    );
}

describe('tests that hold on a busy machine', () => {
  it('wait for conditions and events, never for a time', () => {
    // `setTimeout(resolve)` without a time only lets other work go on.
    const wait = /\b(?:setTimeout|setInterval)\((?!resolve\))|setTimeout as sleep|\bwaitForTimeout\(/;
    expect(findLines(wait, (file) => file in ALLOWED_WAITS)).toEqual([]);
  });

  it('list no file among the allowed waits that waits no more', () => {
    const waiting = listTests().filter(({ text }) => /\b(?:setTimeout|setInterval)\b/.test(text));
    const files = new Set(waiting.map(({ file }) => file));
    expect(Object.keys(ALLOWED_WAITS).filter((file) => !files.has(file))).toEqual([]);
  });

  it('never end a route of a page, which may lose the request that it holds (`harness/meet-requests`)', () => {
    expect(findLines(/\bunroute(?:All)?\(|\{ times: \d/)).toEqual([]);
  });

  it('judge no elapsed time', () => {
    expect(findLines(/expect\([^\n]*(?:performance\.now|Date\.now)\(\)[^\n]*toBeLess/)).toEqual([]);
    expect(findLines(/expect\([^\n)]*(?:\.ms|Ms|elapsed|took)\)\.toBeLess/)).toEqual([]);
  });

  it('are not run a second time', () => {
    expect(findLines(/\bretry: [1-9]/)).toEqual([]);
    expect(readFileSync(join(ROOT, 'vitest.config.ts'), 'utf8')).not.toMatch(/\bretry\b/);
  });

  it('name their risk in words, not by a number of some list', () => {
    expect(findLines(/\b(?:it|test|describe)(?:\.each\(.*\))?\(['"`](?:[A-Z]\d{1,3}|\d+\.\d+)\b/)).toEqual([]);
  });
});
