import type { ChannelDeps } from './deps.ts';
import { tryOpen } from './live-channel.ts';
import { listAllChannels } from './store.ts';

/**
 * Whether the keys of this node belong to the database: a wrong one would fail every message that comes in. True where
 * nothing is sealed yet, and where at least one channel opens: a single damaged one stops nobody else.
 */
export async function areKeysValid(deps: ChannelDeps): Promise<boolean> {
  const sealed = (await listAllChannels.all(deps.pool, {})).filter((stored) => stored.sealedSecrets !== null);
  return sealed.length === 0 || sealed.some((stored) => tryOpen(deps, stored) !== undefined);
}
