import type { GatewayDeps } from './deps.ts';
import { eachAlone } from './each-alone.ts';
import { isRepeatDropped } from './unsure-sends.ts';

/**
 * Sends that died with their process: unknown, or queued again where the platform drops repeats by their key, and where
 * it is known that nothing was sent.
 */
export async function settleLostClaims(deps: GatewayDeps, limit: number): Promise<void> {
  await eachAlone(deps, await deps.dialogs.findLostClaims(limit), async (lost) => {
    const channel = await deps.channels.setup(lost.channelId);
    const unsureSince = lost.hasBegun ? lost.unsureSince : null;
    const now = deps.sharedClock.now();
    const isDropped = unsureSince !== null && channel && isRepeatDropped({ unsureSince, now }, channel.descriptor);
    const isRepeatable = !lost.hasBegun || isDropped === true;
    await deps.dialogs.recordDelivery(lost, {
      state: isRepeatable ? 'queued' : 'unknown',
      reason: isRepeatable ? null : 'interrupted',
      vendorId: null,
      sentParts: lost.sentParts,
      retryAt: null,
      unsureSince: isRepeatable ? unsureSince : null,
      channel: null,
    });
  });
}

/**
 * Opens the outbox of a channel that works again, or is no longer there: its messages are sent, or end with the reason.
 * The cached channel may be older than the repair. `repairedAt`: a platform may have asked for a pause since.
 */
export async function openRepairedOutbox(
  deps: GatewayDeps,
  { accountId, id, repairedAt }: { accountId: string; id: string; repairedAt: Date },
): Promise<boolean> {
  const channel = await deps.channels.find(accountId, id);
  if (channel && channel.inactiveReason !== null) return false;
  return await deps.dialogs.openOutbox({ accountId, channelId: id, repairedAt });
}

/** What a process that died between a repair and its effect left closed. */
export async function openRepairedOutboxes(deps: GatewayDeps): Promise<void> {
  for (const { accountId, channelId } of await deps.dialogs.listClosedOutboxes())
    await openRepairedOutbox(deps, { accountId, id: channelId, repairedAt: deps.sharedClock.now() });
}
