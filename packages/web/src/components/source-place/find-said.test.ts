import { expect, it } from 'vitest';
import { findSaid, placeOfSaid } from './find-said.ts';

const TABLE = 'Услуга: Сборка; Цена: 500\nУслуга: Подъём; Цена: 900\nУслуга: Вынос; Цена: 700';

it.each([
  ['a row of a table', TABLE, 'Услуга: Подъём; Цена: 900', 'Услуга: Подъём; Цена: 900'],
  ['a row as it is said', TABLE, 'Подъём — цена: 900', 'Услуга: Подъём; Цена: 900'],
  [
    'a row as it is said below its section',
    'Категория: Пироги; Название: С мясом; Цена: 610\nКатегория: Торты; Название: С мясом; Цена: 900',
    'Торты: С мясом — цена: 900',
    'Категория: Торты; Название: С мясом; Цена: 900',
  ],
  [
    'a row that is called as in another section',
    'Категория: Пироги; Название: С мясом; Цена: 610\nКатегория: Слойки; Название: С мясом; Цена: 610',
    'Слойки: С мясом — цена: 610',
    'Категория: Слойки; Название: С мясом; Цена: 610',
  ],
  [
    'a row as it is said below two sections',
    'Раздел: Еда; Вид: Пироги; Название: С мясом; Цена: 610\nРаздел: Еда; Вид: Торты; Название: С мясом; Цена: 900',
    'Еда: Торты: С мясом — цена: 900',
    'Раздел: Еда; Вид: Торты; Название: С мясом; Цена: 900',
  ],
  [
    'a row of a section that is called as it is',
    'Раздел: Доставка; Услуга: Доставка; Цена: 300 ₽\nРаздел: Доставка; Услуга: Подъём; Цена: 500 ₽',
    'Доставка — цена: 300 ₽',
    'Раздел: Доставка; Услуга: Доставка; Цена: 300 ₽',
  ],
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

const PLACE = { sheet: 'Цены', row: 4, lastRow: 9, lineRows: [4, 6, 9] };

it.each([
  ['one row', TABLE, 'Услуга: Подъём; Цена: 900', PLACE, { ...PLACE, row: 6, lastRow: undefined }],
  ['two rows', TABLE, 'Услуга: Подъём; Цена: 900\nУслуга: Вынос; Цена: 700', PLACE, { ...PLACE, row: 6 }],
  ['a part of a row', TABLE, 'Сборка', PLACE, { ...PLACE, lastRow: undefined }],
  ['all of it', TABLE, TABLE, PLACE, PLACE],
  ['a source read before rows were noted', TABLE, 'Сборка', { row: 4, lastRow: 9 }, { row: 4, lastRow: 9 }],
  ['a row with lines of its own', `Цены\nноября\n${TABLE}`, 'Сборка', PLACE, PLACE],
])('the place of %s', (_what, text, shown, place, expected) => {
  expect(placeOfSaid({ text, place }, shown)).toEqual(expected);
});
