import { expect, it } from 'vitest';
import { shareWord } from './shared-words.ts';

it.each([
  ['вы открыты', 'График'],
  ['когда закрываетесь', 'Часы'],
  ['ваш номер', 'Позвонить нам'],
  ['phone', 'Call us'],
])('risk: «%s» and «%s» are taken to be about two things', (left, right) => {
  expect(shareWord(left, right)).toBe(true);
});

it.each([
  ['вы открыты', 'Телефон'],
  ['ваш номер', 'График'],
])('«%s» and «%s» are about two things', (left, right) => {
  expect(shareWord(left, right)).toBe(false);
});
