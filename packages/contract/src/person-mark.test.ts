import { expect, it } from 'vitest';
import { colorIndexOf, initialsOf, personColors } from './person-mark.ts';

it.each([
  ['Анна Котова', 'АК'],
  ['анна', 'А'],
  ['Anna Maria von Berg', 'AM'],
  ['  «Ольга» (магазин)', 'ОМ'],
  ['7-й отдел', '7Й'],
  ['😀', '?'],
  ['', '?'],
])('%s is marked %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

it('a name keeps its colour, and names share all of them out', () => {
  const names = Array.from({ length: 300 }, (_, at) => `Person ${at}`);
  expect(new Set(names.map(colorIndexOf)).size).toBe(personColors.length);
  expect(colorIndexOf('Анна Котова')).toBe(colorIndexOf('Анна Котова'));
});
