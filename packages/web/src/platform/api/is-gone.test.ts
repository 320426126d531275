import { expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { isGone } from './is-gone.ts';

it.each([
  [404, true],
  [400, true],
  [403, false],
  [500, false],
])('an answer of %i says that nothing is there: %s', (status, expected) => {
  expect(isGone(new ApiError({ code: 'a', status }))).toBe(expected);
});

it('a lost connection does not say so', () => {
  expect(isGone(new Error('offline'))).toBe(false);
});
