import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const statement = /(?:^|\n)(?:import|export) (?!type )[^;]*?from '([^']+)'/g;

/** Everything that a module brings along at run time. */
function closureOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  if (!file.endsWith('.ts')) return seen;
  for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(statement))
    closureOf(target.startsWith('.') ? join(dirname(file), target) : target, seen);
  return seen;
}

describe('values of the contract', () => {
  it('bring no package along: browsers take them without the schema library', () => {
    const modules = [...closureOf(join(import.meta.dirname, 'values.ts'))];
    expect(modules.length).toBeGreaterThan(10);
    expect(modules.filter((name) => !name.startsWith('/'))).toEqual([]);
    const pairs = [...closureOf(join(import.meta.dirname, 'many-pairs.ts'))];
    expect(pairs.filter((name) => !name.startsWith('/'))).toEqual([]);
    const columns = [...closureOf(join(import.meta.dirname, 'pair-columns.ts'))];
    expect(columns.filter((name) => !name.startsWith('/'))).toEqual([]);
    const judging = [...closureOf(join(import.meta.dirname, 'passwords.ts'))];
    expect(judging.length).toBeGreaterThan(4);
    expect(judging.filter((name) => !name.startsWith('/'))).toEqual([]);
    expect([...closureOf(join(import.meta.dirname, 'index.ts'))]).toContain('zod');
  });
});
