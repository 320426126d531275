import { setTimeout as sleep } from 'node:timers/promises';
import { writeMark } from './marks.ts';
import type { Shop } from './start-shop.ts';

const FIRST_CHAT = 1000;

/** Customers who write texts (a tenth under a picture) that can be found again in the answers; the model and the platform are slow now and then. */
export function createCustomers(shop: Shop, options: { random: () => number; dialogs: number }) {
  const { random } = options;
  let written = 0;

  function write(chatId = FIRST_CHAT + Math.floor(random() * options.dialogs)): void {
    written += 1;
    if (random() < 0.3) shop.model.faults.add({ kind: 'slow-first-byte', delayMs: Math.floor(random() * 300) });
    if (random() < 0.1)
      shop.telegram.faults.add({ kind: 'slow', method: 'sendMessage', delayMs: Math.floor(random() * 200) });
    const text = writeMark(written);
    const content = random() < 0.1 ? { photo: {}, caption: text } : { text };
    shop.telegram.customerSends({ token: shop.bot, from: { id: chatId }, ...content });
  }

  return {
    write,
    /** So many messages at random moments of the given time. */
    async writeDuring(ms: number, messages: number): Promise<void> {
      const begin = performance.now();
      const moments = Array.from({ length: messages }, () => random() * ms).toSorted((left, right) => left - right);
      for (const moment of moments) {
        await sleep(Math.max(0, moment - (performance.now() - begin)));
        write();
      }
      await sleep(Math.max(0, ms - (performance.now() - begin)));
    },
    written: () => written,
  };
}

export type Customers = ReturnType<typeof createCustomers>;
