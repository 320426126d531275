import { describe, expect, it } from 'vitest';
import { judgeOrigin } from './origin-rules.ts';

const base = { isReading: false, isOwnPage: false };
const isAllowed = (origin: string | undefined, allowedOrigins: string[], isReading = false) =>
  judgeOrigin({ ...base, origin, allowedOrigins, isReading }).isAllowed;

describe('with a list', () => {
  const list = [
    'https://shop.example',
    '*.wild.example',
    'http://localhost:8080',
    'https://магазин.рф',
    'bare.example',
  ];

  it.each([
    'https://shop.example',
    'https://a.wild.example',
    'http://a.b.wild.example',
    'http://localhost:8080',
    'https://xn--80aairftm.xn--p1ai',
    'https://bare.example',
    'http://bare.example',
  ])('%s is let in', (origin) => {
    expect(isAllowed(origin, list)).toBe(true);
  });

  it.each([
    'http://shop.example',
    'https://shop.example:8443',
    'https://shop.example.evil.example',
    'https://evilshop.example',
    'https://wild.example',
    'https://evilwild.example',
    'https://localhost:8080',
    'http://localhost:8081',
    'https://shop.example/path',
    'https://shop.example@evil.example',
    'null',
    '',
    'file://',
    'javascript:alert(1)',
    'https://shop.example, https://evil.example',
  ])('%s is refused', (origin) => {
    expect(isAllowed(origin, list)).toBe(false);
    expect(isAllowed(origin, list, true)).toBe(false);
  });

  it('a missing Origin may read and not write', () => {
    expect(isAllowed(undefined, list)).toBe(false);
    expect(isAllowed(undefined, list, true)).toBe(true);
  });
});

it('a wildcard over the sites of strangers lets nobody in, even if it stands in the settings', () => {
  const stored = ['*', '*.com', 'https://*.co.uk', '*.github.io', '*.рф', '*.example', '*.'];
  for (const origin of ['https://evil.com', 'https://evil.co.uk', 'https://evil.github.io', 'https://a.b.github.io'])
    expect([origin, isAllowed(origin, stored)]).toEqual([origin, false]);
  for (const origin of ['https://xn--e1aybc.xn--p1ai', 'https://shop.example', 'http://localhost'])
    expect([origin, isAllowed(origin, stored)]).toEqual([origin, false]);
  expect(isAllowed('https://a.me.github.io', ['*.me.github.io'])).toBe(true);
});

it('an empty list lets any site in and echoes it', () => {
  expect(judgeOrigin({ ...base, origin: 'https://any.example', allowedOrigins: [] })).toEqual({
    isAllowed: true,
    allowOrigin: 'https://any.example',
  });
  expect(isAllowed('null', [])).toBe(true);
  expect(isAllowed(undefined, [])).toBe(true);
});

it('an own page is let in whatever the list says', () => {
  const question = { ...base, origin: 'https://otvet.example', allowedOrigins: ['https://shop.example'] };
  expect(judgeOrigin({ ...question, isOwnPage: true }).isAllowed).toBe(true);
  expect(judgeOrigin(question).isAllowed).toBe(false);
});
