import { expect, it } from 'vitest';
import { createCustomers } from '../testing/chaos/create-customers.ts';
import { findLosses } from '../testing/chaos/find-losses.ts';
import { chooseSeed } from '../testing/chaos/run-lives.ts';
import { startShop } from '../testing/chaos/start-shop.ts';
import { waitForQuiet } from '../testing/chaos/wait-for-quiet.ts';
import { findFreePort } from '../testing/find-free-port.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { createTestFolder } from '../testing/start-test-database.ts';
import { waitUntil } from '../testing/wait-until.ts';

it('two nodes on one database, one killed, then one frozen for 30 s: taken over, no turn answered twice', {
  timeout: 240_000,
}, async () => {
  const seed = chooseSeed();
  // Pulled messages have an owner, which must change hands too.
  const shop = await startShop({ kind: 'server', inbound: 'pull' });
  try {
    const customers = createCustomers(shop, { random: createSeededRandom(seed), dialogs: 15 });
    const waitForAnswer = async (chatId: number) => {
      const begin = performance.now();
      customers.write(chatId);
      await shop.telegram.waitForMessage(chatId, ({ author }) => author === 'bot', 60_000);
      return Math.round(performance.now() - begin);
    };
    const first = shop.server;
    const second = shop.boot({ dataDir: createTestFolder(), port: await findFreePort() });
    await second.ready;
    await customers.writeDuring(2000, 40);
    await first.kill('all');
    const afterKillMs = await waitForAnswer(901);
    await shop.boot().ready;
    await customers.writeDuring(2000, 40);
    second.signal('SIGSTOP');
    const afterFreezeMs = await waitForAnswer(902);
    await customers.writeDuring(Math.max(0, 30_000 - afterFreezeMs), 20);
    second.signal('SIGCONT');
    await customers.writeDuring(1000, 20);
    // The one that was frozen works again: whatever it still sends is sent before the count.
    await waitUntil(async () => (await fetch(`${second.url}/health`)).ok);
    await waitForQuiet(shop);
    const { losses, figures } = await findLosses(shop);
    console.log(JSON.stringify({ seed, afterKillMs, afterFreezeMs, ...figures }));
    expect(losses, `seed ${seed}`).toEqual([]);
    expect(figures.messages).toBe(customers.written());
    expect(second.isRunning(), second.output()).toBe(true);
  } finally {
    await shop.close();
  }
});
