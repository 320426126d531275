import { expect, it } from 'vitest';
import { splitLinks } from './split-links.ts';

const linksOf = (text: string) => splitLinks(text).flatMap(({ href }) => (href === null ? [] : [href]));

it.each([
  ['см. https://shop.example/a?b=1.', ['https://shop.example/a?b=1']],
  [
    '(https://ru.wikipedia.org/wiki/Диван_(мебель))',
    ['https://ru.wikipedia.org/wiki/%D0%94%D0%B8%D0%B2%D0%B0%D0%BD_(%D0%BC%D0%B5%D0%B1%D0%B5%D0%BB%D1%8C)'],
  ],
  ['www.shop.example', ['https://www.shop.example/']],
  ['пишите anna@mail.ru, или +7 910 555-01-42', ['mailto:anna@mail.ru', 'tel:+79105550142']],
  ['tel:+79105550142', ['tel:+79105550142']],
])('%s', (text, links) => {
  expect(linksOf(text)).toEqual(links);
});

it.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)//https',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'https://',
  'https://shop.example@evil.example/',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:1)',
])('%s never becomes a link with another scheme or a hidden host', (text) => {
  for (const href of linksOf(text)) expect(href).toMatch(/^(https?|mailto|tel):/);
  expect(linksOf(text)).not.toContain('https://evil.example/');
});

it('nothing of the text is lost and a link shows what was written', () => {
  const text = 'a https://x.example/(1), b\n«www.y.example» z@y.example! ';
  const parts = splitLinks(text);
  expect(parts.map((part) => part.text).join('')).toBe(text);
  expect(parts.filter(({ href }) => href !== null).map((part) => part.text)).toEqual([
    'https://x.example/(1)',
    'www.y.example',
    'z@y.example',
  ]);
});

it('long and strange texts are cut whole and without getting stuck', () => {
  for (const text of [
    'x'.repeat(1_000_000),
    'a@'.repeat(50_000),
    '+7 '.repeat(50_000),
    'www.'.repeat(50_000),
    '😀'.repeat(65_536),
  ])
    expect(
      splitLinks(text)
        .map((part) => part.text)
        .join('') === text,
    ).toBe(true);
});
