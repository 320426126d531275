import { limits } from '@otvet/contract';
import english from '@otvet/contract/texts/en/knowledge.json' with { type: 'json' };
import russian from '@otvet/contract/texts/ru/knowledge.json' with { type: 'json' };
import { expect, it } from 'vitest';
import { findColumns, readPairs } from './find-columns.ts';
import type { Sheet } from './rows.ts';

const sheet = (name: string | null, ...rows: string[][]): Sheet => ({
  name,
  rows: rows.map((cells, at) => ({ row: at + 1, cells })),
});

it.each([
  [
    ['Вопрос', 'Ответ'],
    [0, 1],
  ],
  [
    ['№', ' ОТВЕТ: ', 'Вопрос клиента'],
    [2, 1],
  ],
  [
    ['Question', 'Answer'],
    [0, 1],
  ],
  [
    ['a', 'Q'],
    [1, 0],
  ],
])('the columns %j', (header, [question, answer]) => {
  expect(findColumns([sheet(null, ['', ''], header, ['x', 'y', 'z'])])).toMatchObject({
    header: { row: 2, missing: [], rows: 1 },
    columns: { question, answer },
  });
});

it('what is missing is named, and the row that was found is shown', () => {
  expect(findColumns([sheet('Лист1', ['Товар', 'Ответ', 'Цена'], ['Чай', '', '10'])])?.header).toEqual({
    sheet: 'Лист1',
    sheets: ['Лист1'],
    header: ['Товар', 'Ответ', 'Цена'],
    row: 1,
    missing: ['question'],
    found: { question: null, answer: 'Ответ', phrasings: [] },
    rows: 1,
  });
  expect(findColumns([])).toBeNull();
  expect(findColumns([sheet(null, ['', ' '])])).toBeNull();
});

it('of many sheets the first with both columns is taken', () => {
  const sheets = [sheet('Цены', ['Товар'], ['Чай']), sheet('FAQ', ['Вопрос', 'Ответ'], ['Где?', 'Там'])];
  expect(findColumns(sheets)?.header).toMatchObject({ sheet: 'FAQ', sheets: ['Цены', 'FAQ'] });
});

it('rows without a word in both columns are no rows; numbers are those that people see', async () => {
  const found = findColumns([
    sheet(null, ['Вопрос', 'Ответ', 'Заметка'], ['', '', 'x'], ['Где?', ' Там '], ['Когда?']),
  ]);
  expect(found && (await readPairs(found))).toEqual([
    { row: 3, question: 'Где?', answer: 'Там', phrasings: [] },
    { row: 4, question: 'Когда?', answer: '', phrasings: [] },
  ]);
});

it('ways to ask stand one a line, or with a semicolon between them', async () => {
  const cell = 'Почём доставка; цена доставки ;\nво сколько обойдётся привезти';
  const found = findColumns([sheet(null, ['Вопрос', 'Ответ', 'Другие формулировки'], ['Доставка?', '300 ₽', cell])]);
  expect(found && (await readPairs(found))[0]?.phrasings).toEqual([
    'Почём доставка',
    'цена доставки',
    'во сколько обойдётся привезти',
  ]);
});

it.each([
  ['ru', russian],
  ['en', english],
])('risk: the report of an import, whose texts are cut, is imported: %s', (_locale, texts) => {
  const names = Object.entries(texts).flatMap(([key, text]) => (key.startsWith('knowledge.import.csv.') ? text : []));
  expect(names).toHaveLength(4);
  const header = findColumns([sheet(null, names, ['2', 'пропущено', 'Где?', 'нет ответа'])])?.header;
  expect(header?.missing).toEqual(['question', 'answer']);
});

it('risk: a sheet with many columns of ways to ask keeps the server busy for seconds', async () => {
  const names = Array.from({ length: 90 }, () => 'Формулировки');
  const long = 'а'.repeat(limits.questionText * 2);
  const cells = names.map((_, at) =>
    at === 0 ? `где\nадрес\n${long}\n АДРЕС?\nкуда  идти` : `путь ${at}\nдорога ${at}`,
  );
  const found = findColumns([sheet(null, ['Вопрос', 'Ответ', ...names], ['Где?', 'Там', ...cells])]);
  const [pair] = found === null ? [] : await readPairs(found);
  expect(pair?.phrasings).toHaveLength(limits.phrasings + 1);
  expect(pair?.phrasings.slice(0, 4)).toEqual(['адрес', long.slice(0, limits.questionText + 1), 'куда идти', 'путь 1']);
});

it('risk: a column of phrasings that is chosen and has nothing in the first row is left out', async () => {
  const found = findColumns([sheet(null, ['Вопрос', 'Ответ'], ['Доставка?', '300 ₽', 'Почём доставка'])], {
    phrasingsColumn: 2,
  });
  expect(found && (await readPairs(found))[0]?.phrasings).toEqual(['Почём доставка']);
});
