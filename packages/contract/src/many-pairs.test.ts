import { expect, it } from 'vitest';
import { cleanPhrasings, judgePairs } from './many-pairs.ts';

const pair = (question: string) => ({ question, answer: 'Да.' });

it('risk: a question that differs by a sign, ё or a space is added a second time out of the same list', () => {
  const asked = ['Ещё есть?', 'еще есть', '«Ещё» — есть!', 'ЕЩЁ\u00a0 ЕСТЬ…', 'Ещё есть кресла?'];
  const { good, refused } = judgePairs(asked.map(pair));
  expect(good.map(({ at }) => at)).toEqual([0, 4]);
  expect(refused).toEqual([1, 2, 3].map((at) => ({ at, reason: 'repeated' })));
});

it('questions that differ by another sign are two: C++ is not C#, a question with a picture is not the one without', () => {
  const { good } = judgePairs(['Чините C++?', 'Чините C#?', 'Чините C?', 'Чините C 🙂?'].map(pair));
  expect(good).toHaveLength(4);
});

it('other ways to ask that differ from the question, or from each other, by signs alone are one', () => {
  const ways = ['сколько стоит доставка', 'Почём привезти?', 'Почем привезти', 'Цена доставки'];
  expect(cleanPhrasings('Сколько стоит доставка?', ways)).toEqual(['Почём привезти?', 'Цена доставки']);
});
