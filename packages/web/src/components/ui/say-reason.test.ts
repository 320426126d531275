import { expect, it } from 'vitest';
import { quoteQuestions } from './say-reason.ts';

it('questions are quoted as a sentence of the language names them', () => {
  expect(quoteQuestions(['сауна?', ' бассейн '], 'ru')).toBe('«сауна» и «бассейн»');
  expect(quoteQuestions(['a sauna?', 'a pool'], 'en')).toBe('“a sauna” and “a pool”');
});
