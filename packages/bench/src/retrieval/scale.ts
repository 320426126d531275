import { calibrateIndex } from '../../../server/src/domains/knowledge/retrieval/calibration/calibrate-index.ts';
import { decideAnswer } from '../../../server/src/domains/knowledge/retrieval/decide-answer.ts';
import type { Passage } from '../../../server/src/domains/knowledge/retrieval/passage-index/index-state.ts';
import {
  createPassageIndex,
  type PassageIndex,
} from '../../../server/src/domains/knowledge/retrieval/passage-index/passage-index.ts';
import { removeInSlices } from '../../../server/src/domains/knowledge/retrieval/passage-index/remove-in-slices.ts';
import { upsertInSlices } from '../../../server/src/domains/knowledge/retrieval/passage-index/upsert-in-slices.ts';
import { searchPassages } from '../../../server/src/domains/knowledge/retrieval/search-passages.ts';
import { quantile } from '../figures.ts';
import type { GeneratedBase } from './generated-base.ts';

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

const QUERIES = 1_000;

/** Builds a base of generated passages in memory and measures its build and its searches. */
export async function retrievalScaleBench(base: GeneratedBase): Promise<ScaleResult> {
  const { passages } = base;
  const heapBefore = usedMemory();
  const index = createPassageIndex();
  const building = createHoldWatch();
  const started = performance.now();
  building.begin();
  await upsertInSlices(index, passages, building.pause);
  const buildSeconds = (performance.now() - started) / 1000;
  const memoryMb = (usedMemory() - heapBefore) / 2 ** 20;
  const calibration = await measureCalibration(index);
  const { times, found } = measureSearches(index, base);
  const beforeReplace = performance.now();
  index.upsert(passages.slice(0, 100));
  return {
    passages: index.size,
    buildSeconds,
    longestSliceMs: building.longestMs(),
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

export type OneAnswerResult = {
  p99Ms: number;
  longestMs: { build: number; calibration: number; removal: number };
  calibrationSeconds: number;
};

const ONE_ANSWER = 'Позвоните нам, мы всё расскажем.';

/** The same with pairs that all lead to one answer: what one account can do to everybody on the server. */
export async function oneAnswerBench(base: GeneratedBase): Promise<OneAnswerResult> {
  const index = createPassageIndex();
  const pairs = base.passages.map(({ id, question, text }): Passage => {
    const asked = question ?? text.split(' ').slice(0, 8).join(' ');
    return { id, kind: 'qa', question: asked, text: ONE_ANSWER };
  });
  const [building, removing] = [createHoldWatch(), createHoldWatch()];
  building.begin();
  await upsertInSlices(index, pairs, building.pause);
  const { calibrationSeconds, longestQuestionMs } = await measureCalibration(index);
  const { times } = measureSearches(index, base);
  const ids = [...index.ids()];
  removing.begin();
  await removeInSlices(index, ids, removing.pause);
  return {
    p99Ms: quantile(times, 0.99),
    longestMs: { build: building.longestMs(), calibration: longestQuestionMs, removal: removing.longestMs() },
    calibrationSeconds,
  };
}

function measureSearches(index: PassageIndex, base: GeneratedBase): { times: number[]; found: number } {
  const times: number[] = [];
  let found = 0;
  for (let number = 0; number < QUERIES; number += 1) {
    const { query, id } = base.nextQuestion();
    const before = performance.now();
    const result = searchPassages(index, query, { limit: 10 });
    decideAnswer(result);
    times.push(performance.now() - before);
    if (result.hits[0]?.id === id) found += 1;
  }
  return { times, found };
}

async function measureCalibration(
  index: PassageIndex,
): Promise<Pick<ScaleResult, 'calibrationSeconds' | 'longestQuestionMs'>> {
  const watch = createHoldWatch();
  const before = process.cpuUsage();
  watch.begin();
  await calibrateIndex(index, { pause: watch.pause });
  const { user, system } = process.cpuUsage(before);
  return { calibrationSeconds: (user + system) / 1e6, longestQuestionMs: watch.longestMs() };
}

/** Gives other work its turn, and knows for how long that had to wait at most. */
function createHoldWatch() {
  let longestMs = 0;
  let startedAt = performance.now();
  const begin = () => {
    startedAt = performance.now();
  };
  return {
    begin,
    longestMs: () => longestMs,
    async pause(): Promise<void> {
      longestMs = Math.max(longestMs, performance.now() - startedAt);
      await new Promise((resolve) => setImmediate(resolve));
      begin();
    },
  };
}

function usedMemory(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
