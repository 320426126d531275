import { expect, it } from 'vitest';
import {
  buildAccount,
  buildTelegramChannel,
  buildUpdate,
  type Core,
  meetCustomer,
  startCore,
} from '../testing/start-core.ts';

const CHATS = 40;
const MESSAGES = 50;
const FLOOD = 500;

it('two nodes addressed in turn: 2,000 messages keep the order of acceptance', { timeout: 300_000 }, async () => {
  const first = await startCore();
  const second = await startCore({ beside: first });
  try {
    const channel = await buildTelegramChannel(
      first,
      await buildAccount(first, { plan: 'starter', messagesLimit: null }),
    );
    const accept = (core: Core, event: ReturnType<typeof buildUpdate>) =>
      core.gateway.acceptEvents({ accountId: channel.accountId, channelId: channel.channelId, events: [event] });
    // One node is far behind with other chats: what it acknowledged waits, what the other one acknowledges would overtake it.
    const flood = Array.from({ length: FLOOD }, (_, at) =>
      accept(first, buildUpdate({ updateId: at, chatId: 10_000 + at, messageId: 1, text: 'flood' })),
    );
    await Promise.all(
      Array.from({ length: CHATS }, async (_, chat) => {
        const chatId = 100 + chat;
        meetCustomer(first, channel.bot, chatId);
        for (let messageId = 1; messageId <= MESSAGES; messageId += 1) {
          const core = messageId % 2 === 0 ? first : second;
          await accept(
            core,
            buildUpdate({ updateId: chatId * 1000 + messageId, chatId, messageId, text: `m${messageId}` }),
          );
        }
      }),
    );
    await Promise.all(flood);
    for (const core of [first, second, first, second]) {
      await core.sweep();
      await core.idle();
    }
    const { rows } = await first.pool.query(
      `select count(*)::int as messages,
         count(*) filter (where exists (select 1 from messages b where b.account_id = m.account_id and b.dialog_id = m.dialog_id
           and b.author = 'customer' and b.vendor_order < m.vendor_order and b.seq > m.seq))::int as inverted,
         count(*) filter (where m.silence is not null)::int as unanswered
       from messages m where m.author = 'customer' and m.text <> 'flood'`,
    );
    expect(rows).toEqual([{ messages: CHATS * MESSAGES, inverted: 0, unanswered: 0 }]);
  } finally {
    await second.close();
    await first.close();
  }
});
