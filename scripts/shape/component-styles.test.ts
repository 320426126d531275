import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const library = join(root, 'node_modules/@mantine/core/styles');
const named = /import (?:type )?\{([^}]*)\} from '@mantine\/core'/g;

/** Components of the library that the web app draws. */
function listDrawn(): string[] {
  const files = globSync('packages/web/src/**/*.tsx', { cwd: root });
  const names = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(named)].flatMap(([, list = '']) => list.split(',')),
  );
  return [...new Set(names.map((name) => name.trim()))].filter((name) => /^[A-Z]\w*$/.test(name)).sort();
}

describe('styles of components', () => {
  it('every component of the library that is drawn brings its stylesheet', () => {
    const styles = readFileSync(join(root, 'packages/web/src/app/styles.css'), 'utf8');
    const drawn = listDrawn();
    expect(drawn).toContain('Button');
    const missing = drawn.filter(
      (name) => existsSync(join(library, `${name}.css`)) && !styles.includes(`styles/${name}.css"`),
    );
    expect(missing).toEqual([]);
  });
});
