import { expect, it } from 'vitest';
import { readLinks } from './read-links.ts';

it('a link of a text is found among its words', () => {
  expect(readLinks('Откройте [@BotFather](https://t.me/BotFather) и отправьте /newbot.')).toEqual([
    { words: 'Откройте ', url: null },
    { words: '@BotFather', url: 'https://t.me/BotFather' },
    { words: ' и отправьте /newbot.', url: null },
  ]);
  expect(readLinks('[один](https://a.example)[два](https://b.example)')).toEqual([
    { words: 'один', url: 'https://a.example' },
    { words: 'два', url: 'https://b.example' },
  ]);
});

it.each([
  '',
  'Без ссылок.',
  '[слова] (в скобках)',
  '[x](javascript:alert(1))',
  '[x](http://plain.example)',
  '[x](//y.z)',
])('what is no https link stays words: %s', (text) => {
  expect(readLinks(text)).toEqual(text === '' ? [] : [{ words: text, url: null }]);
});
