import { utils, write } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { makeXlsx, type SheetCell } from '../../testing/documents/make-xlsx.ts';
import { outline, readBytes, readRefusal } from '../../testing/documents/read-bytes.ts';
import { openArchive } from '../archive/open-archive.ts';
import { openWorkbookParts } from './read-workbook.ts';

const SHEET = 'Лист1';

async function readRows(rows: SheetCell[][], more: { before?: string; after?: string } = {}): Promise<string[]> {
  return outline((await readBytes(makeXlsx([{ name: SHEET, rows, ...more }]), 'a.xlsx')).blocks);
}
const csv = async (text: string) => outline((await readBytes(text, 'a.csv')).blocks);

describe('a price list', () => {
  const rows = [['Прайс-лист на ноябрь'], [], ['Товар', 'Цена', 'Ед.'], ['Кран', 500, 'шт'], ['Труба', 120.5, 'м']];

  it('has a title, names of columns, and rows with their places', async () => {
    const { blocks, language, pages } = await readBytes(makeXlsx([{ name: SHEET, rows }]), 'a.xlsx');
    expect({ language, pages }).toEqual({ language: 'ru', pages: 1 });
    expect(outline(blocks)).toEqual([
      'Прайс-лист на ноябрь',
      '! Товар | Цена | Ед.',
      '| Кран | 500 | шт',
      '| Труба | 120,5 | м',
    ]);
    expect(blocks.at(-1)?.place).toEqual({ sheet: SHEET, row: 4 });
  });

  it('goes on after an empty row, with the heading between', async () => {
    expect(await readRows([...rows, [], ['Мебель'], ['Стол', 4000, 'шт']])).toEqual([
      'Прайс-лист на ноябрь',
      ...['! Товар | Цена | Ед.', '| Кран | 500 | шт', '| Труба | 120,5 | м'],
      ...['! Товар | Цена | Ед.', '| Мебель |  | ', '| Стол | 4000 | шт'],
    ]);
  });

  it('is apart from another table below it', async () => {
    expect((await readRows([...rows, [], ['Город', 'Телефон'], ['Тверь', '+7 900']])).slice(-2)).toEqual([
      '! Город | Телефон',
      '| Тверь | +7 900',
    ]);
  });
});

it('shows figures and dates as their owner sees them', async () => {
  const date = { xml: 's="1"><v>46000</v></c>' };
  const money = { xml: 's="2"><v>1234567.5</v></c>' };
  expect(
    await readRows([
      ['Товар', 'Цена', 'Срок'],
      ['Кран', money, date],
    ]),
  ).toEqual(['! Товар | Цена | Срок', '| Кран | 1\u00a0234\u00a0567,50 | 09.12.2025']);
  expect(
    (
      await readRows([
        ['Item', 'Price', 'Until'],
        ['Tap', money, date],
      ])
    ).at(-1),
  ).toBe('| Tap | 1,234,567.50 | 2025-12-09');
});

it('risk: a workbook with a part that is never handed over (what Excel notes of dynamic formulas) is refused as damaged', async () => {
  const book = utils.book_new();
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([
      ['Товар', 'Цена'],
      ['Ель', 900],
    ]),
    'Прайс',
  );
  const bytes: Buffer = write(book, { type: 'buffer', bookType: 'xlsx' });
  expect((await openArchive(bytes)).names).toContain('xl/metadata.xml');
  expect(outline((await readBytes(bytes, 'a.xlsx')).blocks).join()).toContain('Ель');
});

it('leaves out hidden sheets, columns and rows', async () => {
  const rows = [
    ['Товар', 'Закупка', 'Цена'],
    ['Кран', 300, 500],
    ['Вентиль', 1, 2],
  ];
  const before = '<cols><col min="2" max="2" width="9" hidden="1"/></cols>';
  expect(await readRows(rows, { before })).toEqual(['! Товар | Цена', '| Кран | 500', '| Вентиль | 2']);
  const sheets = [
    { name: 'Цены', rows },
    { name: 'Закупка', rows, isHidden: true },
  ];
  const { blocks, pages } = await readBytes(makeXlsx(sheets), 'a.xlsx');
  expect({ pages, sheets: new Set(blocks.map(({ place }) => place.sheet)) }).toEqual({
    pages: 1,
    sheets: new Set(['Цены']),
  });
});

it('says a merged group in each of its rows, and merged names over each of their columns', async () => {
  const rows = [
    ['Группа', 'Цена', '', 'Срок'],
    ['', 'опт', 'розница', ''],
    ['Краны', 1, 2, 'день'],
    ['', 3, 4, 'два'],
  ];
  const after =
    '<mergeCells count="4"><mergeCell ref="B1:C1"/><mergeCell ref="A1:A2"/><mergeCell ref="D1:D2"/><mergeCell ref="A3:A4"/></mergeCells>';
  expect(await readRows(rows, { after })).toEqual([
    '! Группа | Цена опт | Цена розница | Срок',
    '| Краны | 1 | 2 | день',
    '| Краны | 3 | 4 | два',
  ]);
});

it.each([
  ['Прайс\n\nУслуга;Цена\nСтрижка;900\nОкраска;2500'],
  ['Прайс на ноябрь\nСалон «Локон»\nУслуга\tЦена\nСтрижка\t900\nОкраска\t2500'],
  ['"Прайс"\nУслуга;Цена\nСтрижка;900\nОкраска;2500'],
])('risk: a table as text is taken for sentences below its title: %j', async (text) => {
  expect((await csv(text)).slice(-3)).toEqual(['! Услуга | Цена', '| Стрижка | 900', '| Окраска | 2500']);
});

it('risk: rows lose the names of their columns for a word in them that names columns elsewhere', async () => {
  const rows = Array.from({ length: 60 }, (_, row) => [`Стрижка номер ${row + 1}`, 100 + row]);
  const read = await readRows([['Услуга', 'Цена'], ...rows]);
  expect(read.slice(0, 2)).toEqual(['! Услуга | Цена', '| Стрижка номер 1 | 100']);
});

it('takes no row of values for names', async () => {
  expect(
    await readRows([
      ['Кран', 500],
      ['Труба', 120],
    ]),
  ).toEqual(['| Кран | 500', '| Труба | 120']);
  expect(
    await readRows([
      ['Адрес', 'Москва, Лесная, 5'],
      ['Часы', '9–18'],
      ['Телефон', '+7 900 000-00-00'],
    ]),
  ).toEqual(['| Адрес | Москва, Лесная, 5', '| Часы | 9–18', '| Телефон | +7 900 000-00-00']);
});

it.each(['styles', 'Styles'])(
  'risk: the colours of a workbook cost a hundred times of its cells, in xl/%s.xml',
  async (name) => {
    const book = makeXlsx([{ name: SHEET, rows: [['Кран', { xml: 's="1"><v>5</v></c>' }]] }]).toString('latin1');
    const bytes = Buffer.from(book.replaceAll('xl/styles.xml', `xl/${name}.xml`), 'latin1');
    const { Sheets } = await openWorkbookParts(await openArchive(bytes));
    // A colour that is not found throws within the library: no cell may look for one.
    expect(Sheets[SHEET]?.['!data']?.[0]?.[1]?.s).toEqual({ patternType: 'none' });
  },
);

describe('text between separators', () => {
  it.each([
    ['semicolons', 'Товар;Цена\nКран;500'],
    ['commas', 'Товар,Цена\nКран,500'],
    ['tabs', 'Товар\tЦена\r\nКран\t500\r\n'],
    ['a line that names them', 'sep=;\r\nТовар;Цена\r\nКран;500'],
    ['quotes', '"Товар";"Цена"\n"Кран";"500"'],
    ['a mark of its encoding', '\ufeffТовар;Цена\nКран;500'],
  ])('is divided by %s', async (_name, text) => {
    expect(await csv(text)).toEqual(['! Товар | Цена', '| Кран | 500']);
  });

  it('may hold separators, quotes and lines within quotes', async () => {
    expect(await csv('Товар,Цена\n"Кран, ""шаровой""\nлатунь",500')).toEqual([
      '! Товар | Цена',
      '| Кран, "шаровой"\nлатунь | 500',
    ]);
  });

  it('has no more rows than are filled, however many empty ones stand between them', async () => {
    const { blocks } = await readBytes(`Товар;Цена\nКран;500\n${';\n'.repeat(20_001)}Труба;120\nВентиль;90\n`, 'a.csv');
    expect(outline(blocks)).toContain('| Труба | 120');
    expect(blocks.at(-1)?.place).toEqual({ row: 20_004 });
    expect(await readRefusal('Кран;500\n'.repeat(20_001), 'a.csv')).toBe('too_large');
  });

  it('is a text where nothing is divided', async () => {
    expect(await csv('Доставка бесплатна\nСамовывоз есть')).toEqual(['Доставка бесплатна', 'Самовывоз есть']);
  });
});
