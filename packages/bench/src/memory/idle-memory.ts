import type { Figure } from '../figures.ts';
import { openStores, type StoreKind } from '../harness/open-stores.ts';
import { productStart } from '../harness/places.ts';
import { readProcessCost } from '../harness/process-cost.ts';
import { startProgram } from '../harness/processes.ts';

const REST_MS = 15_000;
const BUDGETS: Record<StoreKind, number> = { PostgreSQL: 200, embedded: 400 };

/** Resident memory of all our processes, 15 s after they are ready. */
export async function measureIdleMemory(): Promise<Figure[]> {
  const stores = await openStores({ needsServer: true });
  const figures: Figure[] = [];
  for (const kind of ['PostgreSQL', 'embedded'] as const) {
    const { env } = await stores.make(kind);
    // The start as people run it, on a folder that is not new.
    await (await startProgram({ ...productStart, env, readyPath: '/ready' })).close();
    const running = await startProgram({ ...productStart, env, readyPath: '/ready' });
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    const cost = readProcessCost(running.pid);
    await running.close();
    if (cost === undefined) throw new Error('Memory can be read on Linux only');
    figures.push({
      name: `idle memory, ${kind}`,
      figure: cost.residentMb,
      unit: 'MB',
      budget: { max: BUDGETS[kind] },
    });
  }
  await stores.close();
  return figures;
}
