import { expect, it } from 'vitest';
import { describePlace } from './describe-place.ts';

const t = (key: string, values: object = {}) => [key.split('.').at(-1), ...Object.values(values)].join(' ');

it.each([
  [{}, ''],
  [{ page: 3 }, 'page 3'],
  [{ row: 12 }, 'row 12'],
  [{ sheet: 'Цены', row: 12 }, 'sheet Цены, row 12'],
  [{ sheet: 'Цены', row: 4, lastRow: 6 }, 'sheet Цены, rows 4 6'],
])('%j is said as %s', (place, said) => {
  expect(describePlace(place, t)).toBe(said);
});
