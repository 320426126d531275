import { type ChannelSecretsError, SECRETS_DAMAGED } from '../channels/index.ts';
import type { GatewayDeps } from './deps.ts';

/** The owner is told at once that a channel's secrets are damaged. A key that is missing is the administrator's. */
export async function noteDamage(
  deps: Pick<GatewayDeps, 'channels' | 'dialogs'>,
  { accountId, channelId }: { accountId: string; channelId: string },
  { isForGood }: ChannelSecretsError,
): Promise<void> {
  if (!isForGood) return;
  const channel = await deps.channels.find(accountId, channelId);
  if (!channel || channel.inactiveReason === SECRETS_DAMAGED) return;
  await deps.dialogs.closeOutbox({ accountId, channelId, reason: SECRETS_DAMAGED });
  await deps.channels.mark({ accountId, id: channelId, reason: SECRETS_DAMAGED });
}
