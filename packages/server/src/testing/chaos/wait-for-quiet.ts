import { setTimeout as sleep } from 'node:timers/promises';
import { listUnfinished } from './find-losses.ts';
import type { Shop } from './start-shop.ts';

/** Waits until the platform has nothing to deliver and the database nothing to do; throws with what is left. */
export async function waitForQuiet(shop: Shop, patienceMs = 180_000): Promise<void> {
  const begin = performance.now();
  let rest: string[] = [];
  while (performance.now() - begin < patienceMs) {
    const waiting = await shop.telegram.waitUntilDelivered(shop.bot, 1000).then(
      () => [],
      () => ['updates at the platform'],
    );
    // The engine that was killed may not be back yet.
    rest = [...waiting, ...(await listUnfinished(shop).catch(() => ['a database that does not answer']))];
    if (rest.length === 0) return;
    await sleep(200);
  }
  throw new Error(`Not quiet after ${patienceMs} ms: ${rest.join(', ')}\n${shop.server.output()}`);
}
