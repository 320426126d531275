import type { BenchOptions } from '../bench.ts';
import { type Figure, quantile } from '../figures.ts';
import { openSteadyAnswers } from './steady-answers.ts';

const WARM_UP_SECONDS = 6;

/** Inbound message → answer queued, extractive, at a steady 50 messages a second on PostgreSQL. */
export async function answerLatencyBench({ isShort }: BenchOptions): Promise<Figure[]> {
  const steady = await openSteadyAnswers();
  await steady.measure(WARM_UP_SECONDS);
  const { fromStart, fromAccepted, late } = await steady.measure(isShort ? 10 : 40);
  await steady.close();
  const share = (100 * fromStart.length) / (fromStart.length + late);
  return [
    { name: 'answered within 10 s', figure: share, unit: '%', budget: { min: 100 } },
    { name: 'answer queued after the 200, p50', figure: quantile(fromAccepted, 0.5), unit: 'ms', budget: { max: 25 } },
    {
      name: 'answer queued after the 200, p99',
      figure: quantile(fromAccepted, 0.99),
      unit: 'ms',
      budget: { max: 150 },
    },
    {
      name: 'answer queued after the first byte, p50',
      figure: quantile(fromStart, 0.5),
      unit: 'ms',
      budget: { max: 25 },
    },
    {
      name: 'answer queued after the first byte, p99',
      figure: quantile(fromStart, 0.99),
      unit: 'ms',
      budget: { max: 150 },
    },
  ];
}
