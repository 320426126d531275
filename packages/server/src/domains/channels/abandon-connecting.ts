import { findConnector } from '../../connectors/registry.ts';
import { type TakenDraft, takeLease } from './connecting-draft.ts';
import { deleteDraft, findOtherClaim, type StoredDraft, takeExpiredDrafts } from './connecting-store.ts';
import type { ChannelDeps } from './deps.ts';
import { openCredentials } from './live-channel.ts';

const SWEEP_LIMIT = 100;

/** Removes connections that nobody finished. */
export async function sweepConnecting(deps: ChannelDeps): Promise<void> {
  const lease = takeLease(deps);
  const expired = await takeExpiredDrafts.all(deps.pool, { ...lease, limit: SWEEP_LIMIT });
  for (const stored of expired) await removeDraft(deps, { ...stored, lease: lease.lease });
}

/** Removes a draft that is taken. */
export async function removeDraft(deps: ChannelDeps, stored: TakenDraft): Promise<void> {
  await leavePlatform(deps, stored);
  await deleteDraft.run(deps.pool, stored);
}

/** A process that died while the platform was being told may have left our address there. */
export async function leavePlatform(deps: ChannelDeps, stored: StoredDraft): Promise<void> {
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
    const isTakenOver = (await findOtherClaim.first(deps.pool, draft)) !== undefined;
    if (!isTakenOver) await deactivate(deps, draft, credentials);
  } catch (error) {
    logFailure(deps, draft, error);
  }
}

async function deactivate(deps: ChannelDeps, draft: Told, credentials: Record<string, string>): Promise<void> {
  const connector = findConnector(deps.connectors.byType, draft.type);
  const { id, identity } = draft;
  await connector?.connect.deactivate({ id, identity, credentials }, deps.connectors.io);
}

function logFailure(deps: ChannelDeps, { id }: Told, error: unknown): void {
  deps.log.warn({ err: error, channelId: id }, 'the platform could not be told of an abandoned connection');
}
