import { expect, it } from 'vitest';
import { nameOfRow, sayRowOfSection } from './row-sections.ts';

it.each([
  ['below its section', 'Категория: Пироги; Название: С вишней; Цена: 520 ₽', 'Пироги: С вишней — цена: 520 ₽'],
  [
    'below two sections',
    'Раздел: Еда; Категория: Пироги; Товар: С мясом; Цена, ₽: 610',
    'Еда: Пироги: С мясом — цена: 610 ₽',
  ],
  ['English, below its section', 'Category: Tea; Item: Green; Price: £2.40', 'Tea: Green — price: £2.40'],
  ['its section left empty', 'Категория: —; Название: Багет; Цена: 70 ₽', 'Багет — цена: 70 ₽'],
  ['its name left empty', 'Категория: Пироги; Название: —; Цена: 520 ₽', 'Пироги — цена: 520 ₽'],
  ['its section called as it is', 'Раздел: Доставка; Услуга: Доставка; Цена: 300 ₽', 'Доставка — цена: 300 ₽'],
  [
    'a section without things',
    'Категория: B; Стоимость: 30000 ₽; Срок: 2 месяца',
    'B — стоимость: 30000 ₽, срок: 2 месяца',
  ],
  ['a thing of a section', 'Название: Багет; Категория: Хлеб; Цена: 70 ₽', 'Багет — категория: Хлеб, цена: 70 ₽'],
  ['of a section that says nothing else', 'Категория: Пироги; Название: С вишней', 'Пироги: С вишней'],
  ['without a section', 'Услуга: Сборка; Цена, ₽: 500', 'Сборка — цена: 500 ₽'],
  [
    'several rows',
    'Раздел: Уход; Услуга: Стрижка; Цена: 300\nУслуга: Осмотр; Цена: 900',
    'Уход: Стрижка — цена: 300\nОсмотр — цена: 900',
  ],
  ['no row', 'Работаем так: с девяти до шести; по субботам до двух', undefined],
])('%s', (_, row, said) => expect(sayRowOfSection(row)).toBe(said ?? row));

it.each([
  ['behind the code of an article', 'Артикул: Д-101; Наименование: Диван «Осло»; Цена, ₽: 64 900', 'Диван «Осло»'],
  ['in the first cell', 'Service: Repair; Price: $40', 'Repair'],
  ['below its section', 'Категория: Пироги; Название: С вишней; Цена: 520 ₽', 'Пироги: С вишней'],
  ['of several rows', 'A: first; B: 1\nA: second; B: 2', undefined],
  ['of a sentence', 'Работаем так: с девяти до шести; по субботам до двух', undefined],
  ['of codes alone', 'A: Д-101; B: 12', undefined],
])('the name of a row: %s', (_, row, name) => expect(nameOfRow(row)).toBe(name));
