import type { BenchOptions } from '../bench.ts';
import type { Figure } from '../figures.ts';
import { generateBase } from './generated-base.ts';
import { type OneAnswerResult, oneAnswerBench, retrievalScaleBench, type ScaleResult } from './scale.ts';
import { type StoredResult, storedScaleBench } from './stored-scale.ts';
import { vectorsInDatabase } from './vectors-in-database.ts';

/** Searches in a large base, in memory and stored in PostgreSQL, by words and by vectors; its size may be given. */
export async function scaleFigures({ argv, isShort }: BenchOptions): Promise<Figure[]> {
  const count = Number(argv[0] ?? (isShort ? 20_000 : 100_000));
  const base = generateBase(count);
  const searched = await retrievalScaleBench(base);
  const oneAnswer = await oneAnswerBench(base);
  const stored = await storedScaleBench(base);
  const vectors = await vectorsInDatabase(count);
  return [
    ...storedFigures(count, stored),
    ...searchFigures(count, searched),
    ...oneAnswerFigures(count, oneAnswer),
    ...vectors,
  ];
}

function storedFigures(count: number, result: StoredResult): Figure[] {
  const name = `question to ${count} passages in PostgreSQL`;
  return [
    { name: `${name}, p99`, figure: result.p99Ms, unit: 'ms', budget: { max: 50 } },
    { name: `${name}, p50`, figure: result.p50Ms, unit: 'ms' },
    { name: `${name}, its passage first`, figure: result.foundShare * 100, unit: '%' },
    { name: 'reading, building and calibrating it', figure: result.openSeconds, unit: 's' },
    { name: 'storing it', figure: result.loadSeconds, unit: 's' },
  ];
}

function searchFigures(count: number, result: ScaleResult): Figure[] {
  return [
    { name: `retrieval at ${count} passages, p99`, figure: result.p99Ms, unit: 'ms', budget: { max: 50 } },
    { name: `retrieval at ${count} passages, p50`, figure: result.p50Ms, unit: 'ms' },
    { name: 'index of the passages', figure: result.memoryMb, unit: 'MB' },
    { name: 'memory of 1,000 passages', figure: result.bytesPerThousand / 2 ** 20, unit: 'MB' },
    { name: 'calibrating it, time of the processor', figure: result.calibrationSeconds, unit: 's' },
    { name: 'longest hold of the event loop while it is calibrated', figure: result.longestQuestionMs, unit: 'ms' },
    { name: 'building it', figure: result.buildSeconds, unit: 's' },
    { name: 'longest hold of the event loop', figure: result.longestSliceMs, unit: 'ms' },
  ];
}

function oneAnswerFigures(count: number, { p99Ms, longestMs, calibrationSeconds }: OneAnswerResult): Figure[] {
  const name = `${count} pairs with one answer`;
  return [
    { name: `${name}, p99`, figure: p99Ms, unit: 'ms', budget: { max: 50 } },
    { name: `${name}, calibrating them, time of the processor`, figure: calibrationSeconds, unit: 's' },
    { name: `${name}, longest hold while they are calibrated`, figure: longestMs.calibration, unit: 'ms' },
    { name: `${name}, longest hold while they are built`, figure: longestMs.build, unit: 'ms' },
    { name: `${name}, longest hold while they are removed`, figure: longestMs.removal, unit: 'ms' },
  ];
}
