import { expect, it } from 'vitest';
import { measureWidgetWeight } from './widget-weight.ts';

it('the widget stays within its weight: loader 3 kB, with the chat 20 kB, what few need 3 kB, gzip', async () => {
  const weight = await measureWidgetWeight();
  const names = weight.files.map(({ name }) => name.replace(/-[\w-]{8}\.js$/, ''));
  expect(names.toSorted()).toEqual([
    'widget-assets/person',
    'widget-assets/teaser',
    'widget-assets/window-en',
    'widget-assets/window-ru',
    'widget.js',
  ]);
  const heavier = Math.max(...weight.files.map(({ gzip }) => gzip));
  expect(weight.totalGzip).toBe(weight.loaderGzip + heavier);
  expect(weight).toMatchObject({ isWithinBudget: true });
});
