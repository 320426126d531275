import type { Core, TelegramChannel } from './start-core.ts';

type Received = { chatId: string; text: string; at?: Date };

/** Stores a text of a customer as the gateway does, and nothing answers it: what else the message is, a test writes itself. */
export async function receiveText(
  core: Core,
  { accountId, channelId }: Pick<TelegramChannel, 'accountId' | 'channelId'>,
  { chatId, text, at = core.clock.now() }: Received,
): Promise<void> {
  const sender = { id: chatId, name: 'Клиент', firstName: '', userName: null, language: null, phone: null };
  await core.dialogs.receiveMessage(core.pool, {
    ...{ accountId, channelId, silence: null, dueAt: at, comeBackAt: null, isMediaStored: false },
    message: {
      ...{ kind: 'message', chat: { id: chatId, isGroup: false, title: '' }, sender, messageId: '1', sentAt: at },
      ...{ text, attachments: [], replyTo: null, albumId: null, isOwn: false, isAddressed: true },
      clientId: null,
    },
  });
}
