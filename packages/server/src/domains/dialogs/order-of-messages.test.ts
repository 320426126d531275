import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildAccount, buildTelegramChannel, type Core, startCore } from '../../testing/start-core.ts';
import { createTestClock } from '../../testing/test-clock.ts';

const clock = createTestClock();
let core: Core;

beforeAll(async () => {
  core = await startCore({ kind: 'server', clock });
});
afterAll(() => core.close());

type Written = { messageId: string; text: string; secondsAgo: number };

/** Texts of a dialog as they stand there, after these messages have come in this order. */
async function receiveAll(chatId: string, written: readonly Written[]): Promise<string[]> {
  const { accountId, channelId } = await buildTelegramChannel(core, await buildAccount(core));
  for (const { messageId, text, secondsAgo } of written) {
    const message = {
      ...{ kind: 'message' as const, chat: { id: chatId, isGroup: false, title: '' }, messageId, text },
      sender: { id: chatId, name: 'Customer', firstName: '', userName: null, language: null, phone: null },
      sentAt: new Date(clock.now().getTime() - secondsAgo * 1000),
      ...{ attachments: [], replyTo: null, albumId: null, isOwn: false, isAddressed: true, clientId: null },
    };
    const received = { message, silence: null, dueAt: clock.now(), comeBackAt: null, isMediaStored: false };
    await core.dialogs.receiveMessage(core.pool, { accountId, channelId, ...received });
  }
  const { messages } = await core.dialogs.messages({ accountId, channelId, chatId, limit: 50, offset: 0 });
  return messages.map(({ text }) => text);
}

it('risk: a message that was found later by asking stands after what the customer wrote after it', async () => {
  const order = await receiveAll('words', [
    { messageId: 'b0f1', text: 'first', secondsAgo: 9 },
    { messageId: 'a9c3', text: 'third', secondsAgo: 3 },
    { messageId: 'c7d2', text: 'second', secondsAgo: 6 },
  ]);
  expect(order).toEqual(['first', 'second', 'third']);
});

it('messages of one second stand as they came', async () => {
  const order = await receiveAll('second', [
    { messageId: 'zz', text: 'first', secondsAgo: 1 },
    { messageId: 'aa', text: 'second', secondsAgo: 1 },
  ]);
  expect(order).toEqual(['first', 'second']);
});

it('numbers of the platform say the order where it gives some; what has none comes before them', async () => {
  const order = await receiveAll('numbers', [
    { messageId: 'source:7', text: 'first', secondsAgo: 9 },
    { messageId: '12', text: 'third', secondsAgo: 8 },
    { messageId: '11', text: 'second', secondsAgo: 1 },
  ]);
  expect(order).toEqual(['first', 'second', 'third']);
});
