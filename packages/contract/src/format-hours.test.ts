import { expect, it } from 'vitest';
import { formatHours } from './format-hours.ts';

it('a week is seven days, a day is its hours', () => {
  expect([168, 24, 48, 12].map((hours) => formatHours(hours, 'ru'))).toEqual([
    '7 дней',
    '24 часа',
    '2 дня',
    '12 часов',
  ]);
  expect(formatHours(168, 'en')).toBe('7 days');
});
