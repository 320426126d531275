import type { PoolClient } from 'pg';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import type { ChannelDeps } from './deps.ts';
import { setInactiveReason } from './store.ts';

/** Marks a channel as broken, with a reason in words, or as working again; in the caller's transaction where it has one. */
export async function markChannel(
  deps: ChannelDeps,
  input: { accountId: string; id: string; reason: string | null },
  within?: PoolClient,
): Promise<boolean> {
  const mark = async (tx: PoolClient) => {
    const now = deps.clock.now();
    const marked = await setInactiveReason.first(tx, { ...input, now });
    if (!marked) return false;
    const since = (marked.brokenAt ?? now).toISOString();
    const channel = { accountId: input.accountId, channelId: input.id, channelType: marked.type, since };
    if (input.reason === null) await deps.events.publish(tx, 'channel.became-active', channel);
    else await deps.events.publish(tx, 'channel.became-inactive', { ...channel, reason: input.reason });
    return true;
  };
  return await (within ? mark(within) : withTransaction(deps.pool, mark));
}
