import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  buildAccount,
  buildTelegramChannel,
  buildUpdate,
  type Core,
  meetCustomer,
  startCore,
} from '../../testing/start-core.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { confirmAddress } from './testing/confirm-address.ts';

let core: Core;
const READER = 'notifications.tell-dialog-start';
const readFeed = () => core.runTask('events.read-message.stored');
beforeAll(async () => {
  core = await startCore({});
  // A reader begins with what is stored after it was there.
  await waitUntil(async () => {
    await readFeed();
    return (await core.pool.query('select 1 from feed_positions where reader = $1', [READER])).rowCount === 1;
  });
});
afterAll(() => core.close());

let updateId = 1;
async function write(channel: { accountId: string; channelId: string }, chatId: number): Promise<void> {
  updateId += 1;
  const events = [buildUpdate({ updateId, chatId, messageId: updateId, text: 'Здравствуйте' })];
  await core.gateway.acceptEvents({ ...channel, events });
}

/** What was told, after the feed was read up to the newest message of the channel. */
async function toldOf({ accountId, channelId }: { accountId: string; channelId: string }) {
  await core.idle();
  await waitUntil(async () => {
    await readFeed();
    return (await core.channels.find(accountId, channelId))?.lastEventAt !== null;
  });
  const { rows } = await core.pool.query(
    'select way, receiver, kind from notifications where account_id = $1 order by way, receiver',
    [accountId],
  );
  return rows;
}

it('a new dialog is told by mail and in the chat, once a dialog, whatever is written afterwards', async () => {
  const { channelId, accountId, bot } = await buildTelegramChannel(core, await buildAccount(core), {
    startEmailNotify: true,
    notificationEmail: 'boss@shop.example',
    startTelegramNotify: true,
    telegramChatId: '555',
  });
  await confirmAddress(core, accountId, 'boss@shop.example');
  meetCustomer(core, bot, 555);
  const channel = { accountId, channelId };
  await write(channel, 700);
  await write(channel, 700);
  await write(channel, 701);
  await waitUntil(async () => (await toldOf(channel)).length === 4);
  expect(await toldOf(channel)).toEqual([
    { way: 'chat', receiver: '555', kind: 'dialog_started' },
    { way: 'chat', receiver: '555', kind: 'dialog_started' },
    { way: 'email', receiver: 'boss@shop.example', kind: 'dialog_started' },
    { way: 'email', receiver: 'boss@shop.example', kind: 'dialog_started' },
  ]);
  await waitUntil(() =>
    core.telegram.ledger.messages.some(
      ({ message }) => message.chat.id === 555 && message.text?.includes('Новый диалог: Telegram') === true,
    ),
  );
});

it('without an address the owner is told; a channel that is silent about it tells nobody', async () => {
  const [loud, silent] = [await buildAccount(core), await buildAccount(core)];
  const one = await buildTelegramChannel(core, loud, { startEmailNotify: true });
  const other = await buildTelegramChannel(core, silent, { notificationEmail: 'boss@shop.example' });
  await write(other, 702);
  await write(one, 702);
  const owner = await core.accounts.ownerOf(loud, core.pool);
  await waitUntil(async () => (await toldOf(one)).length === 1);
  expect(await toldOf(one)).toMatchObject([{ way: 'email', receiver: owner?.to.toLowerCase() }]);
  expect(await toldOf(other)).toEqual([]);
});

it('risk: the chat’s number was read in one bot, and another one is older: the notice goes through the right one', async () => {
  const accountId = await buildAccount(core);
  await buildTelegramChannel(core, accountId, {});
  const own = await buildTelegramChannel(core, accountId, { startTelegramNotify: true, telegramChatId: '556' });
  meetCustomer(core, own.bot, 556);
  await write(own, 703);
  await waitUntil(async () => {
    await toldOf(own);
    return core.telegram.ledger.messages.some(({ message }) => message.chat.id === 556 && message.from?.is_bot);
  });
});
