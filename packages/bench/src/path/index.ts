import { parseArgs } from 'node:util';
import type { BenchOptions } from '../bench.ts';
import { type Figure, median } from '../figures.ts';
import { createHttpClient } from '../load/http-client.ts';
import type { LoadResult } from '../load/run-customers.ts';
import { openStores, type StoreKind, type Stores } from '../setting/open-stores.ts';
import { readProcessCost } from '../setting/process-cost.ts';
import { takeProfileOption } from '../setting/profile-option.ts';
import { startVendorStubs } from '../setting/vendor-stubs.ts';
import { type Contender, type Round, startLeastPath, startProductContender } from './contenders.ts';

const customers = 8;

/** `allCpuMs`: of everything that a message moves: the server, its database, the vendors and the customers. */
type RoundResult = LoadResult & { cpuMs: number; allCpuMs: number };
type Results = { product: RoundResult[]; least: RoundResult[] };

async function runRound(contender: Contender, round: Round): Promise<RoundResult> {
  const read = () => [contender.pid, process.pid].map((pid) => readProcessCost(pid)?.cpuMs ?? 0);
  const [own = 0, all = 0] = read();
  const result = await contender.run(round);
  const [ownAfter = 0, allAfter = 0] = read();
  const acts = Math.max(1, result.acts);
  return { ...result, cpuMs: (ownAfter - own) / acts, allCpuMs: (allAfter - all) / acts };
}

type Plan = { kind: StoreKind; rounds: number; forMs: number; nodeOptions: string[] };

/** Both, turn by turn in one run, so that what else the machine does hits both alike. */
async function measure(stores: Stores, plan: Plan): Promise<Results> {
  const stubs = await startVendorStubs();
  const http = createHttpClient({ connections: customers });
  const { nodeOptions } = plan;
  const product = await startProductContender({ store: await stores.make(plan.kind), stubs, http, nodeOptions });
  const least = await startLeastPath({ store: await stores.make(plan.kind), stubs, http });
  const results: Results = { product: [], least: [] };
  try {
    for (let round = 0; round < plan.rounds; round += 1) {
      const warmUp = round === 0 ? { ms: 2000, acts: 1500 } : { ms: 500, acts: 0 };
      const load = { customers, warmUp, forMs: plan.forMs };
      results.least.push(await runRound(least, load));
      results.product.push(await runRound(product, load));
    }
  } finally {
    http.close();
    await Promise.all([product.close(), least.close()]);
    await stubs.close();
  }
  return results;
}

function toFigures(kind: StoreKind, { product, least }: Results): Figure[] {
  const rate = (rounds: LoadResult[]) => median(rounds.map(({ perSecond }) => perSecond));
  const p99 = median(product.map(({ p99Ms }) => p99Ms));
  const p50 = median(product.map(({ p50Ms }) => p50Ms));
  return [
    {
      name: `${kind}: share of the least path`,
      figure: rate(product) / rate(least),
      unit: 'ratio',
      budget: { least: 0.35 },
    },
    { name: `${kind}: product`, figure: rate(product), unit: 'per s' },
    { name: `${kind}: product, p50`, figure: p50, unit: 'ms' },
    { name: `${kind}: product, p99`, figure: p99, unit: 'ms' },
    { name: `${kind}: least path`, figure: rate(least), unit: 'per s' },
    // CPU tells what the code costs also where other work takes most of the machine.
    ...(['product', 'least'] as const).flatMap((name): Figure[] => {
      const rounds = { product, least }[name];
      return [
        { name: `${kind}: ${name}, CPU of a message`, figure: median(rounds.map(({ cpuMs }) => cpuMs)), unit: 'ms' },
        {
          name: `${kind}: ${name}, CPU with all around`,
          figure: median(rounds.map(({ allCpuMs }) => allCpuMs)),
          unit: 'ms',
        },
      ];
    }),
  ];
}

/** One message through, 8 customers at once: webhook → answer of a model → sent, beside the least path. */
export async function pathBench({ argv, isShort }: BenchOptions): Promise<Figure[]> {
  const { nodeOptions, rest } = takeProfileOption(argv);
  const { values } = parseArgs({
    args: rest,
    options: {
      store: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
    },
  });
  const kinds = (['PostgreSQL', 'embedded'] as const).filter((kind) => (values.store ?? kind) === kind);
  const rounds = Number(values.rounds ?? (isShort ? 3 : 5));
  const forMs = Number(values.seconds ?? (isShort ? 3 : 6)) * 1000;
  const stores = await openStores({ needsServer: kinds.includes('PostgreSQL') });
  const figures: Figure[] = [];
  for (const kind of kinds)
    figures.push(...toFigures(kind, await measure(stores, { kind, rounds, forMs, nodeOptions })));
  await stores.close();
  return figures;
}
