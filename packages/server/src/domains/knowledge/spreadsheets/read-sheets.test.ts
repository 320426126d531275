import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Confined, createConfined } from '../../../platform/confined/index.ts';
import { createLog } from '../../../platform/log/logger.ts';
import { systemClock } from '../../../platform/time/clock.ts';
import { makeXlsx } from '../testing/documents/make-xlsx.ts';
import { run } from './read-rows-job.ts';
import { createReadSheets } from './read-sheets.ts';

const rowsOf = async (bytes: Buffer, name = 'a.csv') => {
  const result = await run(bytes, { name, maxRows: 10 });
  return result.kind === 'read' ? result.sheets[0]?.rows.map(({ row, cells }) => [row, ...cells]) : result.reason;
};

it.each([
  ['semicolons', 'Вопрос;Ответ\nГде, когда?;Там, потом\n'],
  ['commas', 'Вопрос,Ответ\n"Где, когда?","Там, потом"\n'],
  ['tabs', 'Вопрос\tОтвет\nГде, когда?\tТам, потом'],
  ['what Excel names itself', 'sep=;\r\nВопрос;Ответ\r\nГде, когда?;Там, потом'],
])('a table as text with %s', async (_name, text) => {
  const first = text.startsWith('sep') ? 2 : 1;
  expect(await rowsOf(Buffer.from(text))).toEqual([
    [first, 'Вопрос', 'Ответ'],
    [first + 1, 'Где, когда?', 'Там, потом'],
  ]);
});

it('cells in quotes hold line ends, quotes and delimiters; empty rows are counted and left out', async () => {
  expect(await rowsOf(Buffer.from('Вопрос;Ответ\nа;"б\n""в"";"\n;\nг;д'))).toEqual([
    [1, 'Вопрос', 'Ответ'],
    [2, 'а', 'б\n"в";'],
    [4, 'г', 'д'],
  ]);
});

it('a workbook keeps the numbers of its rows over empty ones, and shows errors as they stand there', async () => {
  const rows = [['Вопрос', 'Ответ'], [], ['Где?', 'Там'], ['Сколько?', { xml: ' t="e"><v>#REF!</v></c>' }]];
  const bytes = makeXlsx([{ name: 'FAQ', rows }]);
  expect(await rowsOf(bytes, 'a.xlsx')).toEqual([
    [1, 'Вопрос', 'Ответ'],
    [3, 'Где?', 'Там'],
    [4, 'Сколько?', '#REF!'],
  ]);
});

it('what is no spreadsheet, or too long, is refused', async () => {
  expect(await rowsOf(Buffer.from('PK\u0003\u0004\u0000\u0000'))).toBe('wrong_type');
  expect(await rowsOf(Buffer.from('<!DOCTYPE html><p>Вопрос;Ответ'))).toBe('wrong_type');
  expect(await rowsOf(Buffer.from('Вопрос;Ответ'), 'a.txt')).toBe('wrong_type');
  expect(await rowsOf(Buffer.from('а;б\n'.repeat(12)))).toBe('too_large');
});

it('risk: one text that is shown in many cells fills the memory of the server', async () => {
  const rows = Array.from({ length: 120 }, (_, at) => [at === 0 ? 'а'.repeat(100_000) : '', `б${at}`]);
  const after = '<mergeCells><mergeCell ref="A1:A120"/></mergeCells>';
  const bytes = makeXlsx([{ name: 'FAQ', rows, after }]);
  const result = await run(bytes, { name: 'a.xlsx', maxRows: 1000 });
  expect(result).toEqual({ kind: 'refused', reason: 'too_large' });
});

it('risk: a small file of very many cells holds up the server that takes them over', async () => {
  const wide = (cell: string) => Buffer.from(`${`а${`;${cell}`.repeat(199)}\n`.repeat(10_000)}`);
  expect(await run(wide('1'), { name: 'a.csv', maxRows: 10_000 })).toEqual({ kind: 'refused', reason: 'too_large' });
  const empty = await run(wide(''), { name: 'a.csv', maxRows: 10_000 });
  expect(empty.kind === 'read' && empty.sheets[0]?.rows.every(({ cells }) => cells.length === 1)).toBe(true);
});

it('cells and names of sheets are texts that the database can hold', async () => {
  const rows = [['Вопрос'], [{ xml: 't="str"><v>Где&#xD800;?</v></c>' }]];
  const result = await run(makeXlsx([{ name: `FAQ${'а'.repeat(300)}`, rows }]), { name: 'a.xlsx', maxRows: 10 });
  expect(result).toMatchObject({ sheets: [{ name: `FAQ${'а'.repeat(197)}` }] });
  expect(JSON.stringify(result)).toContain('Где');
  expect(JSON.stringify(result)).not.toContain('\\ud800');
});

let confined: Confined;
beforeAll(() => {
  confined = createConfined({ clock: systemClock, log: createLog({ level: 'silent' }) });
});
afterAll(() => confined.close());

it('the rows are read in a process of their own', async () => {
  const read = createReadSheets({ confined });
  const file = { accountId: 'one', bytes: Buffer.from('Вопрос;Ответ\nГде?;Там'), name: 'a.CSV' };
  const rows = [
    { row: 1, cells: ['Вопрос', 'Ответ'] },
    { row: 2, cells: ['Где?', 'Там'] },
  ];
  expect(await read(file)).toEqual({ kind: 'read', sheets: [{ name: null, rows }] });
});
