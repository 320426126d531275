import { expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { isRefusal } from './is-refusal.ts';

it.each([
  [400, 'knowledge.header_missing', true],
  [502, 'knowledge.link_unreachable', true],
  [0, 'auth.network', false],
  [0, 'auth.timeout', false],
  [504, 'internal', false],
  [200, 'wrong_response_from_server', false],
])('risk: a change that may have been made is called refused: %i %s', (status, code, isRefused) => {
  expect(isRefusal(new ApiError({ status, code }))).toBe(isRefused);
});

it('what is no answer of the server is no refusal', () => {
  expect(isRefusal(new TypeError('network'))).toBe(false);
});
