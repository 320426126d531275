import { setTimeout as sleep } from 'node:timers/promises';
import type { Figure } from '../figures.ts';
import { openStores, type StoreKind } from '../harness/open-stores.ts';
import { type HeldMemory, readHeldMemory } from '../harness/process-cost.ts';
import { startProduct } from '../harness/start-product.ts';
import { startVendorStubs } from '../harness/vendor-stubs.ts';
import { createHttpClient } from '../load/http-client.ts';
import { runSteadily } from '../load/run-customers.ts';
import { createUpdates } from '../path/telegram-messages.ts';

const MESSAGES_PER_SECOND = 20;
const MESSAGES_PER_DIALOG = 10;
const CUSTOMERS = 60;
const MINUTE_MS = 60_000;
const REPEAT_MS = 1000;
/** What a process may gain in an hour and be called steady; the noise of garbage collection is under it. */
const MAX_MB_PER_MINUTE = 0.1;

/**
 * Resident memory of each of our processes, minute by minute, while 20 messages a second come in, are answered by the model and
 * sent. The slope is that of the second half: the first one fills caches.
 */
export async function measureMemoryGrowth({ minutes, kind }: { minutes: number; kind: StoreKind }): Promise<Figure[]> {
  const stores = await openStores({ needsServer: kind === 'PostgreSQL' });
  const store = await stores.make(kind);
  const stubs = await startVendorStubs();
  const product = await startProduct({ store, vendorUrl: stubs.url, hasModel: true });
  const http = createHttpClient({ connections: 10 });
  const updates = createUpdates({ firstChatId: 5_000_000, messagesPerDialog: MESSAGES_PER_DIALOG });
  const { url, secret } = stubs.webhook();
  const target = product.url + new URL(url).pathname;
  const headers = { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret };
  const samples: HeldMemory[] = [];

  const sample = () => {
    const held = readHeldMemory(product.pid);
    const parts = Object.entries(held).map(([name, mb]) => `${name} ${mb.toFixed(1)}`);
    console.log(`minute ${String(samples.length).padStart(3)}  MB: ${parts.join(', ')}; sent ${stubs.counts.sent}`);
    samples.push(held);
  };
  sample();
  const timer = setInterval(sample, MINUTE_MS);
  await runSteadily({
    perSecond: MESSAGES_PER_SECOND,
    count: minutes * 60 * MESSAGES_PER_SECOND,
    async act(number) {
      const { body } = updates.next(number % CUSTOMERS);
      // Whatever else runs on the machine may slow the product down: it is asked again, as a platform does.
      while ((await http.send({ url: target, headers, body })).status !== 200) await sleep(REPEAT_MS);
    },
  });
  clearInterval(timer);
  sample();
  http.close();
  await product.close();
  await stubs.close();
  await stores.close();
  return Object.keys(samples[0] ?? {}).flatMap((name) =>
    figuresOf(
      name,
      samples.map((held) => held[name] ?? 0),
    ),
  );
}

function figuresOf(name: string, megabytes: number[]): Figure[] {
  const half = megabytes.slice(Math.floor(megabytes.length / 2));
  return [
    { name: `memory under load, ${name}, at the end`, figure: megabytes.at(-1) ?? 0, unit: 'MB' },
    {
      name: `memory under load, ${name}, growth a minute`,
      figure: slope(half),
      unit: 'MB',
      budget: { max: MAX_MB_PER_MINUTE },
    },
  ];
}

/** Least squares over values taken at even times. */
function slope(values: number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const above = values.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0);
  const below = values.reduce((sum, _value, at) => sum + (at - middle) ** 2, 0);
  return above / Math.max(1, below);
}
