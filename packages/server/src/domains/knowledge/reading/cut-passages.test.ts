import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { retrievalLimits } from '../retrieval/limits.ts';
import { cutPassages } from './cut-passages.ts';
import type { DocumentBlock } from './document.ts';
import { countWords } from './passages/cut-text.ts';

const place = {};
const heading = (level: number, text: string): DocumentBlock => ({ kind: 'heading', level, text, place });
const paragraph = (text: string): DocumentBlock => ({ kind: 'paragraph', text, place });
const sentences = (count: number, word = 'слово') =>
  Array.from({ length: count }, (_, at) => `В предложении ${at} есть ${word} и ещё пять других слов.`).join(' ');

it('gives each subject a piece of its own, with the headings above it', () => {
  const passages = cutPassages({
    blocks: [
      heading(1, 'Помощь'),
      paragraph('Мы отвечаем каждый день.'),
      heading(2, 'Доставка'),
      paragraph('По городу бесплатно.'),
      paragraph('За город 500 ₽.'),
      heading(3, 'Самовывоз'),
      paragraph('На Лесной, 5.'),
      heading(2, 'Оплата'),
      paragraph('Картой.'),
    ],
  });
  expect(passages.map(({ trail, text }) => [trail.join(' > '), text])).toEqual([
    ['Помощь', 'Мы отвечаем каждый день.'],
    ['Помощь > Доставка', 'По городу бесплатно.\nЗа город 500 ₽.'],
    ['Помощь > Доставка > Самовывоз', 'На Лесной, 5.'],
    ['Помощь > Оплата', 'Картой.'],
  ]);
});

it('a heading without a text is a piece, one with a text below it is not', () => {
  const blocks = [heading(1, 'Контакты'), heading(2, 'Телефон +7 900'), heading(2, 'Адрес'), paragraph('Лесная, 5.')];
  expect(cutPassages({ blocks }).map(({ trail, text }) => [...trail, text])).toEqual([
    ['Контакты', 'Телефон +7 900'],
    ['Контакты', 'Адрес', 'Лесная, 5.'],
  ]);
});

it('divides a long text between its sentences into parts of nearly the same size', () => {
  const passages = cutPassages({ blocks: [paragraph(sentences(30))] });
  expect(passages.length).toBeGreaterThan(1);
  for (const { text } of passages) {
    expect(text).toMatch(/слов\.$/);
    expect(countWords(text)).toBeGreaterThanOrEqual(60);
    expect(countWords(text)).toBeLessThanOrEqual(180);
  }
});

it('does not divide a text at short words with a point', () => {
  const text = `${sentences(17)} Склад находится по адресу г. Москва, ул. Лесная, д. 5. ${sentences(17, 'дело')}`;
  const parts = cutPassages({ blocks: [paragraph(text)] }).map((passage) => passage.text);
  expect(parts.filter((part) => part.includes('г. Москва, ул. Лесная, д. 5.'))).toHaveLength(1);
});

it('keeps a list whole with the line that leads to it', () => {
  const items = Array.from({ length: 10 }, (_, at) => `способ оплаты номер ${at} со своими условиями и сроками`);
  const blocks: DocumentBlock[] = [paragraph(sentences(10)), paragraph('Способы:'), { kind: 'list', items, place }];
  const found = cutPassages({ blocks }).filter(({ text }) => text.includes('способ оплаты'));
  expect(found).toHaveLength(1);
  expect(found[0]?.text).toMatch(/^Способы:\n• способ оплаты номер 0/);
});

describe('a table', () => {
  const header = ['Товар', 'Цена', 'Срок'];

  it('that is short stays whole, a row to a line, with the names of its columns', () => {
    const rows = [
      ['Кран', '500 ₽', ''],
      ['Труба\nмедная', '120 ₽', 'день'],
    ];
    const blocks: DocumentBlock[] = [
      paragraph('Цены ноября.'),
      { kind: 'table', header, rows, place: { sheet: 'а', row: 2 } },
    ];
    expect(cutPassages({ blocks })).toEqual([
      {
        trail: [],
        text: 'Цены ноября.\nТовар: Кран; Цена: 500 ₽\nТовар: Труба медная; Цена: 120 ₽; Срок: день',
        place,
      },
    ]);
  });

  it('risk: a price is told to stand in the row of the title above it', () => {
    const rows = [
      ['Стрижка', '900 ₽', 'час'],
      ['Укладка', '700 ₽', 'час'],
    ];
    const title: DocumentBlock = { kind: 'paragraph', text: 'Прайс', place: { sheet: 'Стрижки', row: 1 } };
    const table: DocumentBlock = { kind: 'table', header, rows, place: { sheet: 'Стрижки', row: 4 } };
    const single: DocumentBlock = { ...table, rows: rows.slice(0, 1) };
    const placesOf = (...blocks: DocumentBlock[]) => cutPassages({ blocks }).map((passage) => passage.place);
    expect(placesOf(title, table)).toEqual([{ sheet: 'Стрижки', row: 1, lastRow: 5, lineRows: [1, 4, 5] }]);
    expect(placesOf(table)).toEqual([{ sheet: 'Стрижки', row: 4, lastRow: 5, lineRows: [4, 5] }]);
    expect(placesOf(single)).toEqual([{ sheet: 'Стрижки', row: 4 }]);
    // Of another sheet, whose rows are counted anew.
    const other: DocumentBlock = { ...single, place: { sheet: 'Маникюр', row: 9 } };
    expect(placesOf(title, other)).toEqual([{ sheet: 'Стрижки', row: 1 }]);
  });

  it('risk: a long row makes the rows below it stand elsewhere', () => {
    const long = ['Кран', '500 ₽', sentences(25)];
    const table: DocumentBlock = { kind: 'table', header, rows: [long, long, long], place: { sheet: 'а', row: 4 } };
    const passages = cutPassages({
      blocks: [
        { ...table, rows: [long] },
        { ...table, place: { sheet: 'а', row: 9 } },
      ],
    });
    const rows = passages.map(({ text, place: { row, lineRows = [row] } }) => [
      text.split('\n').length,
      lineRows.length,
    ]);
    expect(rows.map(([lines, numbers]) => lines === numbers)).not.toContain(false);
    const seen = passages.flatMap(({ place: { row, lineRows = [row] } }) => lineRows);
    expect(new Set(seen)).toEqual(new Set([4, 9, 10, 11]));
  });

  it('of 5,000 rows gives each row by itself, at its place, under its own heading', () => {
    const products = Array.from({ length: 5000 }, (_, at) => [`Кран номер ${at}`, `${at} ₽`, 'день']);
    const rows = [['Краны', '', ''], ...products.slice(0, 2500), ['Редкие', '', ''], ...products.slice(2500)];
    const blocks: DocumentBlock[] = [
      heading(1, 'Прайс'),
      { kind: 'table', header, rows, place: { sheet: 'Прайс', row: 3 } },
    ];
    const passages = cutPassages({ blocks });
    expect(passages).toHaveLength(5000);
    expect(passages[0]).toEqual({
      ...{ trail: ['Прайс', 'Краны'], text: 'Товар: Кран номер 0; Цена: 0 ₽; Срок: день' },
      place: { sheet: 'Прайс', row: 4 },
    });
    expect(passages.at(-1)).toMatchObject({ trail: ['Прайс', 'Редкие'], place: { sheet: 'Прайс', row: 5004 } });
  });

  it('risk: of the rows below a section that is written once only the first is of it', () => {
    const header = ['Раздел', 'Подраздел', 'Услуга', 'Цена'];
    const rows = [
      ['Кошки', 'Уход', 'Груминг', '2600'],
      ['', '', 'Стрижка когтей', '300'],
      ['', 'Хирургия', 'Кастрация', '2800'],
      ['Собаки', '', 'Осмотр', '900'],
      ['', '', 'Прививка', '1900'],
    ];
    const [cut] = cutPassages({ blocks: [{ kind: 'table', header, rows, place: {} }] });
    expect(cut?.text.split('\n')).toEqual([
      'Раздел: Кошки; Подраздел: Уход; Услуга: Груминг; Цена: 2600',
      'Раздел: Кошки; Подраздел: Уход; Услуга: Стрижка когтей; Цена: 300',
      'Раздел: Кошки; Подраздел: Хирургия; Услуга: Кастрация; Цена: 2800',
      'Раздел: Собаки; Услуга: Осмотр; Цена: 900',
      'Раздел: Собаки; Услуга: Прививка; Цена: 1900',
    ]);
  });

  it('risk: what stands below a heading of its own, or is the sum, is a thing of the last section', () => {
    const header = ['Категория', 'Название', 'Цена'];
    const rows = [
      ['Пироги', 'С вишней', '520'],
      ['', 'С мясом', '610'],
      ['', 'Торты', ''],
      ['', 'Наполеон', '1700'],
      ['', 'Итого', '2830'],
    ];
    const cut = cutPassages({ blocks: [{ kind: 'table', header, rows, place: {} }] });
    expect(cut.map(({ trail, text }) => [...trail, text])).toEqual([
      ['Категория: Пироги; Название: С вишней; Цена: 520'],
      ['Категория: Пироги; Название: С мясом; Цена: 610'],
      ['Торты', 'Название: Наполеон; Цена: 1700'],
      ['Торты', 'Название: Итого; Цена: 2830'],
    ]);
  });

  it('of other columns keeps cells that are left empty', () => {
    const rows = [
      ['Кран', '', '500'],
      ['', 'Смеситель', '700'],
      ['Труба', '', '90'],
    ];
    const [cut] = cutPassages({ blocks: [{ kind: 'table', header: ['Товар', 'Модель', 'Цена'], rows, place: {} }] });
    expect(cut?.text.split('\n')[1]).toBe('Модель: Смеситель; Цена: 700');
  });

  it('of two columns without names says what belongs to what', () => {
    const rows = [
      ['Адрес', 'Лесная, 5'],
      ['Часы:', '9–18'],
    ];
    expect(cutPassages({ blocks: [{ kind: 'table', header: null, rows, place }] })[0]?.text).toBe(
      'Адрес: Лесная, 5\nЧасы: 9–18',
    );
  });

  it('says in the trail of its rows what the line before it says of all', () => {
    const rows = Array.from({ length: 60 }, (_, at) => [`Кран ${at}`, `${at} ₽`, 'день']);
    const blocks: DocumentBlock[] = [paragraph('Цены для магазинов:'), { kind: 'table', header, rows, place }];
    const passages = cutPassages({ blocks });
    expect(passages).toHaveLength(61);
    expect(passages.at(-1)?.trail).toEqual(['Цены для магазинов']);
  });
});

describe('whatever the document', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.string({ unit: fc.constantFrom('слово', ' ', '. ', '\n', 'г. ', '₽', 'a'), maxLength: 900 }),
    fc.constant('я'.repeat(9000)),
  );
  const filled = text.filter((each) => each.trim() !== '');
  const cells = fc.array(fc.array(text, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 30 });
  const block: fc.Arbitrary<DocumentBlock> = fc.oneof(
    fc.record({
      kind: fc.constant('heading' as const),
      level: fc.integer({ min: 1, max: 9 }),
      text: filled,
      place: fc.constant(place),
    }),
    fc.record({ kind: fc.constant('paragraph' as const), text: filled, place: fc.constant(place) }),
    fc.record({
      kind: fc.constant('list' as const),
      items: fc.array(filled, { minLength: 1 }),
      place: fc.constant(place),
    }),
    fc.record({
      kind: fc.constant('table' as const),
      header: fc.constant(null),
      rows: cells,
      place: fc.constant(place),
    }),
  );
  const signs = (parts: string[]) => parts.join('').replaceAll(/\s/g, '');

  /** What must stand in one place; of a heading, what a trail shows. */
  function partsOf(each: DocumentBlock): string[] {
    if (each.kind === 'list') return each.items.map((item) => signs([item]));
    if (each.kind === 'table') return each.rows.flat().map((cell) => signs([cell]));
    return [signs([each.kind === 'heading' ? each.text.slice(0, 250) : each.text])];
  }

  it('no text of it is lost, and no piece is over the limits of the index', () => {
    fc.assert(
      fc.property(fc.array(block, { maxLength: 12 }), (blocks) => {
        const passages = cutPassages({ blocks });
        const texts = signs(passages.map((passage) => passage.text)).replaceAll('•', '');
        const trails = signs(passages.flatMap(({ trail }) => trail));
        const isKept = (part: string) => texts.includes(part.replaceAll('•', '')) || trails.includes(part);
        const lost = blocks.flatMap(partsOf).filter((part) => !isKept(part));
        expect(lost).toEqual([]);
        for (const { text: own } of passages) {
          expect(own.length).toBeLessThan(retrievalLimits.passageCharacters);
          expect(countWords(own)).toBeLessThan(retrievalLimits.closeBodyTerms);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('a sheet of questions and answers', () => {
  const sheet = (header: string[], rows: string[][]): DocumentBlock => ({ kind: 'table', header, rows, place });
  const cut = (table: DocumentBlock) =>
    cutPassages({ blocks: [heading(1, 'FAQ'), table] }).map(({ trail, text }) => [...trail, text]);

  it('risk: a question without an answer is given, or stands above the next one', () => {
    const rows = [
      ['Можно с собакой?', 'Да.', 'Ира'],
      ['Есть ли сертификаты?', '', ''],
      ['Есть ли парковка?', 'Да; двор: за домом.', ''],
      ['Есть ли чай?', '—', 'Ира'],
    ];
    expect(cut(sheet(['Вопрос', 'Ответ', 'Кто'], rows))).toEqual([
      ['FAQ', 'Вопрос: Можно с собакой?; Ответ: Да.; Кто: Ира'],
      ['FAQ', 'Вопрос: Есть ли парковка?; Ответ: Да;\u00a0двор: за домом.'],
    ]);
  });

  it('has its headings all the same, as a price list has one that is a question', () => {
    const rows = [
      ['Оплата', ''],
      ['Можно картой?', 'Да.'],
    ];
    expect(cut(sheet(['Вопрос', 'Ответ'], rows))).toEqual([['FAQ', 'Оплата', 'Вопрос: Можно картой?; Ответ: Да.']]);
    const prices = [
      ['Куда доставить?', ''],
      ['Центр', '300 ₽'],
      ['Север', '450 ₽'],
    ];
    expect(cut(sheet(['Зона', 'Цена'], prices))[0]).toEqual(['FAQ', 'Куда доставить?', 'Зона: Центр; Цена: 300 ₽']);
  });
});
