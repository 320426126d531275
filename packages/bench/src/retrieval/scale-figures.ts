import type { BenchOptions } from '../bench.ts';
import type { Figure } from '../figures.ts';
import { retrievalScaleBench } from './scale.ts';
import { vectorsInDatabase } from './vectors-in-database.ts';

/** Searches in a large base, by words and by vectors; its size may be given. */
export async function scaleFigures({ argv, isShort }: BenchOptions): Promise<Figure[]> {
  const passages = Number(argv[0] ?? (isShort ? 20_000 : 100_000));
  const result = await retrievalScaleBench(passages);
  return [
    { name: `retrieval at ${passages} passages, p99`, figure: result.p99Ms, unit: 'ms', budget: { max: 50 } },
    { name: `retrieval at ${passages} passages, p50`, figure: result.p50Ms, unit: 'ms' },
    { name: 'index of the passages', figure: result.memoryMb, unit: 'MB' },
    { name: 'memory of 1,000 passages', figure: result.bytesPerThousand / 2 ** 20, unit: 'MB' },
    { name: 'calibrating it, time of the processor', figure: result.calibrationSeconds, unit: 's' },
    { name: 'longest hold of the event loop while it is calibrated', figure: result.longestQuestionMs, unit: 'ms' },
    { name: 'building it', figure: result.buildSeconds, unit: 's' },
    { name: 'longest hold of the event loop', figure: result.longestSliceMs, unit: 'ms' },
    ...(await vectorsInDatabase(passages)),
  ];
}
