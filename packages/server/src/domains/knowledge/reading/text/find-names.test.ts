import { describe, expect, it } from 'vitest';
import { outline, readBytes } from '../../testing/documents/read-bytes.ts';
import { readPlainText } from './read-text.ts';

const read = async (lines: readonly string[]) =>
  outline((await readBytes(lines.join('\n'), 'a.txt')).blocks).flatMap((block) => block.split('\n'));
const headings = async (lines: readonly string[]) => (await read(lines)).filter((line) => line.startsWith('#'));

const WASH = ['Мойка — 500 ₽', 'Полировка — 1500 ₽', 'Химчистка — 3000 ₽'];

describe('the name of rows right below it', () => {
  it('risk: prices are shown under the heading of another part', async () => {
    const text = ['О нас', '', 'Мы — мастерская у метро.', 'Цены', ...WASH];
    expect(await read(text)).toEqual(['### О нас', 'Мы — мастерская у метро.', '### Цены', ...WASH]);
  });

  it.each([
    ['Цены:', 'Цены'],
    ['цены', 'цены'],
    ['ЦЕНЫ', 'ЦЕНЫ'],
    ['Прайс-лист', 'Прайс-лист'],
    ['Цены (руб.):', 'Цены (руб.)'],
    ['Цены на 2026 год', 'Цены на 2026 год'],
    ['Услуги и цены', 'Услуги и цены'],
    ['Prices', 'Prices'],
  ])('«%s» is one, also above a single row or below a line that nothing ends', async (line, name) => {
    for (const above of ['Мы — мастерская у метро.', 'Мы — мастерская у метро'])
      for (const rows of [WASH, WASH.slice(0, 1)])
        expect(await read([above, line, ...rows])).toEqual([above, `### ${name}`, ...rows]);
  });

  it('«Цены:» alone between empty lines is one as well', async () => {
    expect(await read(['О нас', '', 'Мастерская у метро.', '', 'Цены:', '', ...WASH])).toContain('### Цены');
  });

  it.each([
    ['dots', ['Мойка ........ 500', 'Полировка…1500']],
    ['tabs', ['Мойка\t500', 'Полировка\t1500']],
    ['spaces', ['Мойка    500', 'Полировка 1500 руб.']],
    ['arrows', ['Мойка → 500', 'Полировка → 1500']],
    ['nothing', ['Мойка кузова 400р', 'Розы 150 руб./шт']],
    ['words around the sum', ['Диван — от 2000 ₽ (за место)', 'Уборка 120 ₽/м2']],
    ['no sum', ['Мойка — 500 ₽', 'Осмотр — бесплатно']],
  ])('rows may be set apart by %s', async (_name, rows) => {
    expect(await read(['Мы у метро.', 'Автомойка', ...rows])).toEqual(['Мы у метро.', '### Автомойка', ...rows]);
  });

  it('rows may be items of a list', async () => {
    const text = [
      'Прайс',
      '- Мойка — 500 ₽',
      '- Осмотр — 300 ₽',
      'Доставка:',
      '• По городу — 300 ₽',
      '• За город — 500 ₽',
    ];
    const items = ['- Мойка — 500 ₽', '- Осмотр — 300 ₽', '### Доставка', '- По городу — 300 ₽', '- За город — 500 ₽'];
    expect(await read(text)).toEqual(['### Прайс', ...items]);
    expect(await read(['Букеты', '- розы', '- пионы'])).toEqual(['### Букеты', '- розы', '- пионы']);
  });

  it('several stand below each other, each with its rows, below the name of all', async () => {
    const groups = ['Кузов', 'Легковой — 500 ₽', 'Джип — 900 ₽', 'Салон', 'Легковой — 300 ₽', 'Джип — 700 ₽'];
    const below = await headings(['Цены', ...groups, 'Контакты', 'Тел: 8 900 123-45-67', 'Тула, Ленина 5']);
    expect(below).toEqual(['### Цены', '#### Кузов', '#### Салон', '### Контакты']);
    expect(await headings(['Мы у метро.', ...groups])).toEqual(['### Кузов', '### Салон']);
    expect(await headings(['Женский зал', '', ...groups, '', 'Мужской зал', '', 'Борода — 500 ₽'])).toEqual([
      ...['### Женский зал', '#### Кузов', '#### Салон', '### Мужской зал'],
    ]);
  });
});

describe('risk: what is no name of rows becomes a heading', () => {
  it.each([
    ['the last line of a paragraph', ['Мы работаем в городах Тула и', 'Калуга', ...WASH]],
    [
      'the last line of one that a program broke',
      ['Мы моем, чистим и красим машины в мастерской у метро', 'Тула', ...WASH],
    ],
    ['an address', ['Ленина 5', ...WASH]],
    ['an address with its town', ['Тула, Ленина 5', ...WASH]],
    ['the name of a street', ['Улица Ленина', ...WASH]],
    ['a short sentence', ['Мы делаем быстро', ...WASH]],
    ['a sentence of prices', [...WASH, 'Цены указаны за легковой автомобиль', ...WASH]],
    ['a greeting', ['Добрый день', ...WASH]],
    ['a row whose sum is left out', ['Стрижка — 500 ₽', 'Укладка', ...WASH]],
    ['a row that costs nothing', ['Стрижка — 500 ₽', 'Осмотр — 300 ₽', 'Укладка бесплатно', ...WASH]],
    ['a row that was broken', ['Комплексная мойка салона', 'с воском — 900 ₽', ...WASH]],
    ['a name above its sum', ['Стрижка', 'от 1500 ₽', 'Окраска', '3000 ₽']],
    ['an item', ['- Стрижка', ...WASH]],
    ['the beginning of a list', ['В набор входят', '- мыло', '- полотенце']],
    [
      'a name above sentences with figures',
      ['Мы здесь.', 'Команда', 'Мы сделали 50 стрижек — 3 в час.', 'Гостей — 2000.'],
    ],
    ['the last name of all', [...WASH, 'Полировка']],
  ])('%s', async (_name, lines) => {
    expect(await headings(lines)).toEqual([]);
  });

  it('a line between names', async () => {
    expect(await headings(['Мы — мастерская у метро', 'Цены', 'Мойка — 500 ₽'])).toEqual(['### Цены']);
  });
});

it('risk: rows with empty lines between them are headings that have nothing below', async () => {
  expect(await read(['Цены', '', ...WASH.flatMap((row) => [row, ''])])).toEqual(['### Цены', ...WASH]);
  const plan = ['Базовый — 990 ₽', '', 'Один человек и один зал.'];
  expect(await read(plan)).toEqual(['### Базовый — 990 ₽', 'Один человек и один зал.']);
});

it('risk: two long rows whose sum stands behind dots become one line', async () => {
  const rows = ['Мойка кузова и салона с воском ............ 500', 'Полировка ................................ 1500'];
  expect(await read(rows)).toEqual(rows);
});

it('risk: a text of many short lists, an item and a line each, overflows the stack of its reader', () => {
  const lines = Array.from({ length: 50_000 }, (_, at) => `- пункт ${at}\nСлово ${at}`);
  const blocks = readPlainText(lines.join('\n'));
  expect(blocks.at(-2)).toMatchObject({ kind: 'list', items: ['пункт 49999'] });
  expect(blocks).toHaveLength(100_000);
});
