import { describe, expect, it } from 'vitest';
import { htmlToText } from './html-to-text.ts';

it.each([
  ['<p>Hello</p>\n<p>Two<br>three</p>', 'Hello\n\nTwo\nthree'],
  ['<p>a &lt; b &amp; c&nbsp;d &#128512; &#x41;</p>', 'a < b & c d 😀 A'],
  ['<ul><li>one</li><li>two</li></ul>', '• one\n\n• two'],
  [
    '<p>See <a href="https://shop.example/a?x=1&amp;y=2">the shop</a></p>',
    'See the shop (https://shop.example/a?x=1&y=2)',
  ],
  ['<p><a href="https://shop.example">https://shop.example</a></p>', 'https://shop.example'],
  ['<p>seen<!-- hidden <b>x</b> --> again</p>', 'seen again'],
  ['<p>open<!-- never closed</p>', 'open'],
])('%s', (html, text) => {
  expect(htmlToText(html).text).toBe(text);
});

it.each(['a < b && c > d', 'what does <b> mean?', 'fish &amp; chips', '<3', '<p unfinished', ' two  spaces '])(
  'leaves plain text alone: %s',
  (text) => {
    expect(htmlToText(text)).toEqual({ text, images: [] });
  },
);

it('gives the pictures apart from the words', () => {
  expect(htmlToText('<p>Look</p><img class="x" src="https://files.example/a.png?a=1&amp;b=2">')).toEqual({
    text: 'Look',
    images: ['https://files.example/a.png?a=1&b=2'],
  });
});

it('keeps a reference to no character as it stands', () => {
  expect(htmlToText('<p>&#0; &#9999999; &nosuch;</p>').text).toBe('&#0; &#9999999; &nosuch;');
});

describe('risk: one page holds the process for a minute', () => {
  const repeat = (text: string) => text.repeat(Math.ceil(1_500_000 / text.length));
  const many = Math.ceil(1_500_000 / 18);
  const benign = `<p>${repeat('three plain words ')}</p>`;

  /** The least of three: the collector may work in any one of them. */
  function processorMs(html: string): number {
    const tries = Array.from({ length: 3 }, () => {
      const begin = process.cpuUsage();
      htmlToText(html);
      const { user, system } = process.cpuUsage(begin);
      return (user + system) / 1000;
    });
    return Math.min(...tries);
  }

  it.each([
    ['links one after another', repeat('<a href="u:1">x</a>')],
    ['links within links', `${'<a href="u:1">'.repeat(many)}x${'</a>'.repeat(many)}`],
    ['ends of links', `<a href="u:1">${repeat('x</a>')}`],
    ['a long address and long words', `<a href="b${'a'.repeat(500_000)}">${'a'.repeat(1_000_000)}</a>`],
    ['comments', repeat('<!--')],
    ['lines', repeat('<br>')],
    ['spaces', repeat(' ')],
    ['open tags', repeat('<')],
    ['characters by name', repeat('&amp')],
  ])('%s', (_name, inner) => {
    expect(processorMs(`<p>${inner}</p>`)).toBeLessThan(30 * processorMs(benign) + 300);
  });
});

it('a link within a link ends the first one; a link without an end has none', () => {
  expect(htmlToText('<p><a href="u:1">one <a href="u:2">two</a> three</a></p>').text).toBe('one  (u:1)two (u:2) three');
  expect(htmlToText('<p><a href="u:1">one</p>').text).toBe('one');
});
