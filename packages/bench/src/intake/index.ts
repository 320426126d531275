import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { BenchOptions } from '../bench.ts';
import { type Figure, median } from '../figures.ts';
import { openStores } from '../harness/open-stores.ts';
import { takeProfileOption } from '../harness/profile-option.ts';
import { startProduct } from '../harness/start-product.ts';
import { startVendorStubs } from '../harness/vendor-stubs.ts';
import { createHttpClient } from '../load/http-client.ts';
import { runCustomers } from '../load/run-customers.ts';
import { createUpdates } from '../path/telegram-messages.ts';

/** As many as the product's pool has. */
const CONNECTIONS = 10;
const MESSAGES_PER_DIALOG = 10;

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

/**
 * Webhooks that are durable before their 200, beside bare one-row inserts of the same bytes, in turns. The channel is
 * switched off, so that what runs beside the intake is the storing of the messages and no answer.
 */
export async function intakeBench({ argv, isShort }: BenchOptions): Promise<Figure[]> {
  const { nodeOptions } = takeProfileOption(argv);
  const stores = await openStores({ needsServer: true });
  const store = await stores.make('PostgreSQL');
  const stubs = await startVendorStubs();
  const product = await startProduct({ store, vendorUrl: stubs.url, hasModel: false, isActive: false, nodeOptions });
  const inserter = await startInserter(store.env.DATABASE_URL ?? '');
  const http = createHttpClient({ connections: CONNECTIONS });
  const updates = createUpdates({ firstChatId: 2_000_000, messagesPerDialog: MESSAGES_PER_DIALOG });
  const { url, secret } = stubs.webhook();
  const target = product.url + new URL(url).pathname;
  const headers = { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret };
  const rates: Record<'bare' | 'intake', number[]> = { bare: [], intake: [] };
  const p99: number[] = [];
  for (let round = 0; round < (isShort ? 3 : 5); round += 1) {
    const load = {
      customers: CONNECTIONS,
      warmUp: round === 0 ? { ms: 2000, acts: 3000 } : { ms: 500, acts: 0 },
      forMs: isShort ? 2000 : 5000,
    };
    const bare = await runCustomers({
      ...load,
      act: async (at) => void (await inserter.insert(updates.next(at).body)),
    });
    const intake = await runCustomers({
      ...load,
      async act(customer) {
        const { status } = await http.send({ url: target, headers, body: updates.next(customer).body });
        if (status !== 200) throw new Error(`The webhook was answered ${status}`);
      },
    });
    rates.bare.push(bare.perSecond);
    rates.intake.push(intake.perSecond);
    p99.push(intake.p99Ms);
    // What the intake left to store would slow the next bare round.
    await settle(store.env.DATABASE_URL ?? '');
  }
  http.close();
  await inserter.close();
  await product.close();
  await stubs.close();
  await stores.close();
  const [intake, bare] = [median(rates.intake), median(rates.bare)];
  return [
    { name: 'intake: share of bare inserts', figure: intake / bare, unit: 'ratio', budget: { min: 0.5 } },
    { name: 'intake: webhooks', figure: intake, unit: 'per s' },
    { name: 'intake: webhooks, p99', figure: median(p99), unit: 'ms' },
    { name: 'intake: bare inserts', figure: bare, unit: 'per s' },
  ];
}

/** Waits until every accepted event is stored as a message. */
async function settle(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  for (let look = 0; look < 600; look += 1) {
    const { rowCount } = await client.query("select 1 from inbound_events where state = 'new' limit 1");
    if (rowCount === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await client.end();
}
