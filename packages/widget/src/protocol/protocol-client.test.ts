import { expect, it } from 'vitest';
import { readRetryAfter, toResult } from './protocol-client.ts';

const answer = (status: number, headers: Record<string, string> = {}) => ({ status, headers: new Headers(headers) });

it.each([
  [202, {}, 'ok'],
  [404, { code: 'widget.token_invalid' }, 'token'],
  [404, { code: 'channels.not_found' }, 'refused'],
  [400, { code: 'request.invalid' }, 'refused'],
  [403, '<html>', 'refused'],
  [413, null, 'refused'],
  [408, {}, 'later'],
  [429, {}, 'later'],
  [500, {}, 'later'],
  [502, '<html>', 'later'],
])('%i %j: %s', (status, body, kind) => {
  expect(toResult(answer(status), body).kind).toBe(kind);
});

it('a proxy that refuses by size alone is understood', () => {
  expect(toResult(answer(413), '<html>')).toEqual({ kind: 'refused', code: 'files.too_large' });
  expect(toResult(answer(413), { code: 'request.too_large' })).toEqual({ kind: 'refused', code: 'request.too_large' });
});

it('Retry-After is believed up to five minutes and only as a number of seconds', () => {
  expect(readRetryAfter(answer(429, { 'Retry-After': '7' }))).toBe(7000);
  expect(readRetryAfter(answer(429, { 'Retry-After': '999999' }))).toBe(300_000);
  for (const value of ['-1', '0', 'soon', 'Wed, 21 Oct 2026 07:28:00 GMT'])
    expect(readRetryAfter(answer(429, { 'Retry-After': value }))).toBeNull();
  expect(readRetryAfter(answer(429))).toBeNull();
});

it('a message waits for as long as the server says, up to an hour, and knows why', () => {
  const later = (seconds: string) =>
    toResult(answer(429, { 'Retry-After': seconds }), { code: 'request.rate_limited' });
  expect(later('540')).toEqual({ kind: 'later', code: 'request.rate_limited', afterMs: 540_000 });
  expect(later('999999')).toMatchObject({ afterMs: 3_600_000 });
});
