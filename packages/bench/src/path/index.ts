import { parseArgs } from 'node:util';
import type { BenchOptions } from '../bench.ts';
import { type Figure, median } from '../figures.ts';
import { openStores, type StoreKind, type Stores } from '../harness/open-stores.ts';
import { readProcessCost } from '../harness/process-cost.ts';
import { takeProfileOption } from '../harness/profile-option.ts';
import { startVendorStubs } from '../harness/vendor-stubs.ts';
import { createHttpClient } from '../load/http-client.ts';
import type { LoadResult } from '../load/run-customers.ts';
import { type Contender, type Round, startMinimalPath, startProductContender } from './contenders.ts';

const CUSTOMERS = 8;

/** `allCpuMs`: of everything that a message moves: the server, its database, the vendors and the customers. */
type RoundResult = LoadResult & { cpuMs: number; allCpuMs: number };
type Results = { product: RoundResult[]; minimal: RoundResult[] };

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
  const http = createHttpClient({ connections: CUSTOMERS });
  const { nodeOptions } = plan;
  const product = await startProductContender({ store: await stores.make(plan.kind), stubs, http, nodeOptions });
  const minimal = await startMinimalPath({ store: await stores.make(plan.kind), stubs, http });
  const results: Results = { product: [], minimal: [] };
  try {
    for (let round = 0; round < plan.rounds; round += 1) {
      const warmUp = round === 0 ? { ms: 2000, acts: 1500 } : { ms: 500, acts: 0 };
      const load = { customers: CUSTOMERS, warmUp, forMs: plan.forMs };
      results.minimal.push(await runRound(minimal, load));
      results.product.push(await runRound(product, load));
    }
  } finally {
    http.close();
    await Promise.all([product.close(), minimal.close()]);
    await stubs.close();
  }
  return results;
}

function toFigures(kind: StoreKind, { product, minimal }: Results): Figure[] {
  const rate = (rounds: LoadResult[]) => median(rounds.map(({ perSecond }) => perSecond));
  const p99 = median(product.map(({ p99Ms }) => p99Ms));
  const p50 = median(product.map(({ p50Ms }) => p50Ms));
  return [
    {
      name: `${kind}: share of the minimal path`,
      figure: rate(product) / rate(minimal),
      unit: 'ratio',
      budget: { min: 0.35 },
    },
    { name: `${kind}: product`, figure: rate(product), unit: 'per s' },
    { name: `${kind}: product, p50`, figure: p50, unit: 'ms' },
    { name: `${kind}: product, p99`, figure: p99, unit: 'ms' },
    { name: `${kind}: minimal path`, figure: rate(minimal), unit: 'per s' },
    // CPU tells what the code costs also where other work takes most of the machine.
    ...(['product', 'minimal'] as const).flatMap((name): Figure[] => {
      const rounds = { product, minimal }[name];
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

/** One message through, 8 customers at once: webhook → answer of a model → sent, beside the minimal path. */
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
