import { expect, it } from 'vitest';
import { readBusinesses } from './read-business.ts';
import { runSmallBases } from './run-small-bases.ts';

it('every question with an answer has one in its base, and there are enough of both kinds', async () => {
  const businesses = await readBusinesses();
  expect(businesses.filter(({ isAside }) => isAside)).toHaveLength(4);
  expect(businesses.filter(({ isAside }) => !isAside)).toHaveLength(4);
  for (const { name, passages, answerable, unanswerable } of businesses) {
    const unknown = answerable.filter(({ says }) => !passages.some(({ text }) => text.includes(says)));
    expect([name, unknown]).toEqual([name, []]);
    expect(answerable.length).toBeGreaterThanOrEqual(25);
    expect(unanswerable.length).toBeGreaterThanOrEqual(40);
  }
});

it('risk: a small base answers what it does not know, careful and bold mean the same, or rules withhold what is found', async () => {
  const { rows, aside, young } = await runSmallBases();
  const [careful, usual, bold] = aside;
  expect(usual?.false).toBeLessThanOrEqual(5);
  expect(usual?.right).toBeGreaterThan(55);
  expect(usual?.customer.right).toBeGreaterThan(70);
  expect(usual?.customer.wrong).toBeLessThan(3);
  expect(usual?.customer.false).toBeLessThan(2.5);
  expect(careful?.false).toBeLessThan(usual?.false ?? 0);
  expect(usual?.false).toBeLessThan((bold?.false ?? 0) / 2);
  for (const means of young) {
    const [timid = 0, middle = 0, daring = 0] = means.map(({ right }) => right);
    expect(middle).toBeGreaterThan(timid + 5);
    expect(daring).toBeGreaterThan(middle + 5);
    expect(means[1]?.false).toBeLessThanOrEqual(5);
  }
  for (const { name, figures } of rows) {
    const falsely = figures.map((each) => each.false);
    expect([name, falsely]).toEqual([name, falsely.toSorted((a, b) => a - b)]);
    // So few pairs say nothing that could be told to the owner.
    expect(figures.map(({ shownFalse, shownOwn }) => [shownFalse, shownOwn])).toEqual(
      figures.map(() => [undefined, undefined]),
    );
  }
});
