import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCustomers } from '../testing/chaos/create-customers.ts';
import { findLosses } from '../testing/chaos/find-losses.ts';
import { chooseSeed } from '../testing/chaos/run-lives.ts';
import { startShop } from '../testing/chaos/start-shop.ts';
import { waitForQuiet } from '../testing/chaos/wait-for-quiet.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { type Guardian, startGuardian } from '../testing/start-guardian.ts';

let postgres: Guardian;

beforeAll(async () => {
  postgres = await startGuardian({ postgres: 'durable' });
  await postgres.ready;
});

afterAll(async () => {
  await postgres.close();
});

it('PostgreSQL restarts like a crash under load: 503 meanwhile, nothing lost, and the server goes on by itself', {
  timeout: 150_000,
}, async () => {
  const seed = chooseSeed();
  const random = createSeededRandom(seed);
  const shop = await startShop({ kind: 'server', inbound: 'webhook', databaseUrl: postgres.databaseUrl });
  try {
    const customers = createCustomers(shop, { random, dialogs: 15 });
    const { server } = shop;
    for (let round = 0; round < 5; round += 1) {
      const writing = customers.writeDuring(1200, 30);
      await sleep(200 + random() * 700);
      await postgres.restart();
      await writing;
    }
    await waitForQuiet(shop);
    const { losses, figures } = await findLosses(shop);
    const statuses = new Set(shop.telegram.ledger.deliveries.map(({ status }) => status));
    console.log(JSON.stringify({ seed, ...figures, statuses: [...statuses] }));
    expect(losses, `seed ${seed}`).toEqual([]);
    expect(figures.messages).toBe(150);
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(statuses).toContain(503);
    expect(server.isRunning()).toBe(true);
  } finally {
    await shop.close();
  }
});
