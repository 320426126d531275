import { AppError } from '../../platform/errors/app-error.ts';
import { removeDraft } from './abandon-connecting.ts';
import { type Opened, openDraft, takeLease } from './connecting-draft.ts';
import { type StoredDraft, takeDraft } from './connecting-store.ts';
import type { ChannelDeps } from './deps.ts';
import { ChannelSecretsError, openOrThrow } from './live-channel.ts';

/** What is stored of a connection. One that is damaged is ended: nobody can go on with it, and it stands in nobody's way. */
export async function openOrEnd<Stored extends StoredDraft & { lease?: string }>(
  deps: ChannelDeps,
  stored: Stored,
): Promise<Opened<Stored>> {
  try {
    return openOrThrow(() => openDraft(deps.keyring, stored));
  } catch (error) {
    if (!(error instanceof ChannelSecretsError && error.isForGood)) throw error;
    deps.log.error({ err: error, channelId: stored.id }, 'a connection that was begun is damaged: it is ended');
    await end(deps, stored);
    throw new AppError('channels.not_found', { cause: error });
  }
}

/** Somebody else may be at it: he ends it. */
async function end(deps: ChannelDeps, stored: StoredDraft & { lease?: string }): Promise<void> {
  const { accountId, id } = stored;
  if (stored.lease !== undefined) return await removeDraft(deps, { ...stored, lease: stored.lease });
  const lease = takeLease(deps);
  const taken = await takeDraft.first(deps.pool, { accountId, id, ...lease });
  if (taken) await removeDraft(deps, { ...taken, lease: lease.lease });
}
