import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildAccount,
  buildTelegramChannel,
  buildUpdate,
  type Core,
  meetCustomer,
  startCore,
} from '../../testing/start-core.ts';

const CHAT = 31;
/** One grey pixel, in the two formats. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAMLCwgAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('a picture that an operator sends', () => {
  let core: Core;
  beforeAll(async () => {
    core = await startCore();
  });
  afterAll(() => core.close());

  it.each([
    ['image/gif', GIF, 'sendAnimation'],
    ['image/png', PNG, 'sendPhoto'],
  ])('%s goes out the way that keeps it as it is', async (_type, bytes, method) => {
    const channel = await buildTelegramChannel(core, await buildAccount(core));
    const { accountId, channelId } = channel;
    meetCustomer(core, channel.bot, CHAT);
    const update = buildUpdate({ updateId: 1, chatId: CHAT, messageId: 1, text: 'Покажите' });
    await core.gateway.acceptEvents({ accountId, channelId, events: [update] });
    await core.idle();
    const { id } = await core.files.saveImage({
      accountId,
      bytes,
      name: 'picture',
      maxBytes: 1000,
      by: { kind: 'platform' },
    });
    const before = core.telegram.ledger.calls.length;
    const { dialogId } = await core.dialogs.send({
      accountId,
      channelId,
      chatId: String(CHAT),
      userId: 'u1',
      userName: 'Anna',
      text: 'Вот',
      urls: [id],
      replyToId: null,
      clientId: null,
      state: 'queued',
    });
    core.gateway.deliver({ accountId, dialogId });
    await core.idle();
    expect(core.telegram.ledger.calls.slice(before).map((call) => call.method)).toEqual([method]);
  });
});
