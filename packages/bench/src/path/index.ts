import { parseArgs } from 'node:util';
import type { BenchOptions } from '../bench.ts';
import { type Figure, geometricMean, median } from '../figures.ts';
import { openStores, type StoreKind, type Stores } from '../harness/open-stores.ts';
import { readProcessCost } from '../harness/process-cost.ts';
import { takeProfileOption } from '../harness/profile-option.ts';
import { startVendorStubs } from '../harness/vendor-stubs.ts';
import { createHttpClient } from '../load/http-client.ts';
import type { LoadResult } from '../load/run-customers.ts';
import { type Contender, type Round, startMinimalPath, startProductContender } from './contenders.ts';

/** Least shares of the minimal path, by how many customers write at once. */
const budgets: Record<StoreKind, Map<number, number>> = {
  PostgreSQL: new Map([
    [8, 0.42],
    [32, 0.5],
  ]),
  embedded: new Map([[8, 0.45]]),
};
/** Figures of these bear no number in their name. */
const USUAL_CUSTOMERS = 8;

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

/**
 * Both, turn by turn in one run, so that what else the machine does hits both alike; by the number of customers. The turns are
 * short: the speed of a shared machine changes by a third from second to second.
 */
async function measure(stores: Stores, plan: Plan): Promise<Map<number, Results>> {
  const stubs = await startVendorStubs();
  const levels = [...budgets[plan.kind].keys()];
  const http = createHttpClient({ connections: Math.max(...levels) });
  const { nodeOptions } = plan;
  const product = await startProductContender({ store: await stores.make(plan.kind), stubs, http, nodeOptions });
  const minimal = await startMinimalPath({ store: await stores.make(plan.kind), stubs, http });
  const results = new Map(levels.map((customers): [number, Results] => [customers, { product: [], minimal: [] }]));
  try {
    for (let round = 0; round < plan.rounds; round += 1) {
      for (const [customers, of] of results) {
        const isFirst = round === 0 && customers === levels[0];
        const warmUp = isFirst ? { ms: 3000, acts: 3000 } : { ms: 300, acts: 0 };
        const load = { customers, warmUp, forMs: plan.forMs };
        const turn = [of.minimal, of.product];
        for (const results of round % 2 === 0 ? turn : turn.toReversed())
          results.push(await runRound(results === of.minimal ? minimal : product, load));
      }
    }
  } finally {
    http.close();
    await Promise.all([product.close(), minimal.close()]);
    await stubs.close();
  }
  return results;
}

function toFigures(kind: StoreKind, customers: number, { product, minimal }: Results): Figure[] {
  const place = customers === USUAL_CUSTOMERS ? kind : `${kind}, ${customers} customers`;
  const budget = budgets[kind].get(customers) ?? 0;
  const rate = (rounds: LoadResult[]) => median(rounds.map(({ perSecond }) => perSecond));
  const shares = product.map(({ perSecond }, round) => perSecond / (minimal[round]?.perSecond ?? Number.NaN));
  const p99 = median(product.map(({ p99Ms }) => p99Ms));
  const p50 = median(product.map(({ p50Ms }) => p50Ms));
  return [
    {
      name: `${place}: share of the minimal path`,
      figure: geometricMean(shares),
      unit: 'ratio',
      budget: { min: budget },
    },
    { name: `${place}: product`, figure: rate(product), unit: 'per s' },
    { name: `${place}: product, p50`, figure: p50, unit: 'ms' },
    { name: `${place}: product, p99`, figure: p99, unit: 'ms' },
    { name: `${place}: minimal path`, figure: rate(minimal), unit: 'per s' },
    // CPU tells what the code costs also where other work takes most of the machine.
    ...(['product', 'minimal'] as const).flatMap((name): Figure[] => {
      const rounds = { product, minimal }[name];
      return [
        { name: `${place}: ${name}, CPU of a message`, figure: median(rounds.map(({ cpuMs }) => cpuMs)), unit: 'ms' },
        {
          name: `${place}: ${name}, CPU with all around`,
          figure: median(rounds.map(({ allCpuMs }) => allCpuMs)),
          unit: 'ms',
        },
      ];
    }),
  ];
}

/** One message through, 8 and 32 customers at once: webhook → answer of a model → sent, beside the minimal path. */
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
  const rounds = Number(values.rounds ?? (isShort ? 10 : 24));
  const forMs = Number(values.seconds ?? 1.5) * 1000;
  const stores = await openStores({ needsServer: kinds.includes('PostgreSQL') });
  const figures: Figure[] = [];
  for (const kind of kinds) {
    const results = await measure(stores, { kind, rounds, forMs, nodeOptions });
    for (const [customers, result] of results) figures.push(...toFigures(kind, customers, result));
  }
  await stores.close();
  return figures;
}
