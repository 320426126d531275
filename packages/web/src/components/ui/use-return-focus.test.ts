import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const sources = fileURLToPath(new URL('../../', import.meta.url));

it('every window gives the focus back to what opened it', () => {
  const windows = globSync('**/*.tsx', { cwd: sources })
    .map((path) => ({ path, source: readFileSync(`${sources}/${path}`, 'utf8') }))
    .filter(({ source }) => /<(?:Modal|Modal\.Root|Drawer)\s/.test(source));
  expect(windows.length).toBeGreaterThan(5);
  const forgetful = windows.filter(({ source }) => !source.includes('useReturnFocus();')).map(({ path }) => path);
  expect(forgetful).toEqual([]);
});
