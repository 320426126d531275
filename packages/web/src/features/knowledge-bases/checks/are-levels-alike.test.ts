import { expect, it } from 'vitest';
import { areLevelsAlike } from './are-levels-alike.ts';

const figuresOf = (...answered: (number | null)[]) =>
  (['careful', 'usual', 'bold'] as const).map((boldness, at) => ({
    ...{ boldness, falseAnswers: 5 },
    ownAnswers: answered[at] ?? null,
  }));

it.each([
  [[10, 10, 12], true],
  [[10, 10, 10], true],
  [[10, 11, 13], false],
  [[68, 75, 86], false],
  [[null, null, null], false],
])('%j of a hundred at the three levels: nearly the same is %s', (answered, isAlike) => {
  expect(areLevelsAlike(figuresOf(...answered))).toBe(isAlike);
});
