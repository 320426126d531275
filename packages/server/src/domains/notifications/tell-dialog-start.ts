import { type ChannelSettings, initialChannelSettings, type Locale, noticeFields } from '@otvet/contract';
import { readFeed } from '../../events/index.ts';
import type { FeedReader } from '../../platform/events/index.ts';
import type { NotificationDeps } from './deps.ts';
import { titleOf } from './explain-break.ts';
import type { Notifications, Receiver } from './index.ts';

/** Tells whom a channel names that a customer began a dialog, once a dialog. */
export function tellDialogStart(deps: Pick<NotificationDeps, 'channels'>, { notify }: Notifications): FeedReader {
  return readFeed('message.stored', 'notifications.tell-dialog-start', async (tx, messages) => {
    const channels = new Map<string, ReturnType<typeof deps.channels.find>>();
    for (const { author, seq, accountId, channelId, dialogId, chatId } of messages) {
      if (author !== 'customer' || seq !== 1) continue;
      const finding = channels.get(channelId) ?? deps.channels.find(accountId, channelId, tx);
      channels.set(channelId, finding);
      const channel = await finding;
      const to = channel ? receiversOf(channelId, { ...initialChannelSettings, ...channel.settings }) : [];
      if (!channel || to.length === 0) continue;
      const key = `dialog_started ${dialogId}`;
      const dialog = encodeURIComponent(`${chatId}_${channelId}`);
      const values = (locale: Locale) => ({ type: titleOf(locale, channel.type) });
      const words = { values, personal: { channel: channel.name } };
      await notify({ accountId, kind: 'dialog_started', key, to, path: `/app/inbox/?dialog=${dialog}`, ...words }, tx);
    }
  });
}

function receiversOf(channelId: string, settings: Omit<ChannelSettings, 'name'>): Receiver[] {
  const { email, chat } = noticeFields;
  const address = settings[email.address];
  const chatId = settings[chat.address];
  return [
    ...(settings[email.isOn] ? [address === '' ? OWNER : ({ way: 'email', address } as const)] : []),
    ...(settings[chat.isOn] && chatId !== '' ? [{ way: 'chat', chatId, channelId } as const] : []),
  ];
}

const OWNER = { way: 'owner' } as const;
