import { expect, it } from 'vitest';
import { saysValue, splitValue } from './split-value.ts';

it.each([
  ['За 2 дня доставим за 1 500 ₽.', '1500', '1 500'],
  ['Звоните: 8 (900) 123-45-67, без выходных', '9001234567', '8 (900) 123-45-67'],
  ['Упаковка — 200 рублей.', '150', undefined],
  ['Работаем с 9 до 18', '9:00-18:00', undefined],
])('%s: %s is marked as %s', (text, value, marked) => {
  const parts = splitValue(text, value);
  expect(parts.find(({ isSaid }) => isSaid)?.text).toBe(marked);
  expect(parts.map((part) => part.text).join('')).toBe(text);
});

it.each([
  ['Букет «Классика» — 5 900 ₽', '5900', true],
  ['Букет «Классика» — 5 900 ₽', '9:00-18:00', false],
  ['Работаем с 9 до 18', '9:00-18:00', true],
  ['Работаем с 09:00 до 20:00', '9:00-18:00', false],
  ['Звоните: 8 (900) 123-45-67', '9001234567', true],
])('«%s» says %s: %s', (text, value, isSaid) => {
  expect(saysValue(text, value)).toBe(isSaid);
});
