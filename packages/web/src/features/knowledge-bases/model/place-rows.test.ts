import type { QuestionAnswer } from '@otvet/contract';
import { expect, it } from 'vitest';
import { placeRows } from './place-rows.ts';

const buildPair = (id: string, minute = 0): QuestionAnswer => {
  const at = new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
  return {
    id,
    knowledgeBaseId: 'base',
    question: id,
    answer: id,
    phrasings: [],
    photos: [],
    createdAt: at,
    updatedAt: at,
  };
};

it('a pair of two pages stands once, as it was changed last, and belongs to both', () => {
  const rows = placeRows([[buildPair('a'), buildPair('b')], [buildPair('b', 5), buildPair('c')], []]);
  expect(rows.map(({ pair, pages }) => [pair.id, pages])).toEqual([
    ['a', [0]],
    ['b', [0, 1]],
    ['c', [1]],
  ]);
  expect(rows[1]?.pair).toEqual(buildPair('b', 5));
  expect(placeRows([[buildPair('b', 5)], [buildPair('b')]])[0]?.pair).toEqual(buildPair('b', 5));
});
