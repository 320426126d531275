import { expect, it } from 'vitest';
import { pickQuestions } from './pick-questions.ts';

const pairs = ['Do you deliver?', 'Есть доставка?', 'What does it cost?', 'Сколько стоит?'].map((question) => ({
  question,
}));
const offer = (locale: 'ru' | 'en', count: number) =>
  pickQuestions(pairs, { locale, count }).map(({ question }) => question);

it('questions in the language of the reader are offered first, others only in the place of none', () => {
  expect(offer('ru', 2)).toEqual(['Есть доставка?', 'Сколько стоит?']);
  expect(offer('en', 2)).toEqual(['Do you deliver?', 'What does it cost?']);
  expect(offer('ru', 3)).toEqual(['Есть доставка?', 'Сколько стоит?', 'Do you deliver?']);
});
