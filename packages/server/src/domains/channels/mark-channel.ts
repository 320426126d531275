import { withTransaction } from '../../platform/database/with-transaction.ts';
import type { ChannelDeps } from './deps.ts';
import { setInactiveReason } from './store.ts';

/** Marks a channel as broken, with a reason in words, or as working again. */
export async function markChannel(
  deps: ChannelDeps,
  input: { accountId: string; id: string; reason: string | null },
): Promise<boolean> {
  return await withTransaction(deps.pool, async (tx) => {
    const marked = await setInactiveReason.first(tx, { ...input, now: deps.clock.now() });
    if (!marked) return false;
    const since = marked.brokenAt?.toISOString();
    const channel = { accountId: input.accountId, channelId: input.id, channelType: marked.type, since };
    if (input.reason === null) await deps.events.publish(tx, 'channel.became-active', channel);
    else await deps.events.publish(tx, 'channel.became-inactive', { ...channel, reason: input.reason });
    return true;
  });
}
