import { describe, expect, it } from 'vitest';
import { areaUnderCurve, type RunLine, scoreRun } from './score-run.ts';

const line = (id: string, ranked: string[], confidence: number, answered: boolean): RunLine => ({
  id,
  ranked: ranked.map((entry, place) => ({ id: entry, score: 1 / (place + 1) })),
  confidence,
  answered,
});

describe('scoreRun', () => {
  // Two right, one in second place, one not found; "dropped" has a gold id that is not in the base, "none" has no gold.
  const queries = [
    { id: 'first', gold: ['a'] },
    { id: 'second', gold: ['b'] },
    { id: 'behind', gold: ['c', 'gone'] },
    { id: 'missed', gold: ['d'] },
    { id: 'dropped', gold: ['gone'] },
    { id: 'none', gold: [] },
  ];
  const run = [
    line('first', ['a', 'b'], 0.9, true),
    line('second', ['b'], 0.4, false),
    line('behind', ['a', 'c'], 0.7, true),
    line('missed', ['a', 'b', 'c'], 0.2, false),
    line('dropped', ['a'], 0.5, true),
    line('none', [], 0.1, false),
  ];
  const score = scoreRun({ entryIds: new Set(['a', 'b', 'c', 'd']), queries, run });

  it('counts a query as one to refuse when no gold id is in the base', () => {
    expect([score.answerable, score.mustRefuse]).toEqual([4, 2]);
  });

  it('gives R@1, R@5 and MRR@10 over answerable queries', () => {
    expect([score.r1, score.r5, score.mrr10]).toEqual([0.5, 0.75, 0.625]);
  });

  it('gives AUROC, the best F1 of refusing and right answers at 5 % false answers', () => {
    expect(score.auroc).toBe(6 / 8);
    // Below 0.7: two of four answerable and both others refused: P 2/4, R 1.
    expect(score.refuseF1).toBeCloseTo(2 / 3, 12);
    expect(score.rightAtFa5).toBe(0.25);
  });

  it('gives what the product decided', () => {
    expect(score.decided).toEqual({
      inRight: 1,
      inWrong: 1,
      inRefused: 2,
      oosAnswered: 1,
      oosRefused: 1,
      rightShare: 0.25,
      refuseRecall: 0.5,
      falseShare: 0.5,
      wrongShareOfAnswers: 2 / 3,
    });
  });

  it('counts equal confidences half', () => {
    expect(areaUnderCurve({ high: [0.5, 0.5], low: [0.5] })).toBe(0.5);
    expect(areaUnderCurve({ high: [0.5, 0.9], low: [0.5, 0.1] })).toBe(3.5 / 4);
  });

  it('has no refusing figures where nothing must be refused', () => {
    const all = scoreRun({ entryIds: new Set(['a']), queries: [{ id: 'first', gold: ['a'] }], run });
    expect([all.r1, all.auroc, all.refuseF1, all.rightAtFa5]).toEqual([1, null, null, null]);
  });
});
