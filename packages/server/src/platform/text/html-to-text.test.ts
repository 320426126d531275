import { expect, it } from 'vitest';
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
