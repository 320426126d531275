import type { DialogContext } from '@otvet/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  buildAccount,
  buildTelegramChannel,
  type Core,
  startCore,
  type TelegramChannel,
} from '../../testing/start-core.ts';
import { createTestClock } from '../../testing/test-clock.ts';

const clock = createTestClock();
const sofa = { title: 'Sofa', text: '45 000', url: 'https://shop.example/sofa' };
const lamp = { title: 'Lamp', text: '', url: null };
const profile = {
  ...{ name: 'Anna', firstName: 'Anna', userName: null, language: null, phone: null },
  ...{ email: null, profileUrl: null },
};
let core: Core;
let channel: TelegramChannel;
let lastChat = 0;

beforeAll(async () => {
  core = await startCore({ kind: 'server', clock });
  channel = await buildTelegramChannel(core, await buildAccount(core));
});
afterAll(() => core.close());

type Written = { messageId: string; context?: DialogContext | null };

const placeOf = (chatId: string) => ({ accountId: channel.accountId, channelId: channel.channelId, chatId });
const contextOf = async (chatId: string) => {
  const { accountId } = channel;
  const { chats } = await core.dialogs.list({ accountId, limit: 50, offset: 0, filter: {} });
  return chats.find((chat) => chat.chatId === chatId)?.context;
};

async function receiveAll(written: readonly Written[]) {
  lastChat += 1;
  const chatId = `chat-${lastChat}`;
  for (const told of written) {
    const message = {
      ...{
        kind: 'message' as const,
        chat: { id: chatId, isGroup: false, title: '' },
        text: 'Still for sale?',
        ...told,
      },
      sender: { id: chatId, name: '', firstName: '', userName: null, language: null, phone: null },
      ...{
        sentAt: clock.now(),
        attachments: [],
        replyTo: null,
        albumId: null,
        isOwn: false,
        isAddressed: true,
        clientId: null,
      },
    };
    const { chatId: _chat, ...origin } = placeOf(chatId);
    const rest = { silence: null, dueAt: clock.now(), comeBackAt: null, isMediaStored: false };
    const received = await core.dialogs.receiveMessage(core.pool, { ...origin, message, ...rest });
    if (!received) throw new Error('Not stored');
    lastDialog = received.dialogId;
  }
  return chatId;
}
let lastDialog = '';

it('stays with the dialog until a newer message tells another one', async () => {
  expect(await contextOf(await receiveAll([{ messageId: '1' }]))).toBeNull();
  expect(await contextOf(await receiveAll([{ messageId: '1', context: sofa }, { messageId: '2' }]))).toEqual(sofa);
  const changed = [
    { messageId: '1', context: sofa },
    { messageId: '2', context: null },
    { messageId: '3', context: lamp },
  ];
  expect(await contextOf(await receiveAll(changed))).toEqual(lamp);
});

it('risk: a message that was found later puts an old advert over the newer one', async () => {
  const late = [
    { messageId: '7', context: lamp },
    { messageId: '3', context: sofa },
  ];
  expect(await contextOf(await receiveAll(late))).toEqual(lamp);
  expect(await contextOf(await receiveAll([{ messageId: '7' }, { messageId: '3', context: sofa }]))).toEqual(sofa);
});

it('comes with the name where only asking tells, and is handed to whoever answers', async () => {
  const chatId = await receiveAll([{ messageId: '1' }]);
  await core.dialogs.updateProfile({ ...placeOf(chatId), profile: { ...profile, context: sofa } });
  await core.dialogs.updateProfile({ ...placeOf(chatId), profile });
  expect(await contextOf(chatId)).toEqual(sofa);
  const turn = await core.dialogs.claimTurn({ accountId: channel.accountId, dialogId: lastDialog });
  expect(turn?.context).toEqual(sofa);
});

it('risk: what others wrote breaks a row or becomes an address that runs', async () => {
  const hostile = { title: `a\u0000\ud800${'б'.repeat(5000)}`, text: 'в'.repeat(5000), url: 'javascript:alert(1)' };
  const context = await contextOf(await receiveAll([{ messageId: '1', context: hostile }]));
  expect(context?.url).toBeNull();
  expect(context?.title.length).toBeLessThanOrEqual(300);
  expect(context?.title.isWellFormed()).toBe(true);
  expect(context?.title).not.toContain('\u0000');
  expect(context?.text.length).toBe(1000);
  const empty = { title: ' ', text: '', url: 'http://plain.example' };
  expect(await contextOf(await receiveAll([{ messageId: '1', context: empty }]))).toBeNull();
});
