import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findLosses } from '../testing/chaos/find-losses.ts';
import { writeMark } from '../testing/chaos/marks.ts';
import { type Shop, startShop } from '../testing/chaos/start-shop.ts';
import { waitForQuiet } from '../testing/chaos/wait-for-quiet.ts';

const state = z.object({ state: z.string() });
let mark = 0;

describe.each(['server', 'embedded'] as const)('SIGKILL at a named moment, on %s', (kind) => {
  let shop: Shop;

  beforeAll(async () => {
    shop = await startShop({ kind, inbound: 'webhook' });
  });

  afterAll(async () => {
    await shop.close();
  });

  async function restart(): Promise<void> {
    await shop.server.kill('all');
    await shop.boot().ready;
    await waitForQuiet(shop);
    expect((await findLosses(shop)).losses).toEqual([]);
  }

  function write(chatId: number): string {
    mark += 1;
    const text = writeMark(mark);
    shop.telegram.customerSends({ token: shop.bot, from: { id: chatId }, text });
    return text;
  }

  const botTexts = (chatId: number) =>
    shop.telegram.messagesOf(chatId).flatMap((entry) => (entry.author === 'bot' ? [entry.message.text ?? ''] : []));

  const statesOf = async (chatId: number) =>
    (
      await shop.query(
        state,
        `select m.state from messages m join dialogs d on d.account_id = m.account_id and d.id = m.dialog_id
         where m.author = 'assistant' and d.chat_id = $1`,
        [String(chatId)],
      )
    ).map((row) => row.state);

  it('while the platform takes the answer: the platform saw it once, and the row says that nobody knows', async () => {
    const chatId = 5001;
    shop.telegram.faults.add({ kind: 'no-answer', method: 'sendMessage', chatId });
    write(chatId);
    await shop.telegram.waitForMessage(chatId, (entry) => entry.author === 'bot', 60_000);
    await restart();
    expect(botTexts(chatId)).toHaveLength(1);
    expect(await statesOf(chatId)).toEqual(['unknown']);
  }, 180_000);

  it('right after the webhook was acknowledged: stored once and answered once after the restart', async () => {
    const chatId = 5002;
    const before = shop.telegram.ledger.deliveries.length;
    write(chatId);
    await expect.poll(() => shop.telegram.ledger.deliveries.length, { interval: 1 }).toBe(before + 1);
    await restart();
    expect(await statesOf(chatId)).toHaveLength(1);
    expect(botTexts(chatId).length).toBeLessThanOrEqual(1);
  }, 180_000);

  it('while the model writes: answered once, by the next process', async () => {
    const chatId = 5003;
    shop.model.faults.add({ kind: 'slow-first-byte', delayMs: 20_000 });
    const text = write(chatId);
    await shop.model.waitForCall((seen) => JSON.stringify(seen.body).includes(text), 60_000);
    await restart();
    expect(botTexts(chatId)).toHaveLength(1);
    expect(await statesOf(chatId)).toEqual(['sent']);
  }, 180_000);
});
