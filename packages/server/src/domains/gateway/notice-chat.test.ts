import { afterAll, beforeAll, expect, it } from 'vitest';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import { buildAccount, buildTelegramChannel, buildUpdate, type Core, startCore } from '../../testing/start-core.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { waitUntil } from '../../testing/wait-until.ts';

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

/** A channel of an account of its own, and how its notices are asked for, changed and told. */
async function openShop() {
  const accountId = await buildAccount(core);
  const channel = await buildTelegramChannel(core, accountId);
  const id = channel.channelId;
  const change = (update: { startTelegramNotify?: boolean; telegramChatId?: string }) =>
    core.channels.update({ accountId, type: 'telegram', id, update });
  const told = (chatId: number) =>
    core.telegram.ledger.calls.flatMap(({ token, method, params }) =>
      token === channel.bot.token && method === 'sendMessage' && String(params.chat_id) === String(chatId)
        ? [String(params.text)]
        : [],
    );
  const wordOf = async () => (await core.channels.findNoticeChat({ accountId, id }))?.link?.split('start=')[1] ?? '';
  return { accountId, channel, id, change, told, wordOf };
}

it('risk: the owner switches the notices off, and a word of before takes them over', async () => {
  const { accountId, channel, id, change, wordOf } = await openShop();
  const used = await wordOf();
  await says(channel, used);
  await change({ startTelegramNotify: false, telegramChatId: '' });
  await says(channel, used, 9002);
  expect(await noticesOf(accountId, id)).toEqual([false, '']);
  const unused = await wordOf();
  await change({ startTelegramNotify: true, telegramChatId: '9003' });
  await change({ startTelegramNotify: false, telegramChatId: '' });
  await says(channel, unused, 9002);
  expect(await noticesOf(accountId, id)).toEqual([false, '']);
  await says(channel, await wordOf(), 9002);
  expect(await noticesOf(accountId, id)).toEqual([true, '9002']);
});

it('a word outlives what is changed beside: the form is saved while the chat is opened', async () => {
  const { accountId, channel, id, change, wordOf } = await openShop();
  const word = await wordOf();
  await core.channels.update({ accountId, type: 'telegram', id, update: { greeting: 'Hello', telegramChatId: '' } });
  await change({ startTelegramNotify: true });
  await says(channel, word);
  expect(await noticesOf(accountId, id)).toEqual([true, String(HOLDER)]);
});

it('risk: notices are led away and nobody hears of it: the chat before is told, once', async () => {
  const { channel, told, wordOf } = await openShop();
  await says(channel, await wordOf());
  // The same chat once more is no news.
  await says(channel, await wordOf());
  await says(channel, await wordOf(), 9002);
  const isFarewell = (text: string) => text.includes('другой чат');
  await waitUntil(() => told(HOLDER).some(isFarewell));
  await says(channel, await wordOf(), 9002);
  expect(told(HOLDER).filter(isFarewell)).toHaveLength(1);
  expect(told(9002).filter(isFarewell)).toEqual([]);
  const { rows } = await core.pool.query("select receiver from notifications where kind = 'notices_moved'");
  expect(rows).toEqual([{ receiver: String(HOLDER) }]);
});

it('risk: a word is used up by an event that is read again: both are kept, or nothing', async () => {
  const { accountId, channel, id, wordOf } = await openShop();
  await core.pool.query(`create function refuse_note() returns trigger language plpgsql as
    $$ begin if new.note = 'notice_chat' then raise 'no room'; end if; return new; end $$`);
  await core.pool.query(
    'create trigger refuse_note before update on inbound_events for each row execute function refuse_note()',
  );
  const word = await wordOf();
  await says(channel, word);
  expect(await noticesOf(accountId, id)).toEqual([false, '']);
  await core.pool.query('drop trigger refuse_note on inbound_events');
  await waitUntil(async () => {
    clock.advance(1000);
    await core.gateway.sweep();
    await core.idle();
    return (await noticesOf(accountId, id))[0] === true;
  });
});

it('risk: our own words in a chat link it, or a chat that no notice can go to stops at the word', async () => {
  const { accountId, channel, id, wordOf } = await openShop();
  const text = await wordOf();
  const chat = { id: 77, type: 'private', first_name: 'Anna' };
  const from = { id: channel.bot.id, is_bot: true, first_name: 'Shop' };
  const customer = { id: 77, is_bot: false, first_name: 'Anna' };
  const said = { message_id: 1, date: 1_790_000_000, chat, text };
  const updates = [
    { message: { ...said, from } },
    { business_message: { ...said, from: customer, business_connection_id: 'bc_1' } },
  ];
  for (const update of updates) {
    number += 1;
    const event = { eventId: String(number), payload: { update_id: number, ...update } };
    await core.gateway.acceptEvents({ ...channel, events: [event] });
    await core.idle();
  }
  expect(await noticesOf(accountId, id)).toEqual([false, '']);
  const { rows } = await core.pool.query('select state from inbound_events where channel_id = $1', [id]);
  expect(rows).toEqual([{ state: 'done' }, { state: 'done' }]);
  await says(channel, text);
  expect(await noticesOf(accountId, id)).toEqual([true, String(HOLDER)]);
});

it('risk: a chat is linked to, or told through, a bot that does not work', async () => {
  const { accountId, channel, told } = await openShop();
  const site = await core.channels.connect({ accountId, type: 'widget' });
  await core.channels.mark({ accountId, id: channel.channelId, reason: 'token_revoked' });
  expect(await core.channels.findNoticeChat({ accountId, id: site.id })).toBeNull();
  const second = await buildTelegramChannel(core, accountId);
  const chat = await core.channels.findNoticeChat({ accountId, id: site.id });
  expect(chat?.message).toMatch(new RegExp(`^/start@${second.bot.username} `));
  await says(second, 'Hello', 9004);
  const receiver = { way: 'chat', chatId: '9004', channelId: channel.channelId } as const;
  const notice = { accountId, kind: 'dialog_started', key: 'k', to: [receiver], path: '/app/' } as const;
  const before = core.telegram.ledger.calls.length;
  await withTransaction(core.pool, (tx) => core.notifications.notify(notice, tx));
  const sent = () => core.telegram.ledger.calls.slice(before).filter(({ method }) => method === 'sendMessage');
  await waitUntil(() => sent().some(({ token }) => token === second.bot.token));
  expect(told(9004)).toEqual([]);
});

it('without a bot there is nobody to write to', async () => {
  const accountId = await buildAccount(core);
  const site = await core.channels.connect({ accountId, type: 'widget' });
  expect(await core.channels.findNoticeChat({ accountId, id: site.id })).toBeNull();
});
