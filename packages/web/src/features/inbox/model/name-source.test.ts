import { expect, it } from 'vitest';
import { nameSource, nameSources, shortenName } from './name-source.ts';

it.each([
  ['a pair', { title: 'Сколько стоит доставка?' }, 'Сколько стоит доставка?'],
  [
    'a file whose hint others have too',
    { title: 'Мебель «Дом» › Цены', sourceName: 'Прайс 2026.xlsx', heading: 'Цены' },
    'Прайс 2026.xlsx › Цены',
  ],
  ['a file without headings', { title: 'Мебель «Дом» › Заметки', sourceName: 'Заметки.txt' }, 'Заметки.txt'],
  ['a page whose heading is its name', { title: 'Доставка', sourceName: 'Доставка', heading: 'Доставка' }, 'Доставка'],
])('%s', (_name, source, expected) => {
  expect(nameSource(source)).toBe(expected);
});

it('risk: several places of one file with a long name look alike', () => {
  const sourceName = 'Прайс-лист на перевозки по Москве и области 2026.xlsx';
  const named = nameSources([
    { title: '', sourceName, heading: 'Газели' },
    { title: '', sourceName },
    { title: '', sourceName },
    { title: 'Есть ли грузчики?' },
  ]);
  expect(named.map(({ name, heading, number, all }) => [shortenName(name), heading, number, all])).toEqual([
    ['Прайс-лист на перевозки…ти 2026.xlsx', 'Газели', 1, 1],
    ['Прайс-лист на перевозки…ти 2026.xlsx', '', 1, 2],
    ['Прайс-лист на перевозки…ти 2026.xlsx', '', 2, 2],
    ['Есть ли грузчики?', '', 1, 1],
  ]);
});
