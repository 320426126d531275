import { familyOf, type Locale } from '@otvet/contract';
import type { PoolClient } from 'pg';
import { on } from '../../events/index.ts';
import type { Subscription } from '../../platform/events/index.ts';
import type { NotificationDeps } from './deps.ts';
import { explainBreak, titleOf } from './explain-break.ts';
import type { Notifications, Receiver } from './index.ts';

/** A shorter outage is over before its mail is read. */
const LONG_OUTAGE_MS = 3_600_000;

/**
 * One notice when a channel stops working, whatever happens to it until it works, one when that took long, one when nobody
 * writes in a channel that works, and one to a chat that no longer gets its notices.
 */
export function tellChannelLife(deps: Pick<NotificationDeps, 'channels'>, { notify }: Notifications): Subscription {
  const about = async (channel: { accountId: string; channelId: string; channelType: string }, tx: PoolClient) => {
    const { accountId, channelId: id, channelType: type } = channel;
    const found = await deps.channels.find(accountId, id, tx);
    if (!found) return undefined;
    const base = {
      accountId,
      to: receiversOf(found.settings.notificationEmail),
      personal: { channel: found.name },
      path: `/app/channels/${familyOf(type)}/${id}/`,
    };
    return { found, base };
  };
  return {
    subscriber: 'notifications.tell-channel-life',
    handlers: [
      on('channel.became-inactive', async (tx, { payload }) => {
        const { channelId, channelType, since } = payload;
        const channel = await about(payload, tx);
        const reason = channel?.found.inactiveReason;
        if (!channel || reason === null || reason === undefined) return;
        const values = (locale: Locale) => explainBreak({ locale, reason, channelType });
        const key = `channel_broken ${channelId} ${since}`;
        await notify({ ...channel.base, kind: 'channel_broken', key, values }, tx);
      }),
      on('channel.became-active', async (tx, { at, payload }) => {
        const { channelId, channelType, since } = payload;
        if (at.getTime() - Date.parse(since) < LONG_OUTAGE_MS) return;
        const channel = await about(payload, tx);
        if (!channel || channel.found.inactiveReason !== null) return;
        const values = (locale: Locale) => ({ type: titleOf(locale, channelType) });
        const key = `channel_repaired ${channelId} ${since}`;
        await notify({ ...channel.base, kind: 'channel_repaired', key, values }, tx);
      }),
      on('channel.fell-silent', async (tx, { payload }) => {
        const { channelId, channelType, since, expected } = payload;
        const channel = await about(payload, tx);
        if (!channel || channel.found.lastEventAt?.toISOString() !== since) return;
        const values = (locale: Locale) => ({ type: titleOf(locale, channelType), expected: String(expected) });
        const key = `channel_silent ${channelId} ${since}`;
        await notify({ ...channel.base, kind: 'channel_silent', key, values }, tx);
      }),
      on('channel.notices-moved', async (tx, { payload }) => {
        const { channelId, channelType, formerChatId: chatId, round } = payload;
        const channel = await about(payload, tx);
        if (!channel) return;
        const values = (locale: Locale) => ({ type: titleOf(locale, channelType) });
        const key = `notices_moved ${channelId} ${round}`;
        await notify(
          { ...channel.base, to: [{ way: 'chat', chatId, channelId }], kind: 'notices_moved', key, values },
          tx,
        );
      }),
    ],
  };
}

/** The owner, and the address that he gave for news of the channel. */
function receiversOf(address: string | undefined): Receiver[] {
  return [{ way: 'owner' }, ...(address ? [{ way: 'email' as const, address }] : [])];
}
