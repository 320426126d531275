import { calibrateIndex } from '../../../server/src/domains/knowledge/retrieval/calibration/calibrate-index.ts';
import { decideAnswer } from '../../../server/src/domains/knowledge/retrieval/decide-answer.ts';
import type { Passage } from '../../../server/src/domains/knowledge/retrieval/passage-index/index-state.ts';
import {
  createPassageIndex,
  type PassageIndex,
} from '../../../server/src/domains/knowledge/retrieval/passage-index/passage-index.ts';
import { upsertInSlices } from '../../../server/src/domains/knowledge/retrieval/passage-index/upsert-in-slices.ts';
import { searchPassages } from '../../../server/src/domains/knowledge/retrieval/search-passages.ts';
import { quantile } from './run-task.ts';

export type ScaleResult = {
  passages: number;
  buildSeconds: number;
  /** Longest time that the build held the event loop. */
  longestSliceMs: number;
  memoryMb: number;
  /** Of the index itself, as it counts it; without the texts, which stay in the database. */
  bytesPerThousand: number;
  /** Time of the processor. */
  calibrationSeconds: number;
  /** Longest time that the calibration held the event loop. */
  longestQuestionMs: number;
  p50Ms: number;
  p99Ms: number;
  longestMs: number;
  replaceMs: number;
  foundShare: number;
};

const WORDS_PER_PASSAGE = 60;
const QUERIES = 1_000;

/** Builds a base of generated passages with the word frequencies of real text and measures its build and its searches. */
export async function retrievalScaleBench(passageCount = 100_000): Promise<ScaleResult> {
  const random = seededRandom(20_251);
  const words = generatedWords(60_000, random);
  const passages = generatedPassages({ count: passageCount, words, random });
  const heapBefore = usedMemory();
  const index = createPassageIndex();
  let longestSliceMs = 0;
  let sliceStart = performance.now();
  const started = performance.now();
  await upsertInSlices(index, passages, async () => {
    longestSliceMs = Math.max(longestSliceMs, performance.now() - sliceStart);
    await new Promise((resolve) => setImmediate(resolve));
    sliceStart = performance.now();
  });
  const buildSeconds = (performance.now() - started) / 1000;
  const memoryMb = (usedMemory() - heapBefore) / 2 ** 20;
  const calibration = await measureCalibration(index);
  const times: number[] = [];
  let found = 0;
  for (let number = 0; number < QUERIES; number += 1) {
    const target = passages[Math.floor(random() * passages.length)];
    if (target === undefined) continue;
    const query = generatedQuery(target, random);
    const before = performance.now();
    const result = searchPassages(index, query, { limit: 10 });
    decideAnswer(result);
    times.push(performance.now() - before);
    if (result.hits[0]?.id === target.id) found += 1;
  }
  const beforeReplace = performance.now();
  index.upsert(passages.slice(0, 100));
  return {
    passages: index.size,
    buildSeconds,
    longestSliceMs,
    memoryMb,
    bytesPerThousand: (index.bytes / index.size) * 1_000,
    ...calibration,
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    longestMs: quantile(times, 1),
    replaceMs: (performance.now() - beforeReplace) / 100,
    foundShare: found / QUERIES,
  };
}

async function measureCalibration(
  index: PassageIndex,
): Promise<Pick<ScaleResult, 'calibrationSeconds' | 'longestQuestionMs'>> {
  let longestQuestionMs = 0;
  const before = process.cpuUsage();
  let questionStart = performance.now();
  await calibrateIndex(index, {
    async pause() {
      longestQuestionMs = Math.max(longestQuestionMs, performance.now() - questionStart);
      await new Promise((resolve) => setImmediate(resolve));
      questionStart = performance.now();
    },
  });
  const { user, system } = process.cpuUsage(before);
  return { calibrationSeconds: (user + system) / 1e6, longestQuestionMs };
}

function usedMemory(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
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
