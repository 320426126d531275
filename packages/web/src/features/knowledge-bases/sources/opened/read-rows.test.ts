import { expect, it } from 'vitest';
import { cutParts } from './cut-parts.ts';
import { readRows } from './read-rows.ts';

function shown(text: string) {
  const found = readRows(text);
  if (found === null) return null;
  const { above, names, rows } = found;
  const cells = rows.map((row) => row.map((cell) => cell && text.slice(cell.from, cell.to)));
  return [text.slice(above.from, above.to), names, ...cells];
}

it.each([
  ['a row', 'Услуга: Сборка; Цена, ₽: 500', ['', ['Услуга', 'Цена, ₽'], ['Сборка', '500']]],
  [
    'rows below a line, of which one leaves a cell out',
    'Наши цены\nУслуга: Сборка; Цена: 500; Срок: 1 день\nУслуга: Вынос; Цена: 700',
    ['Наши цены', ['Услуга', 'Цена', 'Срок'], ['Сборка', '500', '1 день'], ['Вынос', '700', null]],
  ],
  ['sentences', 'Телефон: 123. Звоните.\nАдрес: Тверь', null],
  ['rows above a sentence', 'Услуга: Сборка; Цена: 500\nВсе цены без материалов.', null],
])('%s', (_name, text, expected) => {
  expect(shown(text)).toEqual(expected);
});

it('what stands out in a text stands out in the part of it', () => {
  const parts = [
    { text: 'Услуга: ', isSaid: false },
    { text: 'Сборка; Цена: 5', isSaid: true },
    { text: '00', isSaid: false },
  ];
  expect(cutParts(parts, { from: 8, to: 14 })).toEqual([{ text: 'Сборка', isSaid: true }]);
  expect(cutParts(parts, { from: 22, to: 25 })).toEqual([
    { text: '5', isSaid: true },
    { text: '00', isSaid: false },
  ]);
});
