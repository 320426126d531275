import { expect, it } from 'vitest';
import { measureWebWeight } from './web-weight.ts';

it('the first screens stay within 200 kB of scripts, one language at a time, without the schema library', async () => {
  const { screens, scripts, budgetBytes } = await measureWebWeight();
  for (const { screen, languages, scriptGzip } of screens) {
    expect(scriptGzip, screen).toBeLessThanOrEqual(budgetBytes);
    expect(
      languages.filter((language) => language !== 'ru'),
      screen,
    ).toEqual([]);
  }
  expect(scripts.filter(({ text }) => text.includes('ZodError')).map(({ name }) => name)).toEqual([]);
});
