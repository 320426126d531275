import { describe, expect, it } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

const namesOf = (queue: { shift(): string | undefined; readonly size: number }) =>
  Array.from({ length: queue.size }, () => queue.shift());

describe('a fair queue', () => {
  it('gives every owner a turn before any of them has a second one', () => {
    const queue = createFairQueue<string>({ maxOfOne: 8 });
    for (const owner of ['a', 'a', 'a', 'b', 'b', 'c']) queue.add(owner, `${owner}${queue.size}`);
    expect(namesOf(queue)).toEqual(['a0', 'b3', 'c5', 'a1', 'b4', 'a2']);
    expect(queue.shift()).toBeUndefined();
  });

  it('risk: a crowd that still waits after its turn comes before somebody new', () => {
    const queue = createFairQueue<string>({ maxOfOne: 8 });
    for (let owner = 0; owner < 20; owner += 1)
      for (let item = 0; item < 8; item += 1) queue.add(`crowd ${owner}`, `crowd ${owner}`);
    for (let turn = 0; turn < 20; turn += 1) queue.shift();
    queue.add('owner', 'owner');
    expect(queue.shift()).toBe('owner');
  });

  it('holds so many of one owner, and drops of the longest alone', () => {
    const queue = createFairQueue<string>({ maxOfOne: 2 });
    expect(['a1', 'a2', 'a3'].map((item) => queue.add('a', item))).toEqual([true, true, false]);
    expect(queue.add('b', 'b1')).toBe(true);
    expect(queue.dropOfLongest()).toBe('a2');
    expect(queue.size).toBe(2);
    expect(queue.remove('b1')).toBe(true);
    expect(queue.remove('b1')).toBe(false);
    expect(namesOf(queue)).toEqual(['a1']);
    expect(queue.dropOfLongest()).toBeUndefined();
  });
});
