import { expect, it } from 'vitest';
import { measureWidgetWeight } from './widget-weight.ts';

it('the widget stays within its weight: loader 3 kB, everything 20 kB, gzip', async () => {
  const weight = await measureWidgetWeight();
  expect(weight.files.length).toBeGreaterThanOrEqual(2);
  expect(weight).toMatchObject({ isWithinBudget: true });
});
