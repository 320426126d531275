import { expect, it } from 'vitest';
import type { Passage } from './index-state.ts';
import { createPassageIndex } from './passage-index.ts';
import { SHARED_BYTES, weighPassage } from './weigh-passage.ts';

const letters = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => String.fromCodePoint(from + at));
const alphabets = {
  Latin: letters(0x61, 26),
  Cyrillic: letters(0x430, 32),
  Greek: letters(0x3b1, 24),
  'letters with marks': letters(0x101, 60),
  digits: letters(0x30, 10),
  ideographs: letters(0x4e00, 20_000),
};
type Alphabet = keyof typeof alphabets;

/** Mulberry32: the same texts in every run. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function writePassages({
  alphabet,
  word,
  text,
  count,
}: {
  alphabet: Alphabet;
  word: number;
  text: number;
  count: number;
}) {
  const random = seededRandom(11);
  const signs = alphabets[alphabet];
  const pick = () => signs[Math.floor(random() * signs.length)] ?? '';
  const write = (length: number) =>
    Array.from({ length: Math.ceil(length / (word + 1)) }, () => Array.from({ length: word }, pick).join('')).join(' ');
  return Array.from({ length: count }, (_, number): Passage => {
    return { id: `${number}`, kind: 'qa', question: write(60), text: write(text) };
  });
}

function weighAndMeasure(passages: Passage[]): { weight: number; bytes: number } {
  const index = createPassageIndex();
  index.upsert(passages);
  return { weight: passages.map(weighPassage).reduce((sum, weight) => sum + weight, 0), bytes: index.bytes };
}

it.each([
  { alphabet: 'Latin', word: 5, text: 20_000, count: 10 },
  { alphabet: 'Latin', word: 40, text: 20_000, count: 25 },
  { alphabet: 'Cyrillic', word: 4, text: 20_000, count: 10 },
  { alphabet: 'Cyrillic', word: 10, text: 20_000, count: 40 },
  { alphabet: 'Cyrillic', word: 6, text: 7, count: 4000 },
  { alphabet: 'Cyrillic', word: 8, text: 100, count: 3000 },
  { alphabet: 'Greek', word: 6, text: 20_000, count: 8 },
  { alphabet: 'letters with marks', word: 6, text: 20_000, count: 8 },
  { alphabet: 'digits', word: 8, text: 20_000, count: 20 },
  { alphabet: 'ideographs', word: 1, text: 20_000, count: 8 },
  { alphabet: 'ideographs', word: 3, text: 20_000, count: 8 },
  { alphabet: 'ideographs', word: 20, text: 20_000, count: 8 },
  { alphabet: 'ideographs', word: 4, text: 5, count: 2000 },
] as const)('risk: $count passages of invented words ($alphabet, $word letters) take more than they weigh', (kind) => {
  const { weight, bytes } = weighAndMeasure(writePassages(kind));
  expect(bytes).toBeGreaterThan(1_000_000);
  expect(bytes).toBeLessThan(weight);
});

it('risk: ways to ask take more than they weigh', () => {
  const passages = writePassages({ alphabet: 'Cyrillic', word: 6, text: 40, count: 3000 }).map((passage, at) => ({
    ...passage,
    phrasings: Array.from({ length: 6 }, (_, way) => `${passage.question?.slice(way * 7)} ${at}`),
  }));
  const { weight, bytes } = weighAndMeasure(passages);
  expect(bytes).toBeLessThan(weight);
});

it('common words weigh little, whatever their number, and take no more than they weigh', () => {
  const common =
    'доставка заказа по городу бесплатно в течение дня мы работаем каждый день and every order is free'.split(' ');
  const random = seededRandom(5);
  const passages = Array.from({ length: 10_000 }, (_, number): Passage => {
    const text = Array.from({ length: 30 }, () => common[Math.floor(random() * common.length)]).join(' ');
    return { id: `${number}`, kind: 'qa', question: 'как получить заказ', text };
  });
  const { weight, bytes } = weighAndMeasure(passages);
  expect(bytes).toBeLessThan(weight + SHARED_BYTES);
  const [invented] = writePassages({ alphabet: 'Cyrillic', word: 6, text: 180, count: 1 });
  expect(weight / passages.length).toBeLessThan((invented ? weighPassage(invented) : 0) / 5);
});
