import { afterEach, describe, expect, it } from 'vitest';
import { connectors } from '../../connectors/registry.ts';
import { telegramConnector } from '../../connectors/telegram/index.ts';
import { DatabaseUnavailableError } from '../../platform/database/database-errors.ts';
import {
  buildAccount,
  buildTelegramChannel,
  buildUpdate,
  type Core,
  meetCustomer,
  startCore,
} from '../../testing/start-core.ts';
import { createTestClock } from '../../testing/test-clock.ts';

const open: Core[] = [];
afterEach(async () => {
  for (const core of open.splice(0)) await core.close();
});

const CHAT = 800;

describe('events that were accepted and not read because the database went away', () => {
  it('are all read by the next sweep, and by no other before they are due', async () => {
    let isDown = false;
    const telegram: typeof telegramConnector = {
      ...telegramConnector,
      parse: (...input) => {
        if (isDown) throw new DatabaseUnavailableError('connection', { cause: new Error('gone') });
        return telegramConnector.parse(...input);
      },
    };
    const core = await startCore({ clock: createTestClock(), connectors: { ...connectors, telegram } });
    open.push(core);
    const channel = await buildTelegramChannel(core, await buildAccount(core));
    meetCustomer(core, channel.bot, CHAT);
    const texts = async () => {
      const { messages } = await core.dialogs.messages({ ...channel, chatId: String(CHAT), limit: 10, offset: 0 });
      return messages.filter(({ author }) => author === 'customer').map(({ text }) => text);
    };
    isDown = true;
    for (const [index, text] of ['one', 'two'].entries())
      await core.gateway.acceptEvents({
        ...channel,
        events: [buildUpdate({ updateId: index + 1, chatId: CHAT, messageId: index + 1, text })],
      });
    await core.gateway.idle();
    isDown = false;
    expect((await core.pool.query(`select state from inbound_events`)).rows).toEqual([
      { state: 'new' },
      { state: 'new' },
    ]);
    await core.gateway.sweep();
    await core.gateway.idle();
    expect(await texts()).toEqual(['one', 'two']);
  });
});
