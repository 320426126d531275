import { expect, it } from 'vitest';
import { createPassageIndex } from '../passage-index/passage-index.ts';
import { rankAnswers } from '../rank-answers.ts';
import type { NearPassages } from './near-passages.ts';

const index = createPassageIndex();
index.upsert(
  ['Есть доставка курьером?', 'Есть доставка?', 'Где вы находитесь?'].map((question, at) => ({
    ...{ id: `pair ${at}`, kind: 'qa' as const, question, text: `Ответ ${at}` },
  })),
);

const closenessBy = (known: readonly string[]) => {
  const near: NearPassages = {
    ...{ weight: 2, closeness: new Map([['pair 1', 5]]), others: 1 },
    isKnown: (id) => known.includes(id),
  };
  const { answers } = rankAnswers(index.state, { text: 'есть доставка курьером', near });
  return { first: answers[0]?.passageId, of: new Map(answers.map((each) => [each.passageId, each.closeness])) };
};

it('risk: a pair whose vector is still to come is taken to be far: words decide between it and the nearest one', () => {
  const { first, of } = closenessBy(['pair 1', 'pair 2']);
  expect(of.get('pair 0')).toBe(5);
  expect(first).toBe('pair 0');
});

it('a pair whose vector is known and not among the nearest is as far as those', () => {
  const { first, of } = closenessBy(['pair 0', 'pair 1', 'pair 2']);
  expect(of.get('pair 0')).toBe(1);
  expect(first).toBe('pair 1');
});
