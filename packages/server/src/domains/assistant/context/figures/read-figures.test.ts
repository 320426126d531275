import { expect, it } from 'vitest';
import { readFigures, withoutFigures } from './read-figures.ts';

const END = Number.POSITIVE_INFINITY;

it.each([
  ['1 кг', [['mass', 1000, 1000]]],
  ['1,5 т', [['mass', 1_500_000, 1_500_000]]],
  ['100 см', [['length', 1000, 1000]]],
  ['1 час', [['time', 60, 60]]],
  ['2 кВт', [['power', 2000, 2000]]],
  ['45 м2, 30 кв. м', [...[['area', 45, 45]], ['area', 30, 30]]],
  ['0,1 кг', [['mass', 100, 100]]],
  ['от 500 г до 1 кг', [['mass', 500, 1000]]],
  ['10кг-30кг', [['mass', 10_000, 30_000]]],
  ['от 10 человек до 20 человек', [['people', 10, 20]]],
  ['до 1 500 кг', [['mass', 0, 1_500_000]]],
  ['1 000–2 000 м', [['length', 1_000_000, 2_000_000]]],
  ['up to 1,500 kg', [['mass', 0, 1_500_000]]],
  ['over 15000 kg', [['mass', 15_000_000, END]]],
  ['1,500 кг', [['mass', 1500, 1500]]],
  ['10+ items', [['pieces', 10, END]]],
  ['R13–R15', [['radius', 13, 15]]],
  ['радиус 16', [['radius', 16, 16]]],
  ['радиус 5 км', [['distance', 5, 5]]],
])('«%s» is read in the smallest unit of its kind', (text, figures) => {
  expect(readFigures(text).map(({ kind, min, max }) => [kind, min, max])).toEqual(figures);
});

it.each([
  ['до 5 кг — 1500', ['до 5 кг', '1500']],
  ['12 128 Гб', ['12', '128 ']],
  ['R16 200 ₽', ['r16', '200']],
  ['R14 — 2000 ₽', ['r14', '2000']],
  ['R16 — 2 400 ₽', ['r16', '2', '400']],
  ['зал 3 этаж до 20 человек', ['3 ', 'до 20 человек']],
  ['от 6 мес. до 3 лет', ['от 6 мес', 'до 3 лет']],
  ['5 000 ₽', ['5', '000']],
])('risk: «%s» is taken for one figure', (text, said) => {
  expect(readFigures(text).map((figure) => figure.said)).toEqual(said);
});

it.each([
  'до 2015 г.',
  '5 т. р.',
  '20 т. руб.',
  '5 t-shirts',
  '10:30',
  '123456',
  'R5',
  'x5 кг',
  '2026-11-20T10:00',
  'ул. Гагарина 4 кв 7',
])('risk: «%s» is taken for a measure', (text) => {
  expect(readFigures(text).filter(({ kind }) => kind !== undefined)).toEqual([]);
});

it('a text without its figures keeps words that are no units', () => {
  expect(withoutFigures('Redmi 12 128 Гб, 2 кг').replaceAll(/\s+/gu, ' ').trim()).toBe('redmi гб ,');
});
