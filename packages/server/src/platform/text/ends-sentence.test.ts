import { expect, it } from 'vitest';
import { endsSentence } from './ends-sentence.ts';

it.each([
  ['Подшить брюки - 500 руб.', false],
  ['Массаж — 1 200 р.', false],
  ['Стрижка: 40 мин.', false],
  ['Шуба - 900 руб. в месяц', false],
  ['Мы открылись в 2010 году.', true],
  ['Цены указаны в руб.', true],
  ['Привозим бесплатно. За город — плюс 500 руб.', true],
  ['Есть ли скидка 10 %?', true],
])('«%s» ends as a sentence: %s', (line, ends) => {
  expect(endsSentence(line)).toBe(ends);
});
