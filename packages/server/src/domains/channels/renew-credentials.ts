import { ConnectorError } from '../../connectors/port.ts';
import type { ChannelDeps } from './deps.ts';
import { type LiveChannel, sealCredentials, tryOpen } from './live-channel.ts';
import { markChannel } from './mark-channel.ts';
import { claimRenewal, scheduleRenewal, storeRenewed } from './store.ts';

const AT_ONCE = 50;
/** Longer than a call of a platform may take: some take an account away when a spent token comes twice. */
const LEASE_MS = 120_000;
const TRY_AGAIN_MS = 300_000;
const TRY_REFUSED_MS = 3_600_000;
/** Credentials that never run out are looked at again after this: an owner may have replaced them. */
const LOOK_AGAIN_MS = 24 * 3_600_000;

type Changed = (channel: { accountId: string; id: string }) => void;

/** Renews credentials before they run out, of all accounts, one after another; a channel whose platform refuses needs its owner. */
export async function renewCredentials(deps: ChannelDeps, onChanged: Changed): Promise<void> {
  const { byType } = deps.connectors;
  const types = Object.values(byType).flatMap(({ type, connect }) => (connect.renewal ? [type] : []));
  if (types.length === 0) return;
  for (let count = 0; count < AT_ONCE; count += 1) {
    const now = deps.sharedClock.now();
    const until = new Date(now.getTime() + LEASE_MS);
    const stored = await claimRenewal.first(deps.pool, { types, now, until });
    if (!stored) return;
    const live = tryOpen(deps, stored);
    if (live) await renewOne(deps, live, onChanged);
  }
}

async function renewOne(deps: ChannelDeps, live: LiveChannel, onChanged: Changed): Promise<void> {
  const now = deps.sharedClock.now().getTime();
  const { accountId, id } = live;
  const { renewal } = live.connector.connect;
  const dueAt = renewal?.dueAt(live.self.credentials)?.getTime();
  const lookAt = (at: number) => scheduleRenewal.run(deps.pool, { accountId, id, at: new Date(at) });
  if (!renewal || dueAt === undefined) {
    await lookAt(now + LOOK_AGAIN_MS);
    return;
  }
  // What the platform refuses may have run out before its time.
  if (dueAt > now && live.inactiveReason === null) {
    await lookAt(Math.min(dueAt, now + LOOK_AGAIN_MS));
    return;
  }
  try {
    const renewed = await renewal.renew(live.self, deps.connectors.io);
    const sealedSecrets = sealCredentials(deps.keyring, live, renewed);
    // Before anything else: the former ones may be worth nothing by now.
    const former = live.sealedSecrets;
    await storeRenewed.run(deps.pool, { accountId, id, sealedSecrets, former, at: renewal.dueAt(renewed) });
    onChanged(live);
  } catch (error) {
    const isRefused = error instanceof ConnectorError && error.kind === 'unauthorized';
    deps.log.warn({ err: error, channelId: id }, 'the credentials of a channel could not be renewed');
    await lookAt(now + (isRefused ? TRY_REFUSED_MS : TRY_AGAIN_MS));
    if (isRefused && (await markChannel(deps, { accountId, id, reason: error.reason }))) onChanged(live);
  }
}
