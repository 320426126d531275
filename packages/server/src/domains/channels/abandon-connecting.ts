import { outsideRequest } from '../../platform/scope/request-scope.ts';
import type { TakenDraft } from './connecting-draft.ts';
import { deleteDraft, findOtherClaim, type StoredDraft, takeExpiredDrafts } from './connecting-store.ts';
import type { ChannelDeps } from './deps.ts';
import { leavePlatform } from './leave-platform.ts';
import { openCredentials } from './live-channel.ts';

const SWEEP_LIMIT = 100;

/** Removes connections that nobody finished. */
export async function sweepConnecting(deps: ChannelDeps): Promise<void> {
  const lease = deps.leases.take();
  const expired = await takeExpiredDrafts.all(deps.pool, { ...lease, limit: SWEEP_LIMIT });
  for (const stored of expired) await removeDraft(deps, { ...stored, lease: lease.lease });
}

/** Removes a draft that is taken. */
export async function removeDraft(deps: ChannelDeps, stored: TakenDraft): Promise<void> {
  await leaveIfTold(deps, stored);
  await deleteDraft.run(deps.pool, stored);
}

/** A process that died while the platform was being told may have left our address there. */
export async function leaveIfTold(deps: ChannelDeps, stored: StoredDraft): Promise<void> {
  if (stored.sealedSecrets === null) return;
  try {
    await deactivate(deps, stored, openCredentials(deps.keyring, stored, stored.sealedSecrets));
  } catch (error) {
    logFailure(deps, stored, error);
  }
}

type Told = Pick<StoredDraft, 'id' | 'type' | 'identity'>;

/** Takes back what the platform was told of a connection that failed. Whoever has its account there now is left alone. */
export async function undoActivation(
  deps: ChannelDeps,
  draft: Told & Pick<TakenDraft, 'accountId' | 'lease'>,
  credentials: Record<string, string>,
): Promise<void> {
  try {
    // Whoever it is may be another account.
    const isTakenOver = (await outsideRequest(() => findOtherClaim.first(deps.pool, draft))) !== undefined;
    if (!isTakenOver) await deactivate(deps, draft, credentials);
  } catch (error) {
    logFailure(deps, draft, error);
  }
}

async function deactivate(deps: ChannelDeps, draft: Told, credentials: Record<string, string>): Promise<void> {
  const { id, identity, type } = draft;
  await leavePlatform(deps, { id, identity, credentials, type });
}

function logFailure(deps: ChannelDeps, { id }: Told, error: unknown): void {
  deps.log.warn({ err: error, channelId: id }, 'the platform could not be told of an abandoned connection');
}
