import { expect, it } from 'vitest';
import { nameSource } from './name-source.ts';

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
