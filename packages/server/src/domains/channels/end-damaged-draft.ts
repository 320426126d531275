import { AppError } from '../../platform/errors/app-error.ts';
import { SecretError } from '../../platform/secrets/keyring.ts';
import { removeDraft } from './abandon-connecting.ts';
import { type Opened, openDraft } from './connecting-draft.ts';
import { giveBackDraft, type StoredDraft, takeDraft } from './connecting-store.ts';
import type { ChannelDeps } from './deps.ts';
import { ChannelSecretsError, openOrThrow } from './live-channel.ts';

/**
 * What is stored of a connection. One that is damaged is ended: nobody can go on with it, and it stands in nobody's way.
 * One of a form that another version wrote is left to that version, and one without its key to the administrator.
 */
export async function openOrEnd<Stored extends StoredDraft & { lease?: string }>(
  deps: ChannelDeps,
  stored: Stored,
): Promise<Opened<Stored>> {
  try {
    return openOrThrow(() => openDraft(deps.keyring, stored));
  } catch (error) {
    const cause = error instanceof ChannelSecretsError ? error.cause : error;
    if (cause instanceof SecretError && cause.reason === 'damaged') {
      deps.log.error({ err: error, channelId: stored.id }, 'a connection that was begun is damaged: it is ended');
      await end(deps, stored);
      throw new AppError('channels.not_found', { cause: error });
    }
    const { accountId, id, lease } = stored;
    if (lease !== undefined) await giveBackDraft.run(deps.pool, { accountId, id, lease });
    if (cause instanceof SecretError) throw error;
    deps.log.error({ err: error, channelId: id }, 'a connection that was begun has a form of another version');
    throw new AppError('channels.not_found', { cause: error });
  }
}

/** Somebody else may be at it: he ends it. */
async function end(deps: ChannelDeps, stored: StoredDraft & { lease?: string }): Promise<void> {
  const { accountId, id } = stored;
  if (stored.lease !== undefined) return await removeDraft(deps, { ...stored, lease: stored.lease });
  const lease = deps.leases.take();
  const taken = await takeDraft.first(deps.pool, { accountId, id, ...lease });
  if (taken) await removeDraft(deps, { ...taken, lease: lease.lease });
}
