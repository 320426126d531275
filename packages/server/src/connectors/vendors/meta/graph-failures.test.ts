import { expect, it } from 'vitest';
import { type GraphTable, readGraphFailure } from './graph-failures.ts';

const refuse = (error: object, fields: object = {}, table?: GraphTable) => {
  const answer = { status: 400, headers: {}, body: { error: { message: 'made up', ...error } }, isEffect: true };
  return readGraphFailure({ ...answer, ...fields }, table);
};

it.each([
  [1, 'retry', 'vendor_error'],
  [2, 'retry', 'vendor_error'],
  [4, 'rate-limited', 'rate_limited'],
  [17, 'rate-limited', 'rate_limited'],
  [32, 'rate-limited', 'rate_limited'],
  [200, 'unauthorized', 'no_rights'],
])('the code %i means the same for every product', (code, kind, reason) => {
  expect(refuse({ code })).toMatchObject({ kind, reason });
});

it('risk: a pause that the status asks for is lost because the code says nothing of it', () => {
  const headers = { 'retry-after': '7' };
  for (const code of [7777, 190])
    expect(refuse({ code }, { status: 429, headers })).toMatchObject({ kind: 'rate-limited', retryAfterMs: 7000 });
});

it('risk: a message is sent twice because its call answered with an error and success', () => {
  for (const status of [200, 299]) {
    expect(refuse({ code: 190 }, { status })).toMatchObject({ kind: 'unknown', reason: 'garbage_answer' });
    expect(refuse({ code: 190 }, { status, isEffect: false })).toMatchObject({ kind: 'retry' });
  }
  expect(refuse({ code: 190 }, { status: 300 })).toMatchObject({ kind: 'unauthorized' });
});

it('what is said beside the code may be wrong', () => {
  const fields = { error_subcode: 'x', message: 7, is_transient: 'no' };
  expect(refuse({ code: 190, ...fields })).toMatchObject({ kind: 'unauthorized', reason: 'token_revoked' });
  expect(refuse({ code: 7777, ...fields })).toMatchObject({ kind: 'rejected', reason: 'refused' });
  expect(refuse({ code: 7777, is_transient: false })).toMatchObject({ kind: 'rejected', reason: 'refused' });
});

it('a failure that no code explains is of the platform from 500 on', () => {
  expect(refuse({ code: 7777 }, { status: 499 })).toMatchObject({ kind: 'rejected' });
  expect(refuse({ code: 7777 }, { status: 500 })).toMatchObject({ kind: 'retry', reason: 'vendor_error' });
});
