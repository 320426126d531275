import { describe, expect, it } from 'vitest';
import type { JobProgress } from '../../../../platform/confined/index.ts';
import { makePdf, PDF_LETTER_WIDTH, type PdfText } from '../../testing/documents/make-pdf.ts';
import { outline, readBytes } from '../../testing/documents/read-bytes.ts';

const LEFT = 50;
const LEADING = 14;

async function read(...pages: PdfText[][]): Promise<string[]> {
  return outline((await readBytes(makePdf(pages), 'a.pdf')).blocks);
}

/** Lines below each other. */
function lines(texts: string[], { x = LEFT, y = 100, ...look }: Partial<PdfText> = {}): PdfText[] {
  return texts.map((text, at) => ({ text, x, y: y + at * LEADING, ...look }));
}

const text = [
  'Мы возим заказы по городу и области каждый день, кроме воскресенья и праздников,',
  'с девяти утра до восьми вечера. Курьер звонит за час до приезда, и заказ можно пере-',
  'нести на другой день.',
];
const WHOLE =
  'Мы возим заказы по городу и области каждый день, кроме воскресенья и праздников, с девяти утра до восьми вечера. Курьер звонит за час до приезда, и заказ можно перенести на другой день.';

it('joins lines to paragraphs and divided words, and tells headings by their letters', async () => {
  const page = [
    { text: 'Доставка', x: LEFT, y: 60, size: 20 },
    ...lines(text),
    { text: 'За город', x: LEFT, y: 170, font: 2 as const },
    ...lines(['Один раз в неделю.'], { y: 184 }),
    ...lines(['Второй абзац стоит отдельно.'], { y: 220 }),
  ];
  expect(await read(page)).toEqual([
    '# Доставка',
    WHOLE,
    `${'#'.repeat(7)} За город`,
    'Один раз в неделю.',
    'Второй абзац стоит отдельно.',
  ]);
});

it('risk: the lines of a price list become one sentence', async () => {
  const prices = [
    'Прайс-лист на букеты',
    'Букет «Нежность» 15 роз — 3 500 руб',
    'Букет «Весна» — 2 900 руб',
    'Корзина — 6 200 руб',
  ];
  expect(await read(lines(prices))).toEqual(prices);
  const short = ['Роза красная 150', 'Роза белая 170', 'Пион 450', 'Эвкалипт 90'];
  expect(await read(lines(short))).toEqual(short);
});

it('keeps a hyphen that the text has elsewhere', async () => {
  const page = lines([
    'Наш интернет-магазин работает всегда, и в каждый праздник тоже, а интернет-',
    'магазин партнёра нет.',
  ]);
  expect(await read(page)).toEqual([
    'Наш интернет-магазин работает всегда, и в каждый праздник тоже, а интернет-магазин партнёра нет.',
  ]);
});

it('keeps lists, with items of several lines', async () => {
  const page = [
    ...lines(['Способы оплаты:']),
    ...lines(['• картой на сайте или'], { y: 114 }),
    ...lines(['в приложении;'], { x: LEFT + 12, y: 128 }),
    ...lines(['• наличными.'], { y: 142 }),
  ];
  expect(await read(page)).toEqual(['Способы оплаты:', '- картой на сайте или в приложении;', '- наличными.']);
});

describe('a table', () => {
  const columns = [LEFT, 300, 420];
  const row = (cells: string[], y: number) => cells.map((cell, at) => ({ text: cell, x: columns[at] ?? 0, y }));

  it('risk: the price right behind a long name is none, and its row the heading of those below', async () => {
    const [left = 0, right = 0] = columns;
    const long = 'а'.repeat(Math.ceil((right - left) / (11 * PDF_LETTER_WIDTH)) - 8);
    const page = [
      ...row(['Услуга', 'Цена'], 100),
      { text: `Арка из ${long} от 35 000 ₽`, x: left, y: 120 },
      ...row(['Букет невесты', '7 500 ₽'], 140),
      ...row(['Бутоньерка', '900 ₽'], 160),
    ];
    expect(await read(page)).toEqual([
      '! Услуга | Цена',
      `| Арка из ${long} | от 35 000 ₽`,
      '| Букет невесты | 7 500 ₽',
      '| Бутоньерка | 900 ₽',
    ]);
  });

  it('is told by cells below each other, row by row', async () => {
    const page = [
      ...row(['Товар', 'Цена', 'Срок'], 100),
      ...row(['Кран шаровой латунный', '500 ₽', 'день'], 120),
      ...row(['Труба', '120 ₽', 'два дня'], 140),
      ...lines(['Цены без монтажа.'], { y: 200 }),
    ];
    expect(await read(page)).toEqual([
      '! Товар | Цена | Срок',
      '| Кран шаровой латунный | 500 ₽ | день',
      '| Труба | 120 ₽ | два дня',
      'Цены без монтажа.',
    ]);
  });

  it('is told where the file writes cell by cell, each with its lines', async () => {
    const page = [
      ...row(['Товар', 'Цена'], 100),
      ...lines(['Кран шаровой', 'латунный'], { y: 120 }),
      ...lines(['500 ₽', 'за штуку'], { x: 300, y: 120 }),
      ...lines(['Труба'], { y: 160 }),
      ...lines(['120 ₽'], { x: 300, y: 160 }),
    ];
    expect(await read(page)).toEqual(['! Товар | Цена', '| Кран шаровой латунный | 500 ₽ за штуку', '| Труба | 120 ₽']);
  });

  it('goes on with the next line of one cell', async () => {
    const page = [
      ...row(['Товар', 'Описание', 'Цена'], 100),
      ...row(['Кран', 'шаровой,', '500'], 120),
      { text: 'латунный', x: 300, y: 132 },
      ...row(['Труба', 'медная', '120'], 152),
    ];
    expect(await read(page)).toEqual([
      '! Товар | Описание | Цена',
      '| Кран | шаровой, латунный | 500',
      '| Труба | медная | 120',
    ]);
  });

  it('may have amounts for the names of its columns; a row without a name of its own gets none', async () => {
    const page = [
      ...row(['Вид', '100 шт', '500 шт'], 100),
      ...row(['Стандарт', '390 ₽', '1300 ₽'], 120),
      ...row(['', '690 ₽', '2300 ₽'], 140),
    ].filter(({ text }) => text !== '');
    expect(await read(page)).toEqual(['! Вид | 100 шт | 500 шт', '| Стандарт | 390 ₽ | 1300 ₽', '|  | 690 ₽ | 2300 ₽']);
  });

  it('keeps the names of its columns on the next page', async () => {
    const first = [...row(['Товар', 'Цена'], 100), ...row(['Кран', '500'], 120)];
    const second = [...row(['Труба', '120'], 100), ...row(['Вентиль', '90'], 120)];
    const { blocks } = await readBytes(makePdf([first, second]), 'a.pdf');
    expect(outline(blocks)).toEqual([
      '! Товар | Цена',
      '| Кран | 500',
      '! Товар | Цена',
      '| Труба | 120',
      '| Вентиль | 90',
    ]);
    expect(blocks.map(({ place }) => place.page)).toEqual([1, 2]);
  });
});

it('reads columns one after the other', async () => {
  const words = ['Первая строка левой колонки идёт', 'дальше вниз, строка за строкой, и'];
  const left = Array.from({ length: 14 }, (_, at) => `${words[at % 2]} ${at}`);
  const right = left.map((line) => line.replace('левой', 'правой').replace('вниз', 'вверх'));
  const page = [...lines(left, { size: 9 }), ...lines(right, { x: 310, size: 9 })];
  const all = (await read(page)).join(' ');
  expect(all.indexOf('правой')).toBeGreaterThan(all.lastIndexOf('левой'));
});

it('leaves what stands at the edge of every page on the first one, and drops the numbers of pages', async () => {
  const page = (number: number) => [
    { text: 'ООО «Ромашка», тел. 123-45-67', x: LEFT, y: 30 },
    ...lines([`Раздел ${number * 7} говорит о том, чего нет в других разделах.`]),
    { text: `Страница ${number} из 4`, x: LEFT, y: 800 },
  ];
  const all = await read(page(1), page(2), page(3), page(4));
  expect(all.filter((line) => line.includes('Ромашка'))).toHaveLength(1);
  expect(all.filter((line) => line.includes('Раздел'))).toHaveLength(4);
  expect(all.filter((line) => line.includes('Страница'))).toHaveLength(1);
});

it('joins a text over the end of a page, names its page, and says how far it is', async () => {
  const told: JobProgress[] = [];
  const first = lines(['Договор действует с первого января, если стороны не решили'], { y: 780 });
  const second = lines(['иначе в письменном виде.', 'Срок один год.'], { y: 60 });
  const { blocks, pages } = await readBytes(makePdf([first, second]), 'a.pdf', (progress) => told.push(progress));
  expect(outline(blocks)[0]).toBe(
    'Договор действует с первого января, если стороны не решили иначе в письменном виде. Срок один год.',
  );
  expect({ pages, places: blocks.map(({ place }) => place) }).toEqual({ pages: 2, places: [{ page: 1 }] });
  expect(told).toEqual([1, 2].map((done) => ({ done, total: 2 })));
});

it('turns joined letters and forms of letters into those that people type, and says which pages have no names of letters', async () => {
  expect(await read(lines(['of\ufb01ce, \ufb04at']))).toEqual(['office, fflat']);
  const unnamed = lines(['\u0016\b\u001f\u0015\u0019\u0004\u0005\u0010\u0011\u0012\u0013']);
  const document = await readBytes(makePdf([lines(['Delivery takes two days.']), unnamed]), 'a.pdf');
  expect(document.unreadPages).toEqual([2]);
  expect(outline(document.blocks)).toEqual(['Delivery takes two days.']);
});

it('the letters of the tests are as wide as the file says', () => {
  expect(PDF_LETTER_WIDTH * 11 * (text[0]?.length ?? 0)).toBeLessThan(595 - LEFT);
});
