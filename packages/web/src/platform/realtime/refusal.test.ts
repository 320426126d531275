import { expect, it } from 'vitest';
import { pauseOf, readRefusal } from './refusal.ts';

const refused = (data: unknown) => Object.assign(new Error('refused'), { data });

it('a refusal with a wait says of what there are too many', () => {
  expect(readRefusal(refused({ retryAfter: 60, crowd: 'windows' }))).toEqual({ seconds: 60, crowd: 'windows' });
  expect(readRefusal(refused({ retryAfter: 7, crowd: 'network' }))).toEqual({ seconds: 7, crowd: 'network' });
});

it('a refusal without a wait is about the token', () => {
  for (const data of [undefined, null, 'text', {}, { retryAfter: '60' }, { code: 'auth.required' }]) {
    expect(readRefusal(refused(data))).toBeUndefined();
  }
  expect(readRefusal(new Error('closed'))).toBeUndefined();
});

it('the pause is never shorter than what the server asks', () => {
  const refusal = { seconds: 60, crowd: 'windows' } as const;
  expect(pauseOf(refusal, () => 0)).toBe(60_000);
  expect(pauseOf(refusal, () => 1)).toBe(90_000);
});
