import type { ChannelUpdate } from '@otvet/contract';
import { type AuditEntry, createAudit } from '../../platform/audit/index.ts';
import type { Queryable } from '../../platform/database/queryable.ts';
import type { ChannelDeps } from './deps.ts';
import type { LiveChannel } from './live-channel.ts';
import type { StoredChannel } from './store.ts';

/** Records which settings were changed, by their names: what they hold are texts for customers and the model. */
export async function recordUpdate(
  deps: ChannelDeps,
  { channel, update, tx }: { channel: StoredChannel; update: ChannelUpdate; tx: Queryable },
): Promise<void> {
  const audit = createAudit(deps);
  const { options = {}, active, ...settings } = update;
  const base = { accountId: channel.accountId, object: `channel:${channel.id}` };
  if (active !== undefined && active !== channel.settings.active)
    await audit.record({ ...base, action: active ? 'channel.switched_on' : 'channel.switched_off' }, tx);
  const fields = [...changedNames(channel.settings, settings), ...changedNames(channel.options, options)].join(', ');
  if (fields !== '') await audit.record({ ...base, action: 'channel.changed', details: { fields } }, tx);
}

/** New credentials, which are not recorded themselves. */
export async function recordReplaced(
  deps: ChannelDeps,
  { live, tx }: { live: Pick<LiveChannel, 'accountId' | 'id' | 'type'>; tx: Queryable },
): Promise<void> {
  const entry: AuditEntry = {
    accountId: live.accountId,
    action: 'channel.credentials_replaced',
    object: `channel:${live.id}`,
    details: { channelType: live.type },
  };
  await createAudit(deps).record(entry, tx);
}

function changedNames(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  return Object.keys(after).filter(
    (name) => after[name] !== undefined && JSON.stringify(after[name]) !== JSON.stringify(before[name]),
  );
}
