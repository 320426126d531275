import type { BenchOptions } from './bench.ts';
import type { Figure } from './figures.ts';

async function widgetWeight(): Promise<Figure[]> {
  const { measureWidgetWeight } = await import('./widget-weight.ts');
  const { loaderGzip, totalGzip, extrasGzip, budget } = await measureWidgetWeight();
  return [
    { name: 'widget loader, gzip', figure: loaderGzip, unit: 'B', budget: { max: budget.loaderGzip } },
    { name: 'widget, everything, gzip', figure: totalGzip, unit: 'B', budget: { max: budget.totalGzip } },
    { name: 'widget, what few need, gzip', figure: extrasGzip, unit: 'B', budget: { max: budget.extrasGzip } },
  ];
}

type NamedBench = (options: BenchOptions) => Promise<Figure[] | 'printed'>;

/** By name, each loaded when it runs; `printed`: it has printed its own table and JSON. */
export const benches: Record<string, NamedBench> = {
  path: async (options) => await (await import('./path/index.ts')).pathBench(options),
  intake: async (options) => await (await import('./intake/index.ts')).intakeBench(options),
  'answer-latency': async (options) => await (await import('./answer-latency/index.ts')).answerLatencyBench(options),
  'widget-weight': widgetWeight,
  'web-weight': async () => await (await import('./web-weight.ts')).webWeightBench(),
  start: async (options) => await (await import('./idle/start.ts')).startBench(options),
  memory: async (options) => await (await import('./memory/index.ts')).memoryBench(options),
  lists: async (options) => await (await import('./lists/index.ts')).listsBench(options),
  'fan-out': async (options) => await (await import('./fan-out/index.ts')).fanOutBench(options),
  'retrieval-scale': async (options) => await (await import('./retrieval/scale-figures.ts')).scaleFigures(options),
  'slow-network': async (options) => await (await import('./slow-network/index.ts')).slowNetworkBench(options),
  reading: async (options) => await (await import('./documents/reading-figures.ts')).readingFigures(options),
  documents: async ({ argv }) => {
    await (await import('./documents/index.ts')).documentsBench(argv);
    return 'printed';
  },
  retrieval: async ({ argv }) => {
    await (await import('./retrieval/index.ts')).retrievalBench(argv);
    return 'printed';
  },
};
