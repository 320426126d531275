import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { BenchOptions } from '../bench.ts';
import { type Figure, median } from '../figures.ts';
import { openStores } from '../harness/open-stores.ts';
import { leastIntakeProgram } from '../harness/places.ts';
import { readProcessCost } from '../harness/process-cost.ts';
import { startProgram } from '../harness/processes.ts';
import { takeProfileOption } from '../harness/profile-option.ts';
import { startProduct } from '../harness/start-product.ts';
import { startVendorStubs } from '../harness/vendor-stubs.ts';
import { createHttpClient } from '../load/http-client.ts';
import { runCustomers } from '../load/run-customers.ts';
import { createUpdates } from '../path/telegram-messages.ts';

/** As many as the product's pool has. */
const CONNECTIONS = 10;
const MESSAGES_PER_DIALOG = 10;
const BURST_MS = 10_000;
const SHORT_BURST_MS = 3000;
/** Fewer tell nothing of how fast a backlog is read. */
const BACKLOG = 200;
const json = { 'content-type': 'application/json' };

async function startInserter(databaseUrl: string) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS });
  await pool.query(
    'create table bare_events (channel_id uuid not null, event_id uuid primary key, payload text not null)',
  );
  const channelId = randomUUID();
  return {
    insert: (payload: string) =>
      pool.query('insert into bare_events (channel_id, event_id, payload) values ($1, $2, $3)', [
        channelId,
        randomUUID(),
        payload,
      ]),
    close: () => pool.end(),
  };
}

/** The three that are measured in turns: webhooks of the product, the least intake, and inserts without any server. */
async function startContenders(nodeOptions: string[]) {
  const stores = await openStores({ needsServer: true });
  const store = await stores.make('PostgreSQL');
  const databaseUrl = store.env.DATABASE_URL ?? '';
  const stubs = await startVendorStubs();
  const product = await startProduct({ store, vendorUrl: stubs.url, hasModel: false, isActive: false, nodeOptions });
  const env = { DATABASE_URL: databaseUrl, CONNECTIONS: String(CONNECTIONS) };
  const least = await startProgram({ program: leastIntakeProgram, env, readyPath: '/ready' });
  const inserter = await startInserter(databaseUrl);
  const http = createHttpClient({ connections: CONNECTIONS });
  const { url, secret } = stubs.webhook();
  const target = product.url + new URL(url).pathname;
  const headers = { ...json, 'x-telegram-bot-api-secret-token': secret };
  async function post(call: Parameters<typeof http.send>[0]): Promise<void> {
    const { status } = await http.send(call);
    if (status !== 200) throw new Error(`${call.url} answered ${status}`);
  }
  return {
    databaseUrl,
    acts: {
      bare: async (body: string) => void (await inserter.insert(body)),
      least: (body: string) => post({ url: `${least.url}/message`, headers: json, body }),
      intake: (body: string) => post({ url: target, headers, body }),
    },
    async close() {
      http.close();
      await Promise.all([inserter.close(), least.close(), product.close()]);
      await stubs.close();
      await stores.close();
    },
  };
}

type Contenders = Awaited<ReturnType<typeof startContenders>>;
type Rounds = Record<'bare' | 'least' | 'intake' | 'drained' | 'p99' | 'leastCpu' | 'intakeCpu', number[]>;

async function runRound({ acts, databaseUrl }: Contenders, { isFirst, forMs, updates, of }: Round): Promise<void> {
  const load = {
    customers: CONNECTIONS,
    warmUp: isFirst ? { ms: 2000, acts: 3000 } : { ms: 500, acts: 0 },
    forMs,
  };
  async function run(name: keyof typeof acts) {
    const before = readProcessCost(process.pid)?.cpuMs ?? 0;
    let sent = 0;
    const result = await runCustomers({
      ...load,
      act: async (customer) => {
        await acts[name](updates.next(customer).body);
        sent += 1;
      },
    });
    return { ...result, cpuMs: ((readProcessCost(process.pid)?.cpuMs ?? 0) - before) / sent };
  }
  of.bare.push((await run('bare')).perSecond);
  const least = await run('least');
  of.least.push(least.perSecond);
  of.leastCpu.push(least.cpuMs);
  const startedAt = performance.now();
  const intake = await run('intake');
  of.intake.push(intake.perSecond);
  of.intakeCpu.push(intake.cpuMs);
  of.p99.push(intake.p99Ms);
  // What the intake left to store would slow the next round.
  of.drained.push(await drain(databaseUrl, { ...intake, startedAt }));
}
type Round = { isFirst: boolean; forMs: number; updates: ReturnType<typeof createUpdates>; of: Rounds };

/**
 * Webhooks that are durable before their 200, beside the least that could take them and beside bare one-row inserts of the
 * same bytes, in turns; then how fast what waits is read. The channel is switched off, so that what runs beside the intake
 * is the storing of the messages and no answer.
 */
export async function intakeBench({ argv, isShort }: BenchOptions): Promise<Figure[]> {
  const { nodeOptions } = takeProfileOption(argv);
  const contenders = await startContenders(nodeOptions);
  const of: Rounds = { bare: [], least: [], intake: [], drained: [], p99: [], leastCpu: [], intakeCpu: [] };
  // One row of ids for all rounds: an id of the round before would be a repeat.
  const updates = createUpdates({ firstChatId: 2_000_000, messagesPerDialog: MESSAGES_PER_DIALOG });
  const forMs = isShort ? SHORT_BURST_MS : BURST_MS;
  for (let round = 0; round < 3; round += 1) await runRound(contenders, { isFirst: round === 0, forMs, updates, of });
  await contenders.close();
  const [intake, bare, least, drained] = [median(of.intake), median(of.bare), median(of.least), median(of.drained)];
  return [
    { name: 'intake: share of the least intake', figure: intake / least, unit: 'ratio', budget: { min: 0.7 } },
    { name: 'intake: backlog drained, share', figure: drained / least, unit: 'ratio', budget: { min: 0.3 } },
    { name: 'intake: backlog drained', figure: drained, unit: 'per s' },
    { name: 'intake: least intake', figure: least, unit: 'per s' },
    { name: 'intake: share of bare inserts', figure: intake / bare, unit: 'ratio' },
    { name: 'intake: webhooks', figure: intake, unit: 'per s' },
    // CPU tells what the code costs also where other work takes most of the machine.
    { name: 'intake: CPU of a webhook with all around', figure: median(of.intakeCpu), unit: 'ms' },
    { name: 'intake: CPU of the least intake with all around', figure: median(of.leastCpu), unit: 'ms' },
    { name: 'intake: webhooks, p99', figure: median(of.p99), unit: 'ms' },
    { name: 'intake: bare inserts', figure: bare, unit: 'per s' },
  ];
}

/** Waits until every accepted event is stored as a message; events per second that waited at the end of the burst. */
async function drain(databaseUrl: string, { acts, startedAt }: { acts: number; startedAt: number }): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const count = async () => {
    const { rows } = await client.query("select count(*)::int as waiting from inbound_events where state = 'new'");
    return Number(rows[0]?.waiting);
  };
  const endedAt = performance.now();
  const backlog = await count();
  for (let look = 0; look < 1200 && (await count()) > 0; look += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
  await client.end();
  const now = performance.now();
  // Where nearly nothing waited it was read as fast as it came.
  return backlog < BACKLOG ? (acts * 1000) / (now - startedAt) : (backlog * 1000) / (now - endedAt);
}
