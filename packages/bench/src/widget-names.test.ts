import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { privateNames } from '@otvet/widget/build';
import { expect, it } from 'vitest';

const packages = fileURLToPath(new URL('../../', import.meta.url));
const read = (pattern: string) =>
  globSync(pattern, { cwd: packages, exclude: ['**/*.test.ts'] }).map((name) =>
    readFileSync(join(packages, name), 'utf8').replace(/\/\*\*[\s\S]*?\*\/|\/\/.*/g, ''),
  );
const outside = [
  'contract/src/widget-protocol.ts',
  'widget/src/loader/*.ts',
  'widget/src/shared/{host,keys,storage}.ts',
  'widget/src/protocol/read-event.ts',
  'widget/src/state/outbox.ts',
];

it('no name that the build makes short is stored, sent, received or shared with the loader', () => {
  const texts = outside.map((pattern) => read(pattern).join('\n'));
  for (const text of texts) expect(text).not.toBe('');
  const taken = new Set(texts.flatMap((text) => text.match(/\w+/g) ?? []));
  expect(taken).toContain('clientId');
  expect(privateNames.filter((name) => taken.has(name))).toEqual([]);
});

it('each of them is used, and never in quotes', () => {
  // Names in types are gone from what is built.
  const sources = read('widget/src/**/*.ts')
    .join('\n')
    .replace(/<[^<>;{}()]*>/g, '');
  const isUsed = (name: string) => new RegExp(`[.{,(\\s]${name}\\b`).test(sources);
  expect(privateNames.filter((name) => !isUsed(name))).toEqual([]);
  expect(privateNames.filter((name) => new RegExp(`['"\`]${name}['"\`]`).test(sources))).toEqual([]);
});

it('words are read by a computed name in those places alone for which the build keeps a table', () => {
  const found = read('widget/src/window/*.ts').flatMap((text) => text.match(/\bwords\[(?!')[^\]]*\]/g) ?? []);
  expect(found.toSorted()).toEqual(['words[`${name}Wrong`]', 'words[mark]', 'words[name]']);
});
