import fc from 'fast-check';
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

it('a zone is a zone in capitals of any script: no site of a stranger is let in by it', () => {
  const ending = fc.constantFrom(
    'com',
    'co.uk',
    'github.io',
    'рф',
    'рус',
    'спб.рус',
    'москва',
    'бел',
    'ελ',
    'გე',
    '中国',
  );
  // With a figure: `спб.рус` is a zone itself.
  const label = fc.stringMatching(/^[a-zа-я]{1,8}77$/);
  const written = (text: string) =>
    fc
      .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
      .map((loud) => [...text].map((letter, at) => (loud[at] ? letter.toUpperCase() : letter)).join(''));
  const cases = fc.tuple(ending, label, fc.constantFrom('', 'https://')).chain(([zone, stranger, scheme]) =>
    fc.record({
      pattern: written(`${scheme}*.${zone}`),
      stranger: fc.constant(new URL(`https://${stranger}.${zone}`)),
    }),
  );
  fc.assert(
    fc.property(cases, ({ pattern, stranger }) => {
      expect([pattern, isAllowed(stranger.origin, [pattern])]).toEqual([pattern, false]);
      expect(isAllowed(`https://a.${stranger.host}`, [`*.${stranger.host.toUpperCase()}`])).toBe(true);
    }),
    { numRuns: 500 },
  );
});

it('a stored pattern is judged by the name that a browser makes of it', () => {
  const odd = [
    '*.github\u3002io',
    '*.git\u00adhub.io',
    '*.ｇｉｔｈｕｂ.io',
    '*.com.',
    '*.a b',
    '*.%63om',
    '*.user@com',
  ];
  for (const pattern of odd)
    for (const origin of ['https://evil.github.io', 'https://evil.com', 'https://evil.com.'])
      expect([pattern, origin, isAllowed(origin, [pattern])]).toEqual([pattern, origin, false]);
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
