import { activateChannel } from './activate-channel.ts';
import type { ChannelDeps } from './deps.ts';
import { type LiveChannel, tryOpen } from './live-channel.ts';
import { listAllChannels } from './store.ts';
import { inboundModeOf, webhookUrl } from './vendor-answers.ts';

/** After a start: a channel whose way in no longer fits this host (its public address changed) is set up again. */
export async function reactivateChannels(deps: ChannelDeps): Promise<void> {
  for (const stored of await listAllChannels.all(deps.pool, {})) {
    const live = tryOpen(deps, stored);
    if (!live || live.inboundMode === 'own' || live.inactiveReason !== null) continue;
    try {
      if (isSetUp(deps, live)) continue;
      const account = { ...live, title: live.name };
      const { credentials } = live.self;
      await activateChannel(deps, { live, credentials, account, onStored: () => undefined });
    } catch (error) {
      deps.log.warn({ err: error, channelId: live.id }, 'a channel could not be set up for the new address');
    }
  }
}

function isSetUp(deps: ChannelDeps, live: LiveChannel): boolean {
  const isSameWay = live.inboundMode === inboundModeOf(deps, live.type);
  return isSameWay && (live.self.credentials.webhookUrl ?? null) === webhookUrl(deps, live);
}
