import { expect, it } from 'vitest';
import { splitSaid } from './split-said.ts';

it.each([
  ['one sentence. another. a third', 'another.', ['another.']],
  ['a\nb\nc\nd', 'b\nd', ['b', 'd']],
  ['all of it', 'all of it', ['all of it']],
  ['nothing of it', 'else', []],
  ['no words', '', []],
])('%s: %s', (passage, words, said) => {
  const parts = splitSaid(passage, words);
  expect(parts.map(({ text }) => text).join('')).toBe(passage);
  expect(parts.filter(({ isSaid }) => isSaid).map(({ text }) => text)).toEqual(said);
});
