import { on } from '../../events/index.ts';
import type { Subscription } from '../../platform/events/index.ts';
import type { NewId } from '../../platform/time/ids.ts';
import { insertAudit } from './store.ts';

const SYSTEM = 'system';

/** When channels were connected, lost and unlinked, and by whom, stands in the audit log. */
export function recordChannelChanges({ newId }: { newId: NewId }): Subscription {
  const record = (
    event: 'channel.connected' | 'channel.unlinked' | 'channel.became-inactive' | 'channel.became-active',
  ) =>
    on(event, async (tx, { at, payload }) => {
      const { accountId, channelId, channelType } = payload;
      const actor = 'by' in payload ? (payload.by ?? SYSTEM) : SYSTEM;
      const channel = { channelId, channelType };
      const details = 'reason' in payload ? { ...channel, reason: payload.reason } : channel;
      await insertAudit.run(tx, { accountId, actor, action: event, details, ip: null, id: newId(), at });
    });
  return {
    subscriber: 'accounts.record-channel-changes',
    handlers: [
      record('channel.connected'),
      record('channel.unlinked'),
      record('channel.became-inactive'),
      record('channel.became-active'),
    ],
  };
}
