import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchPassages } from '../search-passages.ts';
import { createPassageIndex, type Passage, type PassageIndex } from './passage-index.ts';
import { upsertInSlices } from './upsert-in-slices.ts';

const words = 'доставка оплата возврат заказ срок цена delivery payment refund order price city'.split(' ');
const queries = [
  'доставка заказа',
  'сколько стоит доставка',
  'refund for my order',
  'срок возврата',
  'цена',
  'paymnet',
];

const passage = fc.record({
  id: fc.integer({ min: 0, max: 12 }).map((number) => `p${number}`),
  kind: fc.constantFrom<Passage['kind'][]>('qa', 'file'),
  question: fc.option(
    fc.array(fc.constantFrom(...words), { maxLength: 5 }).map((list) => list.join(' ')),
    {
      nil: undefined,
    },
  ),
  text: fc.constantFrom('доставка оплата', 'возврат заказа', 'payment refund', ''),
});

function answersOf(index: PassageIndex): unknown {
  return queries.map((query) => searchPassages(index, query, { limit: 10 }));
}

describe('createPassageIndex', () => {
  it('answers after any upserts and removals exactly as an index built from what remained', () => {
    const step = fc.oneof(
      fc.record({ upsert: fc.array(passage, { maxLength: 6 }) }),
      fc.record({
        remove: fc.array(
          fc.integer({ min: 0, max: 12 }).map((number) => `p${number}`),
          { maxLength: 4 },
        ),
      }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const index = createPassageIndex();
        const kept = new Map<string, Passage>();
        for (const each of steps) {
          if ('upsert' in each) {
            index.upsert(each.upsert);
            for (const added of each.upsert) kept.set(added.id, added);
          } else {
            index.remove(each.remove);
            for (const id of each.remove) kept.delete(id);
          }
        }
        const rebuilt = createPassageIndex();
        rebuilt.upsert(kept.values());
        expect(index.size).toBe(kept.size);
        expect(answersOf(index)).toEqual(answersOf(rebuilt));
      }),
    );
  });

  it('stays exact when removed words are swept out', () => {
    const long = (id: string, word: string): Passage => ({ id, kind: 'file', text: `${word} заказ `.repeat(2_000) });
    const index = createPassageIndex();
    for (let round = 0; round < 8; round += 1)
      index.upsert([long('a', 'доставка'), long('b', 'оплата'), long('c', 'refund')]);
    index.remove(['b']);
    const rebuilt = createPassageIndex();
    rebuilt.upsert([long('a', 'доставка'), long('c', 'refund')]);
    expect(index.state.words.length).toBeLessThan(40_000);
    expect(answersOf(index)).toEqual(answersOf(rebuilt));
  });

  it('builds in slices between which others get their turn, to the same index', async () => {
    const passages = Array.from({ length: 300 }, (_, number): Passage => {
      return {
        id: `p${number}`,
        kind: 'qa',
        question: `${words[number % 12]} ${words[number % 7]}`,
        text: `answer ${number}`,
      };
    });
    const sliced = createPassageIndex();
    const sizes: number[] = [];
    await upsertInSlices(sliced, passages, async () => {
      sizes.push(sliced.size);
    });
    const whole = createPassageIndex();
    whole.upsert(passages);
    expect(sizes).toEqual([64, 128, 192, 256]);
    expect(answersOf(sliced)).toEqual(answersOf(whole));
  });
});
