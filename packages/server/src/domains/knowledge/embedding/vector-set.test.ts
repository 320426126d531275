import { expect, it } from 'vitest';
import { createSeededRandom } from '../../../testing/seeded-random.ts';
import { inverseLength, packVector } from './pack-vector.ts';
import { createVectorSet } from './vector-set.ts';

const DIMENSIONS = 67;
const random = createSeededRandom(5);

function buildVector(): Float32Array {
  const vector = Float32Array.from({ length: DIMENSIONS }, () => random() * 2 - 1);
  const inverse = inverseLength(vector);
  return vector.map((value) => value * inverse);
}

const cosine = (left: Float32Array, right: Float32Array) =>
  left.reduce((sum, value, at) => sum + value * (right[at] ?? 0), 0);

it('finds the nearest passages as floats would, each by the nearest of its texts, whatever was put in and taken out', () => {
  const set = createVectorSet('model');
  const held = new Map<string, Float32Array[]>();
  for (let step = 0; step < 600; step += 1) {
    const id = `p${Math.floor(random() * 200)}`;
    if (random() < 0.3) {
      set.remove(id);
      held.delete(id);
      continue;
    }
    const vectors = Array.from({ length: 1 + (step % 3) }, buildVector);
    set.put(
      id,
      vectors.map((vector, part) => ({ part, vector: packVector(vector) })),
    );
    held.set(id, vectors);
  }
  expect(set.passages).toBe(held.size);
  const asked = buildVector();
  const expected = [...held]
    .map(([passageId, vectors]) => ({ passageId, cosine: Math.max(...vectors.map((vector) => cosine(asked, vector))) }))
    .sort((left, right) => right.cosine - left.cosine);
  const found = set.nearest(asked, { limit: 60 });
  const exact = new Map(expected.map((each) => [each.passageId, each.cosine]));
  for (const [place, { passageId, cosine: own }] of found.entries()) {
    expect(Math.abs(own - (exact.get(passageId) ?? 0))).toBeLessThan(0.005);
    // Two that are as near may change places.
    expect(Math.abs(own - (expected[place]?.cosine ?? 0))).toBeLessThan(0.005);
  }
  expect(set.nearest(asked, { limit: 1000 })).toHaveLength(held.size);
});

it('leaves out texts that do not count, and vectors of another size', () => {
  const set = createVectorSet('model');
  const [first, second] = [buildVector(), buildVector()];
  set.put('pair', [
    { part: 0, vector: packVector(first) },
    { part: 1, vector: packVector(second) },
    { part: 2, vector: new Int8Array(3) },
  ]);
  expect(set.vectors).toBe(2);
  expect(set.nearest(first, { limit: 5 })[0]).toMatchObject({ passageId: 'pair', part: 0 });
  const others = set.nearest(first, { limit: 5, isLeftOut: (_, part) => part === 0 });
  expect(others[0]).toMatchObject({ passageId: 'pair', part: 1 });
  expect(set.nearest(new Float32Array(3), { limit: 5 })).toEqual([]);
  const own = set.of('pair', 1);
  expect(own && cosine(own, second)).toBeGreaterThan(0.999);
});
