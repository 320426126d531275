import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Confined, createConfined } from '../../../platform/confined/index.ts';
import { createLog } from '../../../platform/log/logger.ts';
import { systemClock } from '../../../platform/time/clock.ts';
import { run } from './read-rows-job.ts';
import { createReadSheets } from './read-sheets.ts';

const rowsOf = (bytes: Buffer, charset?: string) => {
  const result = run(bytes, { charset, maxRows: 10 });
  return result.kind === 'read' ? result.sheets[0]?.rows.map(({ row, cells }) => [row, ...cells]) : result.reason;
};

it.each([
  ['semicolons', 'Вопрос;Ответ\nГде, когда?;Там, потом\n'],
  ['commas', 'Вопрос,Ответ\n"Где, когда?","Там, потом"\n'],
  ['tabs', 'Вопрос\tОтвет\nГде, когда?\tТам, потом'],
  ['what Excel names itself', 'sep=;\nВопрос;Ответ\r\nГде, когда?;Там, потом'],
])('a table with %s', (_name, text) => {
  const rows = rowsOf(Buffer.from(text));
  const first = text.startsWith('sep') ? 2 : 1;
  expect(rows).toEqual([
    [first, 'Вопрос', 'Ответ'],
    [first + 1, 'Где, когда?', 'Там, потом'],
  ]);
});

it('cells in quotes hold line ends, quotes and delimiters; empty rows are counted and left out', () => {
  expect(rowsOf(Buffer.from('a;"b\n""c"";"\n;\n\nd;e'))).toEqual([
    [1, 'a', 'b\n"c";'],
    [4, 'd', 'e'],
  ]);
});

const TEXT = 'Вопрос;Ответ';
const CP1251 = Buffer.from([0xc2, 0xee, 0xef, 0xf0, 0xee, 0xf1, 0x3b, 0xce, 0xf2, 0xe2, 0xe5, 0xf2]);
it.each([
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${TEXT}`), undefined],
  ['UTF-16', Buffer.from(`\uFEFF${TEXT}`, 'utf16le'), undefined],
  ['windows-1251', CP1251, undefined],
  ['windows-1251, as its server says', CP1251, 'windows-1251'],
  ['another than its server says', Buffer.from(TEXT), 'no-such-charset'],
])('the encoding is found: %s', (_name, bytes, charset) => {
  expect(rowsOf(bytes, charset)).toEqual([[1, 'Вопрос', 'Ответ']]);
});

it('what is no table as text, or too long, is refused', () => {
  expect(rowsOf(Buffer.from('PK\u0003\u0004\u0000\u0000'))).toBe('wrong_type');
  expect(rowsOf(Buffer.from('<!DOCTYPE html><p>Вопрос;Ответ'))).toBe('wrong_type');
  expect(rowsOf(Buffer.from('а;б\n'.repeat(12)))).toBe('too_large');
  expect(rowsOf(Buffer.from(';'.repeat(300).replace(';', 'а;')))).toBe('too_large');
});

let confined: Confined;
beforeAll(() => {
  confined = createConfined({ clock: systemClock, log: createLog({ level: 'silent' }) });
});
afterAll(() => confined.close());

it('the rows are read in a process of their own', async () => {
  const read = createReadSheets({ confined });
  const file = { accountId: 'one', bytes: Buffer.from('Вопрос;Ответ\nГде?;Там'), name: 'a.CSV' };
  expect(await read(file)).toEqual({
    kind: 'read',
    sheets: [
      {
        name: null,
        rows: [
          { row: 1, cells: ['Вопрос', 'Ответ'] },
          { row: 2, cells: ['Где?', 'Там'] },
        ],
      },
    ],
  });
});
