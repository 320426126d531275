import type { MessageTemplate } from '@otvet/contract';
import { AppError } from '../../platform/errors/app-error.ts';
import type { ChannelDeps } from './deps.ts';
import { openChannel } from './live-channel.ts';
import { findChannel } from './store.ts';
import { toAppError } from './vendor-answers.ts';

/** Asked of the platform each time: it pauses and takes back templates whenever it likes. */
export async function listTemplates(
  deps: ChannelDeps,
  key: { accountId: string; id: string },
): Promise<MessageTemplate[]> {
  const stored = await findChannel.first(deps.pool, key);
  const live = stored && openChannel(stored, deps);
  if (!live) throw new AppError('channels.not_found');
  try {
    return (await live.connector.templates?.list(live.self, deps.connectors.io)) ?? [];
  } catch (error) {
    throw toAppError(error, live.connector);
  }
}
