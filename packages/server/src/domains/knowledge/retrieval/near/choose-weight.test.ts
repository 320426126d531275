import { expect, it } from 'vitest';
import { createSeededRandom } from '../../../../testing/seeded-random.ts';
import { chooseWeight, type WeighedQuestion } from './choose-weight.ts';

const CANDIDATES = 20;

/** The right candidate is the first; words find it in every other question. */
function buildQuestions(count: number, closenessOf: (place: number) => number): WeighedQuestion[] {
  return Array.from({ length: count }, (_, number) => ({
    words: Float64Array.from({ length: CANDIDATES }, (_, place) => (place === number % 2 ? 6 : 1)),
    closeness: Float64Array.from({ length: CANDIDATES }, (_, place) => closenessOf(place)),
    right: new Set([0]),
  }));
}

it('vectors that know the right answer get a weight, by what they win', () => {
  const chosen = chooseWeight(buildQuestions(40, (place) => (place === 0 ? 5 : 0)));
  expect(chosen).toMatchObject({ won: 20, lost: 0, asked: 40 });
  expect(chosen.weight).toBeGreaterThan(1);
});

it('a few questions that were won may be luck', () => {
  expect(chooseWeight(buildQuestions(8, (place) => (place === 0 ? 5 : 0))).weight).toBe(0);
  expect(chooseWeight([]).weight).toBe(0);
});

it('risk: vectors without meaning get a weight by chance, or by putting what words cannot tell apart in some order', () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const random = createSeededRandom(seed);
    const noise = () => random() * 4;
    expect(chooseWeight(buildQuestions(120, noise)).weight).toBe(0);
    const tied = buildQuestions(120, noise).map((question) => ({ ...question, words: new Float64Array(CANDIDATES) }));
    expect(chooseWeight(tied).weight).toBe(0);
  }
});
