import { expect, it } from 'vitest';
import { listRows, nameOfOnlyRow, readRow, rowsBeside } from './list-rows.ts';

const piece = (id: string, text: string, sourceName = 'price.xlsx') => ({
  ...{ id, kind: 'file' as const, title: 'Прайс', text, score: 3, sourceName },
});

it.each([
  ['Ремонт стула — 1 700 ₽, 3 дня', 'Ремонт стула'],
  ['• Rake,$18', 'Rake'],
  ['Услуга: УЗИ; Цена: 3000 ₽.', 'УЗИ'],
])('«%s» is the row of «%s»', (line, name) => {
  expect(readRow(line)?.name).toBe(name);
});

it.each([
  ['a sentence', 'Доставка по городу — 700 ₽, за городом дороже.'],
  ['words without a figure', 'Ремонт стула — по договорённости'],
  ['a line as long as a paragraph', `Ремонт стула — 1 700 ₽ ${'и ещё немного слов '.repeat(9)}`],
])('%s is no row', (_, line) => {
  expect(readRow(line)).toBeUndefined();
});

it('a table has more rows than other lines', () => {
  expect(listRows('Стул — 100 ₽\nСтол — 200 ₽')).toHaveLength(2);
  expect(listRows('Стул — 100 ₽')).toEqual([]);
  expect(listRows('Мы чиним\nи красим\nвсё подряд\nСтул — 100 ₽\nСтол — 200 ₽')).toEqual([]);
});

it('risk: the row of another file stands beside that of a sheet', () => {
  const [own, other] = [piece('1', 'Товар: Стул; Цена: 100 ₽'), piece('2', 'Товар: Стол; Цена: 200 ₽')];
  expect(rowsBeside(own, [own, other]).map(({ name }) => name)).toEqual(['Стул', 'Стол']);
  expect(rowsBeside(own, [own, { ...other, sourceName: 'old.xlsx' }]).map(({ name }) => name)).toEqual(['Стул']);
});

it('the name of a text that is one row', () => {
  expect(nameOfOnlyRow('Стул — 100 ₽')).toBe('Стул');
  expect(nameOfOnlyRow('Работаем с 9 до 19')).toBeUndefined();
  expect(nameOfOnlyRow('Стул — 100 ₽\nСтол — 200 ₽')).toBeUndefined();
});
