import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyseQuery } from '../analyse-query.ts';
import { collectCandidates } from '../collect-candidates.ts';
import { retrievalLimits } from '../limits.ts';
import { searchPassages } from '../search-passages.ts';
import type { AnswerEntry, Passage } from './index-state.ts';
import { createPassageIndex, type PassageIndex } from './passage-index.ts';

const words = 'доставка оплата возврат заказ срок цена delivery payment refund order price city'.split(' ');
const wordAt = (number: number) => words[number % words.length];

/** Pairs that all have one answer. */
const pairs = (count: number): Passage[] =>
  Array.from({ length: count }, (_, number) => ({
    id: `p${String(number).padStart(5, '0')}`,
    kind: 'qa',
    question: `${wordAt(number)} ${wordAt(number >> 2)} ${number}`,
    phrasings: [`${wordAt(number)} ${number} иначе`],
    text: 'Позвоните нам.',
  }));
const pieces = (count: number): Passage[] => pairs(count).map(({ id, text }) => ({ id, kind: 'file', text }));

/** How many members of the one answer are read while something is done. */
function countReads(index: PassageIndex, act: () => void): number {
  const [entry] = index.state.answers;
  if (entry === undefined) throw new Error('no answer');
  let reads = 0;
  const counted = (members: AnswerEntry['members']) =>
    new Proxy(members, {
      get(target, name) {
        if (typeof name === 'string' && /^\d+$/.test(name)) reads += 1;
        return Reflect.get(target, name);
      },
    });
  let held = counted(entry.members);
  Object.defineProperty(entry, 'members', {
    get: () => held,
    set(members: AnswerEntry['members']) {
      held = counted(members);
    },
  });
  act();
  return reads;
}

function indexOf(passages: Passage[]): PassageIndex {
  const index = createPassageIndex();
  index.upsert(passages);
  return index;
}

describe('risk: a base of thousands of pairs with one answer holds up everybody', () => {
  it.each([
    ['pairs', pairs],
    ['pieces', pieces],
  ])('removing %s takes a few steps each, whatever their number', (_, make) => {
    const stepsOf = (count: number) => {
      const passages = make(count);
      const index = indexOf(passages);
      return countReads(index, () => index.remove(passages.map(({ id }) => id)));
    };
    expect(stepsOf(800)).toBeLessThan(2.5 * stepsOf(400));
  });

  it('leaving the answer out takes a pass over its members, and leaves nothing to sweep', () => {
    const index = indexOf(pairs(500));
    const sizes = () => [index.state.words.length, index.state.questionAnswer.length, index.state.deadWords];
    const before = sizes();
    const reads = countReads(index, () => index.without(0, () => undefined));
    expect(reads).toBeLessThanOrEqual(5 * 1000);
    expect(sizes()).toEqual(before);
  });

  it('a search keeps no more of its questions than it looks at closely', () => {
    const index = indexOf(pairs(500));
    const { id, question = '' } = pairs(500)[40] ?? {};
    const query = analyseQuery(index.state, question);
    const [candidate] = collectCandidates(index.state, { query, limit: 10 });
    expect(candidate?.questions).toHaveLength(retrievalLimits.questionsPerCandidate);
    expect(candidate?.questions[0]?.passageId).toBe(id);
    expect(searchPassages(index, question, { limit: 1 }).hits[0]?.id).toBe(id);
  });

  it('a big index is swept in slices within the answer', async () => {
    const long = Array.from({ length: 50 }, (_, number) => wordAt(number)).join(' ');
    const passages = pairs(6_000).map((each) => ({ ...each, question: long, phrasings: [] }));
    const index = indexOf(passages);
    index.remove(passages.slice(0, 4_000).map(({ id }) => id));
    let turns = 0;
    await index.compact(async () => {
      turns += 1;
      // The last members take the places of these, which are copied already.
      index.remove(passages.slice(4_000 + turns * 10, 4_005 + turns * 10).map(({ id }) => id));
    });
    expect(turns).toBeGreaterThan(1);
    expect(index.size).toBe(2_000 - 5 * turns);
    expect(index.state.answers[0]?.members).toHaveLength(index.size);
  });
});

describe('leaving an answer out', () => {
  const passage = fc.record({
    kind: fc.constantFrom<Passage['kind'][]>('qa', 'file'),
    question: fc.array(fc.constantFrom(...words), { maxLength: 4 }).map((list) => list.join(' ')),
    phrasings: fc.array(fc.constantFrom('сколько стоит доставка', 'цена возврата', ''), { maxLength: 2 }),
    text: fc.constantFrom('доставка оплата', 'возврат заказа', 'payment refund', ''),
  });
  const ask = (index: PassageIndex) =>
    ['доставка заказа', 'сколько стоит доставка', 'refund', 'paymnet', 'цена'].map((query) =>
      searchPassages(index, query, { limit: 10 }),
    );

  it('searches exactly as if it had never been there, and afterwards as before', () => {
    fc.assert(
      fc.property(fc.array(passage, { minLength: 1, maxLength: 10 }), fc.nat(), (made, chosen) => {
        const passages = made.map((each, number) => ({ id: `p${number}`, ...each }));
        const index = indexOf(passages);
        const before = ask(index);
        const left = passages[chosen % passages.length]?.id ?? '';
        const answer = index.state.placeOfPassage.get(left)?.answer ?? -1;
        const others = passages.filter(({ id }) => index.state.placeOfPassage.get(id)?.answer !== answer);
        expect(index.without(answer, () => ask(index))).toEqual(ask(indexOf(others)));
        expect(ask(index)).toEqual(before);
      }),
    );
  });
});
