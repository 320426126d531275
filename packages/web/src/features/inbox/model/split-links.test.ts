import { expect, it } from 'vitest';
import { splitLinks } from './split-links.ts';

it('addresses become links without the punctuation around them', () => {
  const parts = splitLinks('См. https://dom.example/a?b=1&c=2, (http://x.example).');
  expect(parts.filter(({ href }) => href !== null).map(({ href }) => href)).toEqual([
    'https://dom.example/a?b=1&c=2',
    'http://x.example',
  ]);
  expect(parts.map(({ text }) => text).join('')).toBe('См. https://dom.example/a?b=1&c=2, (http://x.example).');
});

it.each(['javascript:alert(1)', 'data:text/html,<b>', '<img src=x onerror=alert(1)>', 'vbscript:x', 'https://'])(
  '%s never becomes a link',
  (text) => {
    expect(splitLinks(text).every(({ href }) => href === null)).toBe(true);
  },
);
