import { createAudit } from '../../../platform/audit/index.ts';
import { withTransaction } from '../../../platform/database/with-transaction.ts';
import { deleteDraft } from '../connecting-store.ts';
import type { ChannelDeps } from '../deps.ts';
import { markChannel } from '../mark-channel.ts';
import { findChannel, type StoredChannel } from '../store.ts';
import { eraseSession, findBroken, moveSession } from './session-store.ts';

/**
 * An account on the platform that was connected and has lost its link is linked again: its channel takes the new session
 * over, so that its dialogs and what waits in them go on. Undefined where there is no such channel.
 */
export async function reviveChannel(
  deps: ChannelDeps,
  draft: { accountId: string; id: string; lease: string; type: string; identity: string },
): Promise<StoredChannel | undefined> {
  const { accountId, type } = draft;
  return await withTransaction(deps.pool, async (tx) => {
    const broken = await findBroken.first(tx, draft);
    if (!broken) return undefined;
    const { id } = broken;
    await eraseSession.run(tx, { accountId, channelId: id });
    await moveSession.run(tx, { accountId, channelId: draft.id, toChannelId: id, now: deps.sharedClock.now() });
    await deleteDraft.run(tx, draft);
    await markChannel(deps, { accountId, id, reason: null }, tx);
    const entry = { accountId, action: 'channel.credentials_replaced', object: `channel:${id}` } as const;
    await createAudit(deps).record({ ...entry, details: { channelType: type } }, tx);
    return await findChannel.first(tx, { accountId, id });
  });
}
