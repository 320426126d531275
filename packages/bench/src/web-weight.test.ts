import { expect, it } from 'vitest';
import { measureWebWeight } from './web-weight.ts';

it('the first screens stay within their bytes of scripts, one language at a time, without the schema library', async () => {
  const { screens, scripts } = await measureWebWeight();
  for (const { screen, languages, scriptGzip, budgetBytes } of screens) {
    expect(scriptGzip, screen).toBeLessThanOrEqual(budgetBytes);
    expect(
      languages.filter((language) => language !== 'ru'),
      screen,
    ).toEqual([]);
  }
  expect(scripts.filter(({ text }) => text.includes('ZodError')).map(({ name }) => name)).toEqual([]);
});
