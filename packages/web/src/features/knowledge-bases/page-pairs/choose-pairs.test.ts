import type { ProposedPair } from '@otvet/contract';
import { expect, it } from 'vitest';
import { applyChanges, canChoose } from './choose-pairs.ts';

const base = { phrasings: [] };
const proposals: ProposedPair[] = [
  { pair: { ...base, row: 1, outcome: 'added', question: 'Как?', answer: 'Так.' }, isSure: true },
  { pair: { ...base, row: 2, outcome: 'added', question: 'Доставка', answer: 'Есть.' }, isSure: false },
  {
    pair: {
      ...base,
      row: 3,
      outcome: 'changed',
      question: 'Где?',
      answer: 'Тут.',
      formerAnswer: 'Там.',
      phrasingsAdded: [],
    },
    isSure: true,
  },
  { pair: { ...base, row: 4, outcome: 'unchanged', question: 'Кто?', answer: 'Мы.' }, isSure: true },
  {
    pair: { ...base, row: 5, outcome: 'skipped', question: 'Когда?', answer: '', reason: 'answer_empty' },
    isSure: true,
  },
  {
    pair: { ...base, row: 6, outcome: 'skipped', question: 'Как?', answer: 'Иначе.', reason: 'repeated' },
    isSure: true,
  },
];
const chosen = (changes: [number, { question?: string; answer?: string; isChosen?: boolean }][] = []) =>
  applyChanges(proposals, new Map(changes))
    .filter(({ isChosen }) => isChosen)
    .map(({ row }) => row);

it('only new questions are chosen by themselves', () => {
  expect(chosen()).toEqual([1]);
  expect(applyChanges(proposals, new Map()).map(canChoose)).toEqual([true, true, true, false, false, true]);
});

it('replacements, doubtful ones and those that were completed are taken when they are chosen', () => {
  const completed = { answer: 'Завтра.', isChosen: true };
  expect(
    chosen([
      [2, { isChosen: true }],
      [3, { isChosen: true }],
      [5, completed],
    ]),
  ).toEqual([1, 2, 3, 5]);
  expect(chosen([[4, { isChosen: true }]])).toEqual([1]);
  expect(chosen([[4, { answer: 'Они.', isChosen: true }]])).toEqual([1, 4]);
});

it('what was emptied is not taken, and of two answers to one question only one is', () => {
  expect(chosen([[1, { answer: ' ' }]])).toEqual([]);
  expect(chosen([[6, { isChosen: true }]])).toEqual([1]);
  expect(applyChanges(proposals, new Map([[6, { isChosen: true }]]))[5]?.fault).toBe('repeated');
  expect(
    chosen([
      [1, { isChosen: false }],
      [6, { isChosen: true }],
    ]),
  ).toEqual([6]);
});
