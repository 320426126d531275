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

it('rows without a word in both columns are no rows; numbers are those that people see', () => {
  const found = findColumns([
    sheet(null, ['Вопрос', 'Ответ', 'Заметка'], ['', '', 'x'], ['Где?', ' Там '], ['Когда?']),
  ]);
  expect(found && readPairs(found)).toEqual([
    { row: 3, question: 'Где?', answer: 'Там', phrasings: [] },
    { row: 4, question: 'Когда?', answer: '', phrasings: [] },
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
