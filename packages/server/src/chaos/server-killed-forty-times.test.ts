import { describe, expect, it } from 'vitest';
import { findLosses } from '../testing/chaos/find-losses.ts';
import { chooseSeed, runLives } from '../testing/chaos/run-lives.ts';
import { startShop } from '../testing/chaos/start-shop.ts';
import { waitForQuiet } from '../testing/chaos/wait-for-quiet.ts';

const plan = { lives: 40, messages: 500, dialogs: 25 };

describe('a server that is killed 40 times while 500 messages come in', () => {
  it.each([
    { kind: 'server', inbound: 'webhook' },
    { kind: 'embedded', inbound: 'pull' },
  ] as const)('loses nothing and answers nothing twice: $kind, $inbound', { timeout: 600_000 }, async (options) => {
    const seed = chooseSeed();
    const shop = await startShop(options);
    try {
      const lives = await runLives(shop, { ...plan, seed });
      const begin = performance.now();
      await waitForQuiet(shop);
      const quietAfterMs = Math.round(performance.now() - begin);
      const { losses, figures } = await findLosses(shop);
      console.log(JSON.stringify({ seed, ...options, ...lives, quietAfterMs, ...figures }));
      expect(losses, `seed ${seed}`).toEqual([]);
      expect(figures.messages).toBe(plan.messages);
    } finally {
      await shop.close();
    }
  });
});
