import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchPassages } from '../search-passages.ts';
import { compactState } from './compact-state.ts';
import { addPassage, emptyState, type Passage, removePassage } from './index-state.ts';
import { createPassageIndex, type PassageIndex } from './passage-index.ts';
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
  phrasings: fc.array(fc.constantFrom('сколько стоит доставка', 'цена возврата', 'refund', ''), { maxLength: 3 }),
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

  it('stays exact when removed words are swept out', async () => {
    const long = (id: string, word: string): Passage => ({ id, kind: 'file', text: `${word} заказ `.repeat(2_000) });
    const index = createPassageIndex();
    for (let round = 0; round < 8; round += 1)
      index.upsert([long('a', 'доставка'), long('b', 'оплата'), long('c', 'refund')]);
    index.remove(['b']);
    await index.compact(async () => undefined);
    const rebuilt = createPassageIndex();
    rebuilt.upsert([long('a', 'доставка'), long('c', 'refund')]);
    expect(index.state.words.length).toBeLessThan(40_000);
    expect(answersOf(index)).toEqual(answersOf(rebuilt));
  });

  it('stays exact when passages change while a big index is swept in slices', async () => {
    const index = createPassageIndex();
    const passage = (number: number, round: number): Passage => ({
      id: `p${number}`,
      kind: 'qa',
      question: `${words[number % 12]} ${words[(number + round) % 7]}`,
      text: `${words[((number >> 1) + round) % 12]} `.repeat(100) + (number >> 1),
    });
    const all = (round: number): Passage[] => Array.from({ length: 2_500 }, (_, number) => passage(number, round));
    index.upsert(all(0));
    index.upsert(all(1));
    index.upsert(all(2));
    index.remove(['p3', 'p4']);
    const before = index.state.words.length;
    let turns = 0;
    await index.compact(async () => {
      turns += 1;
      index.upsert([passage(turns, 3), passage(2_500 + turns, 3), passage(2_400 - turns, 4)]);
      index.remove([`p${turns + 40}`, `p${2_490 - turns}`, 'p3']);
    });
    expect(turns).toBeGreaterThan(0);
    expect(index.state.words.length).toBeLessThan(before);
    const kept = new Map(all(2).map((each) => [each.id, each]));
    for (const id of ['p3', 'p4']) kept.delete(id);
    for (let turn = 1; turn <= turns; turn += 1) {
      for (const each of [passage(turn, 3), passage(2_500 + turn, 3), passage(2_400 - turn, 4)])
        kept.set(each.id, each);
      for (const id of [`p${turn + 40}`, `p${2_490 - turn}`, 'p3']) kept.delete(id);
    }
    const rebuilt = createPassageIndex();
    rebuilt.upsert(kept.values());
    expect([...index.ids()].toSorted()).toEqual([...rebuilt.ids()].toSorted());
    expect(answersOf(index)).toEqual(answersOf(rebuilt));
  });

  const swept = (number: number, round: number): Passage => ({
    id: `p${number}`,
    kind: 'qa',
    question: `${words[number % 12]} ${words[(number + round) % 7]}`,
    text: `${words[((number >> 1) + round) % 12]} `.repeat(20) + (number >> 1),
  });

  it('risk: what changed during a sweep is put right in one piece that holds up everybody', async () => {
    const state = emptyState();
    for (let round = 0; round < 2; round += 1)
      for (let number = 0; number < 400; number += 1) {
        removePassage(state, `p${number}`);
        addPassage(state, swept(number, round));
      }
    const changed = new Set(Array.from({ length: 400 }, (_, number) => `p${number}`));
    const left: number[] = [];
    await compactState(state, { changed, pause: async () => void left.push(changed.size) });
    const ends = [...left.filter((size) => size < 400), 0];
    const steps = ends.map((size, at) => (ends[at - 1] ?? 400) - size);
    expect(Math.max(...steps)).toBeLessThanOrEqual(32);
  });

  it('risk: passages that change again while what changed is put right are as they were', async () => {
    const change = fc.oneof(
      fc.record({ upsert: fc.integer({ min: 0, max: 450 }), round: fc.integer({ min: 0, max: 5 }) }),
      fc.record({ remove: fc.integer({ min: 0, max: 450 }) }),
      fc.record({ without: fc.integer({ min: 0, max: 450 }) }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(change, { minLength: 60, maxLength: 90 }), { minLength: 12, maxLength: 12 }),
        async (turns) => {
          const index = createPassageIndex();
          const kept = new Map<string, Passage>();
          const put = (each: Passage) => {
            index.upsert([each]);
            kept.set(each.id, each);
          };
          for (let round = 0; round < 6; round += 1)
            for (let number = 0; number < 400; number += 1) put(swept(number, round));
          await index.compact(async () => {
            for (const each of turns.shift() ?? []) {
              if ('upsert' in each) put(swept(each.upsert, each.round));
              else if ('remove' in each) {
                index.remove([`p${each.remove}`]);
                kept.delete(`p${each.remove}`);
              } else index.withoutQuestion({ passageId: `p${each.without}`, phrasing: 0 }, () => undefined);
            }
          });
          const rebuilt = createPassageIndex();
          rebuilt.upsert(kept.values());
          expect([...index.ids()].toSorted()).toEqual([...rebuilt.ids()].toSorted());
          expect(answersOf(index)).toEqual(answersOf(rebuilt));
        },
      ),
      { numRuns: 6, endOnFailure: true },
    );
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
    expect(sizes).toEqual(Array.from({ length: 18 }, (_, slice) => 16 * (slice + 1)));
    expect(answersOf(sliced)).toEqual(answersOf(whole));
  });
});

describe('putting passages in', () => {
  const invented = (count: number) =>
    Array.from(
      { length: count },
      (_, number) => `ъ${number.toString(2).replaceAll('0', 'у').replaceAll('1', 'ы')}`,
    ).join(' ');

  it('risk: one long passage of invented words holds up everybody', async () => {
    const index = createPassageIndex();
    const learned: number[] = [];
    let before = 0;
    await upsertInSlices(index, [{ id: 'long', kind: 'qa', question: 'где', text: invented(4000) }], async () => {
      learned.push(index.state.vocabulary.stems.length - before);
      before = index.state.vocabulary.stems.length;
    });
    expect(before).toBeGreaterThan(1000);
    expect(Math.max(...learned)).toBeLessThanOrEqual(160);
    expect(index.size).toBe(1);
  });

  it('finds the same as without slices', async () => {
    const passages = Array.from({ length: 40 }, (_, number) => ({
      id: `${number}`,
      kind: 'qa' as const,
      question: `вопрос ${words[number % words.length]}`,
      text: `${words[(number * 7) % words.length]} `.repeat(400) + number,
    }));
    const [sliced, whole] = [createPassageIndex(), createPassageIndex()];
    await upsertInSlices(sliced, passages);
    whole.upsert(passages);
    expect(answersOf(sliced)).toEqual(answersOf(whole));
  });

  it('tells what the index takes: more for invented words than for the same length of ordinary text', () => {
    const bytesOf = (text: string) => {
      const index = createPassageIndex();
      index.upsert([{ id: 'one', kind: 'qa', text }]);
      return index.bytes;
    };
    const text = invented(4000);
    expect(bytesOf(text)).toBeGreaterThan(10 * bytesOf('доставка заказа '.repeat(text.length / 16)));
  });
});
