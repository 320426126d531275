import { afterEach, describe, expect, it } from 'vitest';
import { createCustomers } from '../testing/chaos/create-customers.ts';
import { findLosses } from '../testing/chaos/find-losses.ts';
import { chooseSeed } from '../testing/chaos/run-lives.ts';
import { mountSmallDisk, type SmallDisk } from '../testing/chaos/small-disk.ts';
import { type Shop, startShop } from '../testing/chaos/start-shop.ts';
import { waitForQuiet } from '../testing/chaos/wait-for-quiet.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { type Guardian, startGuardian } from '../testing/start-guardian.ts';
import { waitUntil } from '../testing/wait-until.ts';

const DISK_MB = 400;
const BEFORE = 20;
const WHILE_FULL = 200;

const opened: { disk: SmallDisk | undefined; shop?: Shop; postgres?: Guardian } = {
  disk: mountSmallDisk({ megabytes: DISK_MB }),
};
if (opened.disk === undefined) console.log('Left out: a full disk needs the right to mount a file system.');

async function openShop(kind: 'server' | 'embedded', folder: string): Promise<Shop> {
  if (kind === 'embedded') return await startShop({ kind, inbound: 'webhook', folder });
  const postgres = await startGuardian({ postgres: 'durable', folder });
  opened.postgres = postgres;
  await postgres.ready;
  return await startShop({ kind, inbound: 'webhook', databaseUrl: postgres.databaseUrl });
}

describe.skipIf(opened.disk === undefined)('a disk that is full for a while', () => {
  afterEach(async () => {
    await opened.shop?.close();
    await opened.postgres?.close();
    opened.disk?.close();
    opened.disk = mountSmallDisk({ megabytes: DISK_MB });
  });

  it.each(['server', 'embedded'] as const)(
    'refuses what it cannot store, says so at /ready, and goes on by itself when there is room: %s',
    { timeout: 240_000 },
    async (kind) => {
      const { disk } = opened;
      if (disk === undefined) throw new Error('There is no disk');
      const seed = chooseSeed();
      const shop = await openShop(kind, disk.folder);
      opened.shop = shop;
      const { server, telegram } = shop;
      const customers = createCustomers(shop, { random: createSeededRandom(seed), dialogs: 20 });
      const readReady = async () => await fetch(`${server.url}/ready`);
      for (let count = 0; count < BEFORE; count += 1) customers.write();
      await waitForQuiet(shop);
      // On a busy machine one look may come too late for its own time.
      await waitUntil(async () => (await readReady()).status === 200);

      disk.fill();
      for (let count = 0; count < WHILE_FULL; count += 1) customers.write();
      await waitUntil(() => telegram.ledger.deliveries.some(({ status }) => status === 503));
      await waitUntil(async () => (await readReady()).status === 503);
      const answer = await (await readReady()).text();
      expect(answer).toMatch(/disk is full/);
      await waitUntil(() => /disk is full/.test(server.output()));

      disk.free();
      await waitUntil(async () => (await readReady()).status === 200);
      await waitForQuiet(shop);
      const { losses, figures } = await findLosses(shop);
      const statuses = [...new Set(telegram.ledger.deliveries.map(({ status }) => status))];
      console.log(JSON.stringify({ seed, kind, ...figures, statuses }));
      expect(losses, `seed ${seed}`).toEqual([]);
      expect(figures.messages).toBe(BEFORE + WHILE_FULL);
      expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
      expect(server.isRunning(), server.output()).toBe(true);
      expect(shop.server.pid).toBe(server.pid);
    },
  );
});
