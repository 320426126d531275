import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildAccount, buildTelegramChannel, buildUpdate, type Core, startCore } from '../../testing/start-core.ts';
import { createTestClock } from '../../testing/test-clock.ts';

const MINUTE_MS = 60_000;
const HOLDER = 9001;
const clock = createTestClock();
let core: Core;
beforeAll(async () => {
  core = await startCore({ clock });
});
afterAll(() => core.close());

let number = 0;
async function says(channel: { accountId: string; channelId: string }, text: string, chatId = HOLDER): Promise<void> {
  number += 1;
  const update = buildUpdate({ updateId: number, chatId, messageId: number, text });
  await core.gateway.acceptEvents({ ...channel, events: [update] });
  await core.idle();
}
const noticesOf = async (accountId: string, id: string) => {
  const settings = (await core.channels.find(accountId, id))?.settings;
  return [settings?.startTelegramNotify, settings?.telegramChatId];
};

const dialogsOf = async (accountId: string) =>
  (await core.pool.query('select id from dialogs where account_id = $1', [accountId])).rows;

it('whoever opens the bot by the link, or writes the line, gets the notices of the channel, and is no customer', async () => {
  const accountId = await buildAccount(core);
  const channel = await buildTelegramChannel(core, accountId);
  const site = await core.channels.connect({ accountId, type: 'widget' });
  const chat = await core.channels.findNoticeChat({ accountId, id: site.id });
  const word = new URL(chat?.link ?? '').searchParams.get('start') ?? '';
  expect(chat).toMatchObject({ link: expect.stringMatching(/^https:\/\/t\.me\/\w+\?start=/) });
  expect(chat?.message).toBe(`/start@${channel.bot.username} ${word}`);
  await says(channel, `/start ${word}`);
  expect(await noticesOf(accountId, site.id)).toEqual([true, String(HOLDER)]);
  expect(await noticesOf(accountId, channel.channelId)).toEqual([false, '']);
  expect(await dialogsOf(accountId)).toEqual([]);
});

it('risk: who reads the word in a group takes the notices over', async () => {
  const accountId = await buildAccount(core);
  const channel = await buildTelegramChannel(core, accountId);
  const id = channel.channelId;
  const word = (await core.channels.findNoticeChat({ accountId, id }))?.link?.split('start=')[1] ?? '';
  await says(channel, word);
  // The platform brings it again.
  await says(channel, word);
  expect(await dialogsOf(accountId)).toEqual([]);
  await says(channel, word, 9002);
  expect(await noticesOf(accountId, id)).toEqual([true, String(HOLDER)]);
});

it('risk: a stranger guesses, a word of another account or an old one leads the notices away', async () => {
  const [accountId, other] = [await buildAccount(core), await buildAccount(core)];
  const channel = await buildTelegramChannel(core, accountId);
  const foreign = await buildTelegramChannel(core, other);
  const wordOf = async (owner: string, id: string) =>
    (await core.channels.findNoticeChat({ accountId: owner, id }))?.link?.split('start=')[1] ?? '';
  await says(channel, 'notices-0123456789abcdef');
  await says(channel, await wordOf(other, foreign.channelId));
  const own = await wordOf(accountId, channel.channelId);
  clock.advance(31 * MINUTE_MS);
  await says(channel, own);
  expect(await noticesOf(accountId, channel.channelId)).toEqual([false, '']);
  expect(await noticesOf(other, foreign.channelId)).toEqual([false, '']);
  expect(await dialogsOf(accountId)).toHaveLength(1);
});

it('without a bot there is nobody to write to', async () => {
  const accountId = await buildAccount(core);
  const site = await core.channels.connect({ accountId, type: 'widget' });
  expect(await core.channels.findNoticeChat({ accountId, id: site.id })).toBeNull();
});
