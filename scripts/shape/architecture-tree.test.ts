import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { connectors } from '../../packages/server/src/connectors/registry.ts';

const root = join(import.meta.dirname, '../..');
const document = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
/** Payloads and pages are data of their folder, no rooms of the house. */
const isData = (name: string) => name === 'fixtures';

/** Folders that the tree of the document names, as paths from the root of the repository; a line may name several that hold none. */
function readTree(): string[] {
  const block = /```\n([\s\S]*?)```/.exec(document)?.[1] ?? '';
  const parents: string[] = [];
  return block
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      const depth = (/^ */.exec(line)?.[0].length ?? 0) / 2;
      const names = line.trim().split(/ {2,}/)[0] ?? '';
      parents[depth] = names;
      return names.split(', ').map((name) => [...parents.slice(0, depth), name].join('/'));
    });
}

function listFolders(path: string, depth: number): string[] {
  if (depth === 0) return [];
  const names = readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !isData(entry.name))
    .map(({ name }) => `${path}/${name}`);
  return names.flatMap((name) => [name, ...listFolders(name, depth - 1)]);
}

it('the tree in docs/architecture.md equals the disk, two folders deep', () => {
  const packages = readdirSync(join(root, 'packages'))
    .map((name) => `packages/${name}/src`)
    .filter((path) => existsSync(join(root, path)));
  const onDisk = packages.flatMap((path) => [path, ...listFolders(path, 2)]);
  expect(readTree().sort()).toEqual(onDisk.sort());
});

it('docs/architecture.md stays one short page of one tree and one journey', () => {
  // A channel adds one line for its connector and one for its simulator.
  expect(document.split('\n').length).toBeLessThan(146 + 2 * Object.keys(connectors).length);
  expect(document.match(/^## /gm)).toHaveLength(2);
});

it('every file that the journey names is there', () => {
  const named = [...document.matchAll(/`((?:gateway|dialogs|visitors|assistant)\/[\w-]+)`/g)].map(
    (match) => match[1] ?? '',
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !existsSync(join(root, `packages/server/src/domains/${name}.ts`)))).toEqual([]);
});

it('every key of the environment is documented for those who host', () => {
  const config = readFileSync(join(root, 'packages/server/src/platform/config/config.ts'), 'utf8');
  const keys = [...config.matchAll(/^ {2}([A-Z][A-Z0-9_]+): optional\(/gm)].map((match) => match[1] ?? '');
  // Those of the connectors stand in their folders.
  keys.push(
    ...Object.values(connectors).flatMap(({ environment: { urls, keys: needed, optionalKeys = [] } }) => [
      ...Object.keys(urls),
      ...needed,
      ...optionalKeys,
    ]),
  );
  const hosting = readFileSync(join(root, 'docs/self-hosting.md'), 'utf8');
  const documented = [...hosting.matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map((match) => match[1] ?? '');
  expect(keys.length).toBeGreaterThan(20);
  // Several channels of one vendor read the same keys.
  expect(documented.sort()).toEqual([...new Set(keys)].sort());
});
