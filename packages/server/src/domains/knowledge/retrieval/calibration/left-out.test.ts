import { expect, it, vi } from 'vitest';
import { compactState } from '../passage-index/compact-state.ts';
import type { PassageIndexState } from '../passage-index/index-state.ts';
import { createPassageIndex } from '../passage-index/passage-index.ts';
import { askedWithout, askedWithoutPhrasing, listLeftOut } from './left-out.ts';

const PAIR = {
  id: 'pair',
  kind: 'qa' as const,
  question: '???',
  phrasings: ['Сколько стоит доставка?', '!!!', 'Цена курьера'],
  text: 'Доставка 300 рублей.',
};

it('a phrasing keeps its number beside those without a word, as its vector has it, whatever is left out or swept', async () => {
  const index = createPassageIndex();
  index.upsert([PAIR, { ...PAIR, id: 'other', question: 'Есть оплата?', phrasings: ['...'], text: 'Картой.' }]);
  const askedOf = (state: PassageIndexState) =>
    listLeftOut(state, 10).flatMap((each) => (each.kind === 'pair' ? [[each.passageId, each.phrasing]] : []));
  const expected = [
    ['pair', 1],
    ['pair', 3],
    ['other', 0],
  ];
  const verify = (state = index.state) => {
    expect(askedOf(state)).toHaveLength(expected.length);
    expect(askedOf(state)).toEqual(expect.arrayContaining(expected));
  };
  verify();
  const last = { asked: { passageId: 'pair', phrasing: 3 }, act: (stems: string[]) => stems.length };
  expect(askedWithoutPhrasing(index, last)).toBe(2);
  expect(askedWithout(index, last)).toBe(2);
  expect(askedWithout(index, { ...last, asked: { passageId: 'pair', phrasing: 2 } })).toBeUndefined();
  const before = index.state.liveQuestions;
  index.replacing({ ...PAIR, phrasings: [] }, () => expect(index.state.liveQuestions).toBe(before - 2));
  verify();
  verify(await compactState(index.state, { changed: new Set(), pause: async () => undefined }));
});

it('risk: one answer of thousands of questions holds the loop: few of them are read, the same ones in any order', () => {
  const ids = Array.from({ length: 3000 }, (_, at) => `pair ${String((at * 7919) % 3000).padStart(4, '0')}`);
  const listOf = (given: string[]) => {
    const index = createPassageIndex();
    index.upsert(given.map((id) => ({ ...PAIR, id, question: `Доставка ${id}`, phrasings: [] })));
    const read = vi.spyOn(index.state.placeOfPassage, 'get');
    const listed = listLeftOut(index.state, 10);
    return { listed, reads: read.mock.calls.length };
  };
  const { listed, reads } = listOf(ids);
  expect(listed).toHaveLength(5);
  expect(new Set(listed.map((each) => each.kind === 'pair' && each.passageId)).size).toBe(5);
  expect(reads).toBeLessThanOrEqual(100);
  expect(listOf(ids.toReversed()).listed).toEqual(listed);
});
