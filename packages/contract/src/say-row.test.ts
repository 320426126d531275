import { expect, it } from 'vitest';
import { sayRow } from './say-row.ts';

it.each([
  ['a price with its unit in the head', 'Услуга: Сборка; Цена, ₽: 500', 'Сборка — цена: 500 ₽'],
  ['several columns', 'Товар: Кран; Цена: 3 400 ₽; Срок, дней: 2–3', 'Кран — цена: 3 400 ₽, срок: 2–3 дней'],
  [
    'words where a number is expected',
    'Услуга: Вынос; Цена, ₽: по договорённости',
    'Вынос — цена, ₽: по договорённости',
  ],
  [
    'empty cells',
    'Услуга: Диагностика; Цена, ₽: 500; Срок: —; Гарантия: -; Примечание: – ; Сезон: ―',
    'Диагностика — цена: 500 ₽',
  ],
  ['a cell that begins with a dash', 'Товар: Кран; Температура: -5', 'Кран — температура: -5'],
  ['nothing but empty cells', 'Услуга: Диагностика; Цена: —; Срок: -', 'Диагностика'],
  ['an abbreviation', 'Товар: Кран; НДС: 20 %', 'Кран — НДС: 20 %'],
  ['sizes for columns', 'Вид: Цветная; А4: 30 ₽; L: 60 ₽', 'Цветная — А4: 30 ₽, L: 60 ₽'],
  ['English', 'Service: Repair; Price: $40', 'Repair — price: $40'],
  ['several rows', 'A: x; B: 1\nA: y; B: 2', 'x — B: 1\ny — B: 2'],
  ['a sentence', 'Работаем так: с девяти до шести; по субботам до двух', undefined],
  ['one cell', 'Телефон: 5-55-55', undefined],
  ['an item of a list', '• чек или выписка; паспорт', undefined],
  ['nothing', '', undefined],
])('%s', (_, row, said) => expect(sayRow(row)).toBe(said ?? row));
