import { setTimeout as sleep } from 'node:timers/promises';
import { createSeededRandom } from '../seeded-random.ts';
import { createCustomers } from './create-customers.ts';
import type { Shop } from './start-shop.ts';

export type LivesPlan = { seed: number; lives: number; messages: number; dialogs: number };

export type LivesFigures = {
  seconds: number;
  messagesPerSecond: number;
  slowestRestartMs: number;
  killsBeforeReady: number;
};

/** The seed of a random run: CHAOS_SEED repeats one that failed. */
export function chooseSeed(): number {
  const given = Number(process.env.CHAOS_SEED);
  return Number.isSafeInteger(given) && given > 0 ? given : 1 + (Date.now() % 1_000_000);
}

const START_PATIENCE_MS = 20_000;

/** Kills the running server again and again while customers write, and starts it each time on the same data. */
export async function runLives(shop: Shop, plan: LivesPlan): Promise<LivesFigures> {
  const random = createSeededRandom(plan.seed);
  const customers = createCustomers(shop, { random, dialogs: plan.dialogs });
  const begin = performance.now();
  const figures = { slowestRestartMs: 0, killsBeforeReady: 0 };
  for (let life = 0; life < plan.lives; life += 1) {
    // A fifth of the servers dies while it still starts.
    const isEarly = random() < 0.2;
    const lifeMs = isEarly ? random() * 1200 : 50 + random() ** 2 * 1500;
    const { server } = shop;
    if (isEarly) figures.killsBeforeReady += 1;
    else await Promise.race([server.ready, sleep(START_PATIENCE_MS)]);
    await customers.writeDuring(lifeMs, Math.ceil((plan.messages - customers.written()) / (plan.lives - life)));
    await server.kill(random() < 0.5 ? 'server' : 'all');
    const noteStart = (ms: number) => {
      figures.slowestRestartMs = Math.max(figures.slowestRestartMs, ms);
    };
    void shop.boot().ready.then(noteStart, () => undefined);
  }
  await shop.server.ready;
  const seconds = (performance.now() - begin) / 1000;
  return { seconds, messagesPerSecond: plan.messages / seconds, ...figures };
}
