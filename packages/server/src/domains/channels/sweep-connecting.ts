import { findConnector } from '../../connectors/registry.ts';
import { deleteDraft, findExpiredDrafts, type StoredDraft } from './connecting-store.ts';
import type { ChannelDeps } from './deps.ts';
import { openCredentials } from './live-channel.ts';

const SWEEP_LIMIT = 100;

/** Removes connections that nobody finished. One that died while the platform was being told is taken away there too. */
export async function sweepConnecting(deps: ChannelDeps): Promise<void> {
  const expired = await findExpiredDrafts.all(deps.pool, { now: deps.clock.now(), limit: SWEEP_LIMIT });
  for (const stored of expired) {
    if (stored.sealedSecrets !== null) await deactivate(deps, stored, stored.sealedSecrets);
    await deleteDraft.run(deps.pool, stored);
  }
}

async function deactivate(deps: ChannelDeps, stored: StoredDraft, sealedSecrets: string): Promise<void> {
  const connector = findConnector(deps.connectors.byType, stored.type);
  try {
    const credentials = openCredentials(deps.keyring, stored, sealedSecrets);
    await connector?.connect.deactivate({ id: stored.id, identity: '', credentials }, deps.connectors.io);
  } catch (error) {
    deps.log.warn({ err: error, channelId: stored.id }, 'the platform could not be told of an abandoned connection');
  }
}
