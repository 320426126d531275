import { ConnectorError } from '../../connectors/port.ts';
import type { ParamsOf } from '../../platform/database/statement.ts';
import { sleep } from '../../platform/time/clock.ts';
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
/** Pauses before what was renewed is stored once more; together with the platform's call they end within the lease. */
const STORE_AGAIN_MS = [500, 1000, 2000, 4000, 8000, 16_000];

type Changed = (channel: { accountId: string; id: string }) => void;

/** Renews credentials before they run out, of all accounts, one after another; a channel whose platform refuses needs its owner. */
export async function renewCredentials(deps: ChannelDeps, onChanged: Changed): Promise<void> {
  const { byType } = deps.connectors;
  const types = Object.values(byType).flatMap(({ type, connect }) => (connect.renewal ? [type] : []));
  if (types.length === 0) return;
  const looked = new Set<string>();
  while (looked.size < AT_ONCE) {
    const now = deps.sharedClock.now();
    const until = new Date(now.getTime() + LEASE_MS);
    const stored = await claimRenewal.first(deps.pool, { types, now, until });
    if (!stored) return;
    if (looked.has(stored.id)) {
      const { accountId, id } = stored;
      await scheduleRenewal.run(deps.pool, { accountId, id, at: new Date(now.getTime() + TRY_AGAIN_MS) });
      continue;
    }
    looked.add(stored.id);
    const live = tryOpen(deps, stored);
    if (live) await renewOne(deps, { live, until }, onChanged);
  }
}

type Claimed = { live: LiveChannel; until: Date };

async function renewOne(deps: ChannelDeps, { live, until }: Claimed, onChanged: Changed): Promise<void> {
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
  let renewed: Record<string, string>;
  try {
    renewed = await renewal.renew(live.self, deps.connectors.io);
  } catch (error) {
    const isRefused = error instanceof ConnectorError && error.kind === 'unauthorized';
    deps.log.warn({ err: error, channelId: id }, 'the credentials of a channel could not be renewed');
    await lookAt(now + (isRefused ? TRY_REFUSED_MS : TRY_AGAIN_MS));
    if (isRefused && (await markChannel(deps, { accountId, id, reason: error.reason }))) onChanged(live);
    return;
  }
  // What is due again at once would be exchanged again and again.
  const soonest = deps.sharedClock.now().getTime() + TRY_AGAIN_MS;
  const next = renewal.dueAt(renewed)?.getTime() ?? now + LOOK_AGAIN_MS;
  const sealedSecrets = sealCredentials(deps.keyring, live, renewed);
  const at = new Date(Math.max(next, soonest));
  // Before anything else: the former ones may be worth nothing by now.
  await keepRenewed(deps, { accountId, id, sealedSecrets, former: live.sealedSecrets, at }, until);
  onChanged(live);
}

/** Nothing else knows what was renewed: a statement that failed is tried again while nobody else may renew it. */
async function keepRenewed(deps: ChannelDeps, renewed: ParamsOf<typeof storeRenewed>, until: Date): Promise<void> {
  const { clock, sharedClock } = deps;
  for (const ms of STORE_AGAIN_MS) {
    try {
      await storeRenewed.run(deps.pool, renewed);
      return;
    } catch (error) {
      deps.log.error(
        { err: error, channelId: renewed.id },
        'the renewed credentials of a channel could not be stored yet',
      );
      if (sharedClock.now().getTime() + ms >= until.getTime()) throw error;
      await sleep({ clock, ms });
    }
  }
  await storeRenewed.run(deps.pool, renewed);
}
