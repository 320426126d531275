import { expect, it } from 'vitest';
import { readRetryAfter } from './read-retry-after.ts';

const now = new Date('2026-11-20T10:00:00Z');

it.each([
  [{}, null],
  [{ 'retry-after': '1' }, 1000],
  [{ 'retry-after': '600' }, 600_000],
  [{ 'retry-after': '-5' }, null],
  [{ 'retry-after': 'soon' }, null],
  [{ 'retry-after': '1', 'retry-after-ms': '250' }, 250],
  [{ 'retry-after': 'Fri, 20 Nov 2026 10:00:07 GMT' }, 7000],
  [{ 'retry-after': 'Fri, 20 Nov 2026 09:00:00 GMT' }, 0],
] as const)('%j is %s ms', (headers, ms) => {
  expect(readRetryAfter(headers, now)).toBe(ms);
});
