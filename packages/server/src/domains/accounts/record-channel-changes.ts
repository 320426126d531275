import { on } from '../../events/index.ts';
import { createAudit } from '../../platform/audit/index.ts';
import type { Subscription } from '../../platform/events/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { NewId } from '../../platform/time/ids.ts';

/** What no person did: when channels stopped working and worked again. */
export function recordChannelChanges(deps: { clock: Clock; newId: NewId }): Subscription {
  const audit = createAudit(deps);
  const record = (event: 'channel.became-inactive' | 'channel.became-active') =>
    on(event, async (tx, { at, payload }) => {
      const { accountId, channelId, channelType } = payload;
      const why: Record<string, string> = 'reason' in payload ? { reason: payload.reason } : {};
      const details = { channelType, ...why };
      await audit.record({ accountId, action: event, object: `channel:${channelId}`, details, at }, tx);
    });
  return {
    subscriber: 'accounts.record-channel-changes',
    handlers: [record('channel.became-inactive'), record('channel.became-active')],
  };
}
