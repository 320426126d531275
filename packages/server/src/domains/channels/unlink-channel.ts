import { ConnectorError } from '../../connectors/port.ts';
import { createAudit } from '../../platform/audit/index.ts';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import type { ChannelDeps } from './deps.ts';
import { leavePlatform } from './leave-platform.ts';
import { type LiveChannel, openCredentials, tryOpen } from './live-channel.ts';
import { eraseSession } from './sessions/session-store.ts';
import { claimLeaving, endLeaving, findChannelsByIdentity, type LeavingChannel, unlinkChannel } from './store.ts';
import { requireChannel } from './update-channel.ts';

const FIRST_RETRY_MS = 60_000;
const PER_RUN = 20;
/** About a day. */
const MAX_ATTEMPTS = 12;

/**
 * Unlinks a channel at once, whether its platform answers or not; gives whether it was told. What it needs to be told
 * later is kept sealed until then.
 */
export async function unlink(
  deps: ChannelDeps,
  input: { accountId: string; type: string; id: string; by?: string | null },
): Promise<{ isPlatformTold: boolean }> {
  const channel = await requireChannel(deps, input);
  const live = tryOpen(deps, channel);
  const isPlatformTold = live === undefined || (await tell(deps, live));
  await withTransaction(deps.pool, async (tx) => {
    const { accountId, id, by = null } = input;
    const now = deps.clock.now();
    const leaving = isPlatformTold ? null : channel.sealedSecrets;
    const leaveAt = leaving === null ? null : new Date(deps.sharedClock.now().getTime() + FIRST_RETRY_MS);
    if ((await unlinkChannel.run(tx, { accountId, id, leaving, leaveAt, now })) === 0) return;
    await eraseSession.run(tx, { accountId, channelId: id });
    const { type: channelType, accountName } = channel;
    await deps.events.publish(tx, 'channel.unlinked', { accountId, channelId: id, channelType, accountName, by });
    const entry = { accountId, action: 'channel.unlinked', object: `channel:${id}` } as const;
    const actor = by === null ? {} : { actor: by };
    await createAudit(deps).record({ ...entry, ...actor, details: { channelType, accountName } }, tx);
  });
  return { isPlatformTold };
}

async function tell(deps: ChannelDeps, live: LiveChannel): Promise<boolean> {
  try {
    await leavePlatform(deps, { ...live.self, type: live.type });
    return true;
  } catch (error) {
    deps.log.warn({ err: error, channelId: live.id }, 'the platform could not be told that a channel is unlinked');
    return !isPassing(error);
  }
}

/** Tells the platforms of unlinked channels that could not be told then, for about a day. */
export async function leavePlatforms(deps: ChannelDeps): Promise<void> {
  const now = deps.sharedClock.now();
  for (const channel of await claimLeaving.all(deps.pool, { now, limit: PER_RUN })) {
    const isOver = await leave(deps, channel).catch((error: unknown) => {
      deps.log.warn({ err: error, channelId: channel.id }, 'the platform of an unlinked channel was not told');
      return !isPassing(error);
    });
    if (isOver || channel.leaveAttempt >= MAX_ATTEMPTS) await endLeaving.run(deps.pool, channel);
  }
}

async function leave(deps: ChannelDeps, { sealedSecrets, ...channel }: LeavingChannel): Promise<boolean> {
  const { type, identity, id } = channel;
  // Somebody connected the account again: what stands on the platform is theirs.
  const others = await findChannelsByIdentity.all(deps.pool, { type, identities: [identity] });
  if (others.length > 0) return true;
  const credentials = openCredentials(deps.keyring, channel, sealedSecrets);
  await leavePlatform(deps, { id, identity, credentials, type });
  return true;
}

const isPassing = (error: unknown): boolean =>
  !(error instanceof ConnectorError) ||
  error.kind === 'retry' ||
  error.kind === 'rate-limited' ||
  error.kind === 'unknown';
