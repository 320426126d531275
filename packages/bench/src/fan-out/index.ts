import { parseArgs } from 'node:util';
import pg from 'pg';
import { z } from 'zod';
import type { BenchOptions } from '../bench.ts';
import { type Figure, quantile } from '../figures.ts';
import { type Owner, signUp } from '../harness/api.ts';
import { openStores } from '../harness/open-stores.ts';
import { type OperatorSocket, openOperatorSocket } from '../harness/operator-socket.ts';
import { type Product, startProduct } from '../harness/start-product.ts';
import { startVendorStubs } from '../harness/vendor-stubs.ts';
import { createHttpClient } from '../load/http-client.ts';
import { createUpdates } from '../path/telegram-messages.ts';

const EVERY_MS = 500;
const OPEN_AT_ONCE = 25;
const SOCKETS_OF_PERSON = 50;
/** So many places of work, each with a network of its own. */
const NETWORKS = 100;
const openFiles = z.object({ header: z.unknown() });

/** Each socket is a file here and one in the server: too few would look like a fault of the product. */
function requireOpenFiles(sockets: number): void {
  const report = openFiles.and(
    z.object({ userLimits: z.object({ open_files: z.object({ soft: z.union([z.number(), z.string()]) }) }) }),
  );
  const { soft } = report.parse(process.report.getReport()).userLimits.open_files;
  if (typeof soft === 'number' && soft < sockets + 500) {
    throw new Error(`${sockets} sockets need ${sockets + 500} open files; this shell allows ${soft} (ulimit -n)`);
  }
}

/** Colleagues of the owner, since one person may not open so many browsers. */
async function addColleagues({ api, owner }: Product, { count, url }: { count: number; url: string | undefined }) {
  const colleagues: Owner[] = [];
  while (colleagues.length < count) colleagues.push(await signUp(api));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    'update members set account_id = (select account_id from members where user_id = $1) where user_id = any($2)',
    [owner.uid, colleagues.map(({ uid }) => uid)],
  );
  await client.end();
  return colleagues;
}

/** A customer's message → every open browser of the business: all sockets belong to one account, the hardest case. */
export async function fanOutBench({ argv, isShort }: BenchOptions): Promise<Figure[]> {
  const { values } = parseArgs({ args: argv, options: { sockets: { type: 'string', default: '2000' } } });
  const count = Math.min(10_000, Number(values.sockets));
  requireOpenFiles(count);
  const stores = await openStores({ needsServer: true });
  const stubs = await startVendorStubs();
  const store = await stores.make('PostgreSQL');
  const product = await startProduct({ store, vendorUrl: stubs.url, hasModel: false, isActive: false });
  let startedAt = 0;
  let isCounted = false;
  let arrived = 0;
  const times: number[] = [];
  const onEvent = (text: string) => {
    if (!text.startsWith('42["dialog.changed"')) return;
    arrived += 1;
    if (isCounted) times.push(performance.now() - startedAt);
  };
  const sockets: OperatorSocket[] = [];
  const people = Math.ceil(count / SOCKETS_OF_PERSON);
  const colleagues = await addColleagues(product, { count: people - 1, url: store.env.DATABASE_URL });
  const tokens = [product.owner, ...colleagues].map(({ token }) => token);
  const open = (_value: unknown, at: number) =>
    openOperatorSocket({
      url: product.url,
      token: tokens[(sockets.length + at) % people] ?? '',
      from: `127.0.1.${1 + ((sockets.length + at) % NETWORKS)}`,
      onEvent,
    });
  while (sockets.length < count) {
    const batch = Math.min(OPEN_AT_ONCE, count - sockets.length);
    sockets.push(...(await Promise.all(Array.from({ length: batch }, open))));
  }
  const http = createHttpClient({ connections: 1 });
  const updates = createUpdates({ firstChatId: 4_000_000, messagesPerDialog: 10 });
  const { url, secret } = stubs.webhook();
  const headers = { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret };
  const messages = isShort ? 20 : 60;
  const warmUp = 5;
  for (let number = 0; number < messages + warmUp; number += 1) {
    isCounted = number >= warmUp;
    startedAt = performance.now();
    await http.send({ url: product.url + new URL(url).pathname, headers, body: updates.next(number % 8).body });
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS - Math.min(EVERY_MS, performance.now() - startedAt)));
  }
  for (const socket of sockets) socket.close();
  http.close();
  await product.close();
  await stubs.close();
  await stores.close();
  return [
    { name: `message → ${count} browsers, p99`, figure: quantile(times, 0.99), unit: 'ms', budget: { max: 100 } },
    { name: `message → ${count} browsers, p50`, figure: quantile(times, 0.5), unit: 'ms' },
    {
      name: 'events that arrived',
      figure: (arrived / ((messages + warmUp) * count)) * 100,
      unit: '%',
      budget: { min: 100 },
    },
  ];
}
