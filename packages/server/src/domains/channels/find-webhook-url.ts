import { AppError } from '../../platform/errors/app-error.ts';
import { listConnecting } from './connecting.ts';
import type { ChannelDeps } from './deps.ts';
import { listChannels } from './store.ts';
import { webhookUrl } from './vendor-answers.ts';

/** Where the platform is to send messages of the account's newest channel of a type, begun or connected. */
export async function findWebhookUrl(
  deps: ChannelDeps,
  { accountId, type }: { accountId: string; type: string },
): Promise<string | null> {
  const isOfType = (channel: { type: string }) => channel.type === type;
  const newest =
    (await listConnecting(deps, accountId)).find(isOfType) ??
    (await listChannels.all(deps.pool, { accountId })).findLast(isOfType);
  if (!newest) throw new AppError('channels.not_found');
  return webhookUrl(deps, newest);
}
