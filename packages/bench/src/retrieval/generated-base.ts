import type { Passage } from '../../../server/src/domains/knowledge/retrieval/passage-index/index-state.ts';

export type GeneratedBase = {
  passages: Passage[];
  /** A question in the words of some passage, by its id. */
  nextQuestion(): { query: string; id: string };
};

const WORDS_PER_PASSAGE = 60;

/** Passages with the word frequencies of real text, three quarters of them pairs; the same ones at every run. */
export function generateBase(count: number): GeneratedBase {
  const random = seededRandom(20_251);
  const words = generatedWords(60_000, random);
  const passages = generatedPassages({ count, words, random });
  return {
    passages,
    nextQuestion() {
      const target = passages[Math.floor(random() * passages.length)];
      if (target === undefined) throw new Error('a base without passages has no question');
      return { query: generatedQuery(target, random), id: target.id };
    },
  };
}

function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const syllables = {
  ru: 'ба во га до же зи ко лу мо на пе ра си ту фо ха це чи ша щу ста при пере про вы за ние ость тель ка ник'.split(
    ' ',
  ),
  en: 'ba co de fi ga ho in jo ke lo ma ne or pa qui ra se ti un ve wa ex pre con tion ment ing er ist able'.split(' '),
};

function generatedWords(count: number, random: () => number): string[] {
  const words = new Set<string>();
  while (words.size < count) {
    const parts = words.size % 3 === 0 ? syllables.en : syllables.ru;
    const length = 2 + Math.floor(random() * 3);
    words.add(Array.from({ length }, () => parts[Math.floor(random() * parts.length)]).join(''));
  }
  return [...words];
}

/** Zipf: the n-th most frequent word stands with a frequency of about 1/n, as in real text. */
function zipfWord(words: string[], random: () => number): string {
  return words[Math.floor(words.length ** random()) - 1] ?? '';
}

function generatedPassages(plan: { count: number; words: string[]; random: () => number }): Passage[] {
  return Array.from({ length: plan.count }, (_, number) => {
    const text = Array.from({ length: WORDS_PER_PASSAGE }, () => zipfWord(plan.words, plan.random)).join(' ');
    if (number % 4 === 0) return { id: `p${number}`, kind: 'file', text };
    const question = Array.from({ length: 8 }, () => zipfWord(plan.words, plan.random)).join(' ');
    return { id: `p${number}`, kind: 'qa', question, text };
  });
}

/** Eight words of the passage, one of them with two letters swapped. */
function generatedQuery(passage: Passage, random: () => number): string {
  const words = (passage.question ?? passage.text).split(' ');
  const chosen = Array.from({ length: 8 }, () => words[Math.floor(random() * words.length)] ?? '');
  const [first = ''] = chosen;
  chosen[0] = first.slice(0, 1) + first.slice(2, 3) + first.slice(1, 2) + first.slice(3);
  return chosen.join(' ');
}
