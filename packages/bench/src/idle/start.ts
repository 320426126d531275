import { buildBrowserCode } from '../../../../scripts/build-browser-code.ts';
import type { BenchOptions } from '../bench.ts';
import type { Figure } from '../figures.ts';
import { openStores } from '../harness/open-stores.ts';
import { productStart } from '../harness/places.ts';
import { startProgram } from '../harness/processes.ts';

/** `npm start` until 200 on /ready: on an empty data folder, and again; the browser code is built before. */
export async function startBench({ isShort }: BenchOptions): Promise<Figure[]> {
  await buildBrowserCode();
  const stores = await openStores({ needsServer: false });
  const { env } = await stores.make('embedded');
  const times: number[] = [];
  for (let start = 0; start < (isShort ? 2 : 4); start += 1) {
    const running = await startProgram({ ...productStart, env, readyPath: '/ready' });
    times.push(running.readyAfterMs / 1000);
    await running.close();
  }
  await stores.close();
  const [first = 0, ...later] = times;
  return [
    { name: 'first start', figure: first, unit: 's', budget: { max: 20 } },
    { name: 'later start', figure: Math.max(...later), unit: 's', budget: { max: 5 } },
  ];
}
