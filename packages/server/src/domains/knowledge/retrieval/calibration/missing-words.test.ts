import { expect, it } from 'vitest';
import { createPassageIndex } from '../passage-index/passage-index.ts';
import { rankAnswers } from '../rank-answers.ts';
import { burdenOfMissing } from './missing-words.ts';

const index = createPassageIndex();
index.upsert(
  ['Роза красная; 300 ₽', 'Тюльпан белый; 120 ₽', 'Лилия садовая; 250 ₽'].map((text, at) => ({
    ...{ id: `row ${at}`, kind: 'file' as const, text },
  })),
);
const burdenOf = (text: string) => burdenOfMissing(rankAnswers(index.state, { text }), false);

it('risk: a word that asks for a price is missing from a row that has the figure', () => {
  expect(burdenOf('почём роза красная')).toBeCloseTo(burdenOf('роза красная'), 5);
  expect(burdenOf('сколько стоит роза красная')).toBeCloseTo(burdenOf('роза красная'), 5);
});

it('a word of another thing is missing', () => {
  expect(burdenOf('подставка роза красная')).toBeGreaterThan(burdenOf('роза красная') + 0.5);
});
