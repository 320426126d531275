import { expect, it } from 'vitest';
import { findSaid } from './find-said.ts';

const TABLE = 'Услуга: Сборка; Цена: 500\nУслуга: Подъём; Цена: 900\nУслуга: Вынос; Цена: 700';

it.each([
  ['a row of a table', TABLE, 'Услуга: Подъём; Цена: 900', 'Услуга: Подъём; Цена: 900'],
  ['a row as it is said', TABLE, 'Подъём — цена: 900', 'Услуга: Подъём; Цена: 900'],
  ['a sentence', 'Возим по городу. Подъём платный. Звоните.', 'Подъём платный.', 'Подъём платный.'],
  [
    'two rows among other words',
    TABLE,
    `Вот цены:\n${TABLE.slice(0, 25)}\nУслуга: Вынос; Цена: 700`,
    'Услуга: Сборка; Цена: 500\nУслуга: Вынос; Цена: 700',
  ],
  ['words of a model', TABLE, 'Подъём стоит 900 ₽.', TABLE],
  ['nothing', TABLE, '', TABLE],
])('%s', (_what, passage, said, shown) => {
  expect(findSaid(passage, said)).toBe(shown);
});
