import { expect, it } from 'vitest';
import { figuresAsked, holdsFigure, keepNearest } from './ranges.ts';

it.each([
  ['от 10 до 30 кг', '20 кг', true],
  ['от 10 кг до 30 кг', '40 кг', false],
  ['10–30 кг', '20 кг', true],
  ['10-30 кг', '30 кг', true],
  ['10–30 кг', '9,5 кг', false],
  ['до 20 человек', 'на 15 человек', true],
  ['до 20 человек', 'на 21 человека', false],
  ['не более 20 чел.', '25 человек', false],
  ['не менее 10 человек', '6 человек', false],
  ['не менее 10 человек', '15 человек', true],
  ['не младше 12 лет', '7 лет', false],
  ['at least 10 people', '6 people', false],
  ['от 10 чел. до 20 чел.', '50 человек', false],
  ['от 10 чел. до 20 чел.', '15 человек', true],
  ['свыше 30 кг', '30 кг', false],
  ['свыше 30 кг', '31 кг', true],
  ['от 13 лет', '13 лет', true],
  ['40–60 м²', '50 м²', true],
  ['500 to 1500 kg', '800 kg', true],
  ['up to 500 kg', '800 kg', false],
  ['over 1500 kg', '2000 kg', true],
  ['5–7 лет', '6 кг', undefined],
  ['гарантия 3 года', '3 года', undefined],
  ['с 9 до 21', '10 кг', undefined],
])('%s, «%s»: %s', (line, question, isHeld) => {
  const [asked] = figuresAsked(question);
  expect(asked && holdsFigure(line, asked)).toBe(isHeld);
});

it.each(['до 20 кг', '10–20 кг', 'сколько стоит', '20', '5 ₽'])('«%s» asks for no figure of a range', (question) => {
  expect(figuresAsked(question)).toEqual([]);
});

it.each([
  ['7 кг', ['до 5 кг', 'до 10 кг', 'до 20 кг'].slice(1), ['до 10 кг']],
  ['4 человека', ['до 4 человек', 'до 6 человек'], ['до 4 человек']],
  ['10 кг', ['5–10 кг', '10–30 кг'], ['5–10 кг', '10–30 кг']],
  ['7 кг', ['5–10 кг', 'до 100 кг', 'любая'], ['5–10 кг', 'до 100 кг', 'любая']],
])('«%s» of %j is %j', (question, lines, kept) => {
  const rows = lines.map((line) => ({ line }));
  expect(keepNearest(rows, figuresAsked(question)).map(({ line }) => line)).toEqual(kept);
});
