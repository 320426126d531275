import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const library = join(root, 'node_modules/@mantine/core/styles');
const named = /import (?:type )?\{([^}]*)\} from '@mantine\/core'/g;

const WEB = 'packages/web/src';
/** Loaded with every page; with the shell of signed-in people; with the first toast. */
const sheets = ['app/styles.css', 'app/shell/component-styles.css', 'platform/toast/toast-styles.css'];

/** Components of the library that these files draw, as far as they have styles. */
function listDrawn(pattern: string): string[] {
  const files = globSync(pattern, { cwd: root });
  const names = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(named)].flatMap(([, list = '']) => list.split(',')),
  );
  return [...new Set(names.map((name) => name.trim()))]
    .filter((name) => /^[A-Z]\w*$/.test(name) && existsSync(join(library, `${name}.layer.css`)))
    .sort();
}

function listMissing(drawn: string[], paths: string[]): string[] {
  const styles = paths.map((path) => readFileSync(join(root, WEB, path), 'utf8')).join('\n');
  return drawn.filter((name) => !styles.includes(`styles/${name}.layer.css"`));
}

describe('styles of components', () => {
  it('every component of the library that is drawn brings its stylesheet', () => {
    const drawn = listDrawn(`${WEB}/**/*.tsx`);
    expect(drawn).toContain('Button');
    expect(listMissing(drawn, sheets)).toEqual([]);
  });

  it('what is drawn before the sign-in stands in the sheet of every page', () => {
    const drawn = [...listDrawn(`${WEB}/features/auth/**/*.tsx`), ...listDrawn(`${WEB}/components/new-password/*.tsx`)];
    expect(drawn).toContain('PasswordInput');
    expect(listMissing(drawn, sheets.slice(0, 1))).toEqual([]);
  });
});
