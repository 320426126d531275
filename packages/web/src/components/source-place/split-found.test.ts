import { expect, it } from 'vitest';
import { splitFound } from './split-found.ts';

it.each([
  ['Полировка стола. Без полировки.', 'ПОЛИРОВК', ['Полировк', 'полировк']],
  ['Полировка стола', ' стола ', ['стола']],
  ['Полировка стола', '', []],
  ['Полировка стола', 'кран', []],
  ['İstanbul стола', 'стола', []],
])('%s: %s', (text, search, found) => {
  const parts = splitFound(text, search);
  expect(parts.map((part) => part.text).join('')).toBe(text);
  expect(parts.filter(({ isSaid }) => isSaid).map((part) => part.text)).toEqual(found);
});
