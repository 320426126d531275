import { type ChannelSecretsError, SECRETS_DAMAGED } from '../channels/index.ts';
import type { GatewayDeps } from './deps.ts';

/** What waits to be read or sent while the secrets of its channel do not open is tried again so much later. */
export const DAMAGED_PAUSE_MS = 60_000;

/** Nothing leaves a channel whose secrets are damaged, and its owner is told at once. A key that is missing is the administrator's. */
export async function noteDamage(
  deps: Pick<GatewayDeps, 'channels' | 'dialogs'>,
  { accountId, channelId }: { accountId: string; channelId: string },
  { isForGood }: ChannelSecretsError,
): Promise<void> {
  if (!isForGood) return;
  const channel = await deps.channels.find(accountId, channelId);
  if (!channel) return;
  await deps.dialogs.closeOutbox({ accountId, channelId, reason: SECRETS_DAMAGED });
  if (channel.inactiveReason === SECRETS_DAMAGED) return;
  await deps.channels.mark({ accountId, id: channelId, reason: SECRETS_DAMAGED });
}
