import { answerLatencyBench } from './answer-latency/index.ts';
import type { BenchOptions } from './bench.ts';
import { fanOutBench } from './fan-out/index.ts';
import type { Figure } from './figures.ts';
import { memoryBench } from './idle/memory.ts';
import { startBench } from './idle/start.ts';
import { intakeBench } from './intake/index.ts';
import { listsBench } from './lists/index.ts';
import { pathBench } from './path/index.ts';
import { retrievalBench, retrievalScaleBench } from './retrieval/index.ts';
import { webWeightBench } from './web-weight.ts';
import { measureWidgetWeight } from './widget-weight.ts';

async function widgetWeightBench(): Promise<Figure[]> {
  const { loaderGzip, totalGzip, budget } = await measureWidgetWeight();
  return [
    { name: 'widget loader, gzip', figure: loaderGzip, unit: 'B', budget: { most: budget.loaderGzip } },
    { name: 'widget, everything, gzip', figure: totalGzip, unit: 'B', budget: { most: budget.totalGzip } },
  ];
}

async function scaleBench({ argv, isShort }: BenchOptions): Promise<Figure[]> {
  const passages = Number(argv[0] ?? (isShort ? 20_000 : 100_000));
  const result = await retrievalScaleBench(passages);
  return [
    { name: `retrieval at ${passages} passages, p99`, figure: result.p99Ms, unit: 'ms', budget: { most: 50 } },
    { name: `retrieval at ${passages} passages, p50`, figure: result.p50Ms, unit: 'ms' },
    { name: 'index of the passages', figure: result.memoryMb, unit: 'MB' },
    { name: 'building it', figure: result.buildSeconds, unit: 's' },
    { name: 'longest hold of the event loop', figure: result.longestSliceMs, unit: 'ms' },
  ];
}

/** By name; `told`: it has printed its own table and JSON. */
export const benches: Record<string, (options: BenchOptions) => Promise<Figure[] | 'told'>> = {
  path: pathBench,
  intake: intakeBench,
  'answer-latency': answerLatencyBench,
  'widget-weight': widgetWeightBench,
  'web-weight': webWeightBench,
  start: startBench,
  memory: memoryBench,
  lists: listsBench,
  'fan-out': fanOutBench,
  'retrieval-scale': scaleBench,
  retrieval: async ({ argv }) => {
    await retrievalBench(argv);
    return 'told';
  },
};
