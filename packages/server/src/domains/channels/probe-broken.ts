import { activateChannel } from './activate-channel.ts';
import type { ChannelDeps } from './deps.ts';
import { type LiveChannel, tryOpen } from './live-channel.ts';
import { markChannel } from './mark-channel.ts';
import { claimProbes, requestRenewal } from './store.ts';
import { PULL_REASONS, WEBHOOK_TAKEN } from './vendor-answers.ts';

const PROBES_AT_ONCE = 20;

type Changed = (channel: { accountId: string; id: string }) => void;

/**
 * Looks whether credentials that were refused work again, and brings their channels back: less and less often, once an
 * hour at last. Nothing that comes in proves it: a platform may deliver to us and refuse what we send.
 */
export async function probeBrokenChannels(deps: ChannelDeps, onChanged: Changed): Promise<void> {
  const now = deps.sharedClock.now();
  for (const stored of await claimProbes.all(deps.pool, { now, limit: PROBES_AT_ONCE })) {
    const live = tryOpen(deps, stored);
    if (!live) continue;
    await probe(deps, live, onChanged).catch((error: unknown) => {
      deps.log.debug({ err: error, channelId: live.id }, 'a channel that stopped working does not work yet');
    });
  }
}

async function probe(deps: ChannelDeps, live: LiveChannel, onChanged: Changed): Promise<void> {
  const { accountId, id, connector, self } = live;
  // Whoever keeps the session, or fetches the messages, says when it works again.
  if (connector.session || (live.inactiveReason !== null && PULL_REASONS.includes(live.inactiveReason))) return;
  const { credentials } = self;
  const account = await connector.connect.check(credentials, deps.connectors.io).catch(async (error: unknown) => {
    // What is refused may have run out: renewed, it may work at the next probe, without the owner.
    if (connector.connect.renewal) await requestRenewal.run(deps.pool, { accountId, id });
    throw error;
  });
  if (account.identity !== live.identity) return;
  if (account.foreignWebhook !== null) {
    // The token works, but another program took the bot over meanwhile: only the owner can decide.
    if (await markChannel(deps, { accountId, id, reason: WEBHOOK_TAKEN })) onChanged(live);
    return;
  }
  await activateChannel(deps, { live, credentials, account, onStored: () => undefined });
  onChanged(live);
}
