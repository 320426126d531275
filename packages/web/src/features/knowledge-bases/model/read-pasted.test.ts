import { expect, it } from 'vitest';
import { detectForm, readPasted } from './read-pasted.ts';

const read = (text: string) => ({
  form: detectForm(text),
  pairs: readPasted(text, detectForm(text)).map(({ row, question, answer }) => [row, question, answer]),
});

it('risk: a table is read in another way when it is pasted than as a file', () => {
  const text = 'Вопрос клиента\tПохожие вопросы\tВариант вопроса\tОтвет клиенту\nГде вы?\tкак доехать\tгде\tВ центре.';
  expect(readPasted(text, 'tabs')).toEqual([
    { row: 2, line: 2, question: 'Где вы?', answer: 'В центре.', phrasings: ['как доехать', 'где'] },
  ]);
});

it.each([
  [
    'cells of a spreadsheet with a heading, other columns and a cell of two lines',
    'Раздел\tОтвет\tВопрос\r\nОплата\t"Картой,\nналичными и ""по счёту"""\tКак оплатить?\r\n\t\t\r\nДоставка\t300 ₽\tСколько; стоит, доставка?\r\n',
    'tabs',
    [
      [2, 'Как оплатить?', 'Картой,\nналичными и "по счёту"'],
      [4, 'Сколько; стоит, доставка?', '300 ₽'],
    ],
  ],
  [
    'a file with semicolons and its mark of order',
    '\uFEFFquestion;answer\nWhen?;10 to 20\n"Where; exactly?";"Here, there"',
    'semicolons',
    [
      [2, 'When?', '10 to 20'],
      [3, 'Where; exactly?', 'Here, there'],
    ],
  ],
  [
    'a file with commas',
    'When?,10 to 20\nWhere?,"Here, there"',
    'commas',
    [
      [1, 'When?', '10 to 20'],
      [2, 'Where?', 'Here, there'],
    ],
  ],
  [
    'blocks, with the commas of sentences and marked lines',
    'Сколько стоит, если в пригород?\nПо городу бесплатно,\nза город дороже.\n\n\n Вопрос: Где вы?\nОтвет: В центре, у моста.',
    'blocks',
    [
      [1, 'Сколько стоит, если в пригород?', 'По городу бесплатно,\nза город дороже.'],
      [2, 'Где вы?', 'В центре, у моста.'],
    ],
  ],
  [
    'one block with a comma in each line',
    'Привозите, если далеко?\nДа, за 40 ₽.',
    'blocks',
    [[1, 'Привозите, если далеко?', 'Да, за 40 ₽.']],
  ],
  [
    'a question without its answer',
    'Где вы?\nТут.\n\nКогда?',
    'blocks',
    [
      [1, 'Где вы?', 'Тут.'],
      [2, 'Когда?', ''],
    ],
  ],
  ['nothing', ' \n\n', 'blocks', []],
])('reads %s', (_name, text, form, pairs) => {
  expect(read(text)).toEqual({ form, pairs });
});

it('a short row has an empty answer, a quote that is never closed ends with the text', () => {
  expect(readPasted('Где?\nКогда?\tВ 10', 'tabs')).toEqual([
    { row: 1, line: 1, question: 'Где?', answer: '' },
    { row: 2, line: 2, question: 'Когда?', answer: 'В 10' },
  ]);
  expect(readPasted('Где?\t"Тут\nи там\tвезде', 'tabs')).toEqual([
    { row: 1, line: 1, question: 'Где?', answer: 'Тут\nи там\tвезде' },
  ]);
});

it.each([
  ['blocks', '\nГде?\nТут.\n\n\nКогда?\nВ 10,\nв 11.\n\nПочём?', [2, 6, 10]],
  ['a table with cells of several lines', 'Где?\t"Тут\nи там"\n\t\nКогда?\t"В 10\n"\nПочём?\t', [1, 4, 6]],
])('tells the line of the text in which each pair begins: %s', (_name, text, lines) => {
  expect(readPasted(text, detectForm(text)).map(({ line }) => line)).toEqual(lines);
});

it('ways to ask stand one a line, or with a semicolon between them', () => {
  const cell = '"Почём доставка; цена доставки\nво сколько обойдётся"';
  expect(
    readPasted(`Вопрос\tОтвет\tФормулировки\nДоставка?\t300 ₽\t${cell}`, 'tabs')[0]?.phrasings?.map((one) =>
      one.trim(),
    ),
  ).toEqual(['Почём доставка', 'цена доставки', 'во сколько обойдётся']);
});
