import { describe, expect, it } from 'vitest';
import { makeXlsx, type SheetCell } from '../../testing/documents/make-xlsx.ts';
import { outline, readBytes } from '../../testing/documents/read-bytes.ts';

const sheet = async (...rows: SheetCell[][]) =>
  outline((await readBytes(makeXlsx([{ name: 'Лист1', rows }]), 'a.xlsx')).blocks);
const csv = async (text: string) => outline((await readBytes(text, 'a.csv')).blocks);

describe('prices by amount: the names of the columns are amounts', () => {
  it.each<[string, SheetCell[], SheetCell[][]]>([
    [
      'of one unit',
      ['Вид визиток', '100 шт', '500 шт', '1000 шт'],
      [
        ['Стандарт', '450 ₽', '1500 ₽', '2400 ₽'],
        ['Пластиковые', 800, 7200, 'по запросу'],
      ],
    ],
    ['from and to', ['Размер', 'до 10', '10–50', 'от 50'], [['А4', 40, 35, 30]]],
    ['from and to, with units', ['Ткань', 'до 10 м', '10-50 м', 'свыше 50 м'], [['Лён', '900 руб.', 850, 800]]],
    ['alone, behind a name of a column', ['Тираж', 100, 500, 1000], [['Листовка', 900, 2500, 4100]]],
    ['beside words', ['Товар', 'Цена за штуку', 'от 10 шт'], [['Ручка', 20, 15]]],
    [
      'above figures with other units',
      ['Зона', 'до 5 кг', '5–10 кг'],
      [
        ['Центр', '2 дня', '3 дня'],
        ['Область', '4 дня', '5 дней'],
      ],
    ],
    [
      'without a name above the names',
      ['', '100 шт', '500 шт'],
      [
        ['Стандарт', 450, 1500],
        ['Лён', 900, 3000],
      ],
    ],
  ])('%s', async (_, names, rows) => {
    expect((await sheet(['Цены'], names, ...rows))[1]).toBe(`! ${names.join(' | ')}`);
    const text = [names, ...rows].map((row) => row.join(';')).join('\n');
    expect((await csv(text))[0]).toBe(`! ${names.join(' | ')}`);
  });

  it.each<[string, SheetCell[][]]>([
    [
      'sizes',
      [
        ['Кран', '15 мм', '500 ₽'],
        ['Труба', '20 мм', '700 ₽'],
      ],
    ],
    [
      'hours',
      [
        ['Понедельник', '9–18'],
        ['Суббота', '10–16'],
      ],
    ],
    [
      'prices from',
      [
        ['Стрижка', 'от 900'],
        ['Укладка', '700'],
        ['Окраска', '2500'],
      ],
    ],
    [
      'two prices from',
      [
        ['Стрижка', 'от 900', 'от 1200'],
        ['Укладка', '700', '900'],
      ],
    ],
    [
      'a thing',
      [
        ['Вес', '500 г'],
        ['Калории', '250'],
      ],
    ],
    [
      'a thing and its units',
      [
        ['Вес', '500 г', 'нетто'],
        ['Калории', '250', 'на порцию'],
      ],
    ],
    [
      'time and price',
      [
        ['Стрижка', '30 мин', '900'],
        ['Окраска', '2 ч', '2500'],
      ],
    ],
    [
      'plain figures',
      [
        ['Лендинг', 3000, 5000],
        ['Магазин', 9000, 15_000],
      ],
    ],
    [
      'stock',
      [
        ['Гвозди', '100 шт', '5 уп'],
        ['Болты', '50 шт', '3 уп'],
      ],
    ],
  ])('risk: the first row of a table without names is lost as names: %s', async (_, rows) => {
    expect(await sheet(...rows)).toEqual(rows.map((row) => `| ${row.join(' | ')}`));
  });

  it('risk: names that are said again below go out as a row of values', async () => {
    expect(
      await sheet(
        ['Визитки', '100 шт', '500 шт'],
        ['Стандарт', 450, 1500],
        ['Лён', 900, 3000],
        ['Листовки', '100 шт', '500 шт'],
        ['А5', 600, 1900],
      ),
    ).toEqual([
      '! Визитки | 100 шт | 500 шт',
      '| Стандарт | 450 | 1500',
      '| Лён | 900 | 3000',
      '! Листовки | 100 шт | 500 шт',
      '| А5 | 600 | 1900',
    ]);
    expect(await csv('Товар;Цена\nКран;500\nТовар;Цена\nЛюк;900')).toEqual([
      '! Товар | Цена',
      '| Кран | 500',
      '! Товар | Цена',
      '| Люк | 900',
    ]);
  });
});

describe('rows of one product below its name', () => {
  const names = ['Наименование', 'Формат', 'Тираж', 'Цена, ₽'];

  it('are said with it', async () => {
    const rows = [
      names,
      ['Буклет', 'А4', 500, 8900],
      ['', 'А4', 1000, 13_400],
      ['Плакат', 'А2', 1, 350],
      ['', 'А1', 1, 620],
    ];
    const said = [
      '! Наименование | Формат | Тираж | Цена, ₽',
      '| Буклет | А4 | 500 | 8900',
      '| Буклет | А4 | 1000 | 13400',
      '| Плакат | А2 | 1 | 350',
      '| Плакат | А1 | 1 | 620',
    ];
    expect(await sheet(...rows)).toEqual(said);
    expect(await csv(rows.map((row) => row.join(';')).join('\n'))).toEqual(said);
  });

  it('are said with it behind numbers, and in a table without names', async () => {
    expect((await csv('№;Товар;Вес;Цена\n1;Торт;1 кг;900\n;;2 кг;1700')).at(-1)).toBe('|  | Торт | 2 кг | 1700');
    expect((await csv('Торт;1 кг;900 ₽\n;2 кг;1700 ₽')).at(-1)).toBe('| Торт | 2 кг | 1700 ₽');
    expect((await csv('Категория;Название;Цена\nПироги;С мясом;500\n;С вишней;450')).at(-1)).toBe(
      '| Пироги | С вишней | 450',
    );
  });

  it.each<[string, string, string]>([
    ['behind an empty row', 'Товар;Вес;Цена\nТорт;1 кг;900\n\n;2 кг;1700', '|  | 2 кг | 1700'],
    ['behind a heading', 'Товар;Вес;Цена\nТорт;1 кг;900\nПироги;;\n;2 кг;1700', '|  | 2 кг | 1700'],
    ['behind a heading in another column', 'Товар;Вес;Цена\nТорт;1 кг;900\n;Пироги;\n;2 кг;1700', '|  | 2 кг | 1700'],
    ['a sum', 'Товар;Вес;Цена\nТорт;1 кг;900\n;Итого;900', '|  | Итого | 900'],
    ['a note', 'Товар;Вес;Срок;Цена\nТорт;1 кг;2 дня;900\n;;;* под заказ', '|  |  |  | * под заказ'],
    ['no price', 'Имя;Должность;Телефон\nИван;Врач;84951112233\n;Охрана;84951112234', '|  | Охрана | 84951112234'],
    ['no name', 'Номер;Вес;Цена\n17;1 кг;900\n;2 кг;1700', '|  | 2 кг | 1700'],
    ['a mark', 'Акция;Товар;Цена\nХит;Торт;900\n;Пирог;500', '|  | Пирог | 500'],
    ['a long text', `Товар;Вес;Цена\n${'Торт '.repeat(30)};1 кг;900\n;2 кг;1700`, '|  | 2 кг | 1700'],
    ['a question', 'Вопрос;Ответ;Цена\nЕсть торт?;Да;900\n;И пирог;500', '|  | И пирог | 500'],
  ])('risk: a row gets the name of another: %s', async (_, text, last) => {
    expect((await csv(text)).at(-1)).toBe(last);
  });

  it('risk: the row of a hidden name gets the name above that', async () => {
    const rows = ['<row r="1">', '<row r="2">', '<row r="3" hidden="1">', '<row r="4">'];
    const texts = [
      ['Товар', 'Цена, ₽', 'Вес'],
      ['Торт', '900', '1 кг'],
      ['Пирог', '500', '1 кг'],
      ['', '950', '2 кг'],
    ];
    const cell = (text: string, place: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
    const data = rows.map(
      (row, at) =>
        `${row}${(texts[at] ?? []).map((text, column) => cell(text, `${'ABC'[column]}${at + 1}`)).join('')}</row>`,
    );
    const book = makeXlsx([{ name: 'Лист1', rows: [], data: data.join('') }]);
    expect(outline((await readBytes(book, 'a.xlsx')).blocks).at(-1)).toBe('|  | 950 | 2 кг');
  });
});
