import { expect, it } from 'vitest';
import { countsOther } from './counts-other.ts';

it.each([
  ['букет 51 роза цена', 'Сколько стоит букет из 25 роз?'],
  ['Торт на 12 персон', 'Сколько стоит торт на 6 персон?'],
  ['a bouquet of 51 roses', 'How much are 25 roses?'],
])('«%s» is not «%s»', (question, title) => {
  expect(countsOther(question, title)).toBe(true);
});

it.each([
  ['букет 25 роз', 'Сколько стоит букет из 25 роз?'],
  ['51 роза или 25 роз', 'Есть ли букеты из 51 розы и из 25 роз?'],
  ['привезёте за 2 дня?', 'Доставка за 1 день бывает?'],
  ['51 роза', 'Сколько стоит букет из 25 тюльпанов?'],
  ['роза', 'Сколько стоят 25 роз?'],
])('«%s» may be «%s»', (question, title) => {
  expect(countsOther(question, title)).toBe(false);
});
