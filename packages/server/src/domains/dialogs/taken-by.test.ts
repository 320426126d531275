import { afterAll, beforeAll, expect, it } from 'vitest';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import {
  buildAccount,
  buildTelegramChannel,
  type Core,
  startCore,
  type TelegramChannel,
} from '../../testing/start-core.ts';
import type { InboundMessage } from './index.ts';

let core: Core;
let channel: TelegramChannel;
let nextChat = 1;
const anna = { userId: 'u1', userName: 'Anna' };
const boris = { userId: 'u2', userName: 'Boris' };

beforeAll(async () => {
  core = await startCore();
  channel = await buildTelegramChannel(core, await buildAccount(core, { plan: 'starter', messagesLimit: null }));
});
afterAll(() => core.close());

const origin = () => ({ accountId: channel.accountId, channelId: channel.channelId });

function message(chatId: string, changes: Partial<InboundMessage> = {}): InboundMessage {
  return {
    kind: 'message',
    chat: { id: chatId, isGroup: false, title: '' },
    sender: { id: chatId, name: 'Customer', firstName: '', userName: null, language: null, phone: null },
    ...{ messageId: '1', sentAt: core.clock.now(), text: 'question', attachments: [], replyTo: null },
    ...{ albumId: null, isOwn: false, isAddressed: true, clientId: null },
    ...changes,
  };
}

/** A dialog with a question, what people do with it, and which person has it then. */
async function meet() {
  const chatId = String(nextChat++);
  const place = { ...origin(), chatId };
  await core.dialogs.receiveMessage(core.pool, {
    ...origin(),
    ...{ message: message(chatId), silence: null, dueAt: core.clock.now(), comeBackAt: null, isMediaStored: false },
  });
  return {
    takes: (by: typeof anna) => core.dialogs.pause(place, by),
    handsBack: (by: typeof anna) => core.dialogs.resume(place, by),
    writes: (by: typeof anna) =>
      core.dialogs.send({ ...place, ...by, text: 'Hello', urls: [], clientId: null, replyToId: null, state: 'sent' }),
    writesOnThePlatform: () =>
      withTransaction(core.pool, (db) =>
        core.dialogs.receiveOwnMessage(db, {
          ...origin(),
          message: message(chatId, { messageId: 'own', isOwn: true, text: 'I answered' }),
        }),
      ),
    takenBy: async () => (await core.dialogs.find(place))?.chat.takenBy,
  };
}

it('a dialog says which person took it, and says nobody when it is handed back', async () => {
  const { takes, handsBack, takenBy } = await meet();
  expect(await takenBy()).toBeNull();
  await takes(anna);
  expect(await takenBy()).toEqual({ id: 'u1', name: 'Anna' });
  await takes(boris);
  expect(await takenBy()).toEqual({ id: 'u1', name: 'Anna' });
  await handsBack(boris);
  expect(await takenBy()).toBeNull();
});

it('who writes last has it, and a person on the platform itself has no name', async () => {
  const { takes, writes, writesOnThePlatform, takenBy } = await meet();
  await writes(anna);
  expect(await takenBy()).toEqual({ id: 'u1', name: 'Anna' });
  await writes(boris);
  expect(await takenBy()).toEqual({ id: 'u2', name: 'Boris' });
  await takes(anna);
  expect(await takenBy()).toEqual({ id: 'u2', name: 'Boris' });
  await writesOnThePlatform();
  expect(await takenBy()).toBeNull();
});
