import { ConnectorError } from '../../connectors/port.ts';
import type { ChannelDeps } from './deps.ts';
import { type LiveChannel, sealCredentials } from './live-channel.ts';
import { claimRenewals, scheduleRenewal, storeRenewed } from './store.ts';
import { markChannel, tryOpen } from './update-channel.ts';

const AT_ONCE = 50;
/** One node renews: some platforms take an account away when a spent token comes twice. */
const LEASE_MS = 120_000;
const TRY_AGAIN_MS = 300_000;
/** Credentials that never run out are looked at again after this: an owner may have replaced them. */
const LOOK_AGAIN_MS = 24 * 3_600_000;

type Changed = (channel: { accountId: string; id: string }) => void;

/** Renews credentials before they run out, of all accounts; a channel whose platform refuses needs its owner. */
export async function renewCredentials(deps: ChannelDeps, onChanged: Changed): Promise<void> {
  const { byType } = deps.connectors;
  const types = Object.values(byType).flatMap(({ type, connect }) => (connect.renewal ? [type] : []));
  if (types.length === 0) return;
  const now = deps.sharedClock.now();
  const until = new Date(now.getTime() + LEASE_MS);
  for (const stored of await claimRenewals.all(deps.pool, { types, now, until, limit: AT_ONCE })) {
    const live = tryOpen(deps, stored);
    if (live) await renewOne(deps, live, onChanged);
  }
}

async function renewOne(deps: ChannelDeps, live: LiveChannel, onChanged: Changed): Promise<void> {
  const now = deps.sharedClock.now().getTime();
  const { accountId, id } = live;
  const { renewal } = live.connector.connect;
  const dueAt = renewal?.dueAt(live.self.credentials) ?? null;
  if (dueAt === null || dueAt.getTime() > now) {
    const at = new Date(Math.min(dueAt?.getTime() ?? Number.POSITIVE_INFINITY, now + LOOK_AGAIN_MS));
    await scheduleRenewal.run(deps.pool, { accountId, id, at });
    return;
  }
  try {
    await renewNow(deps, live);
    onChanged(live);
  } catch (error) {
    const isRefused = error instanceof ConnectorError && error.kind === 'unauthorized';
    deps.log.warn({ err: error, channelId: id }, 'the credentials of a channel could not be renewed');
    await scheduleRenewal.run(deps.pool, { accountId, id, at: new Date(now + TRY_AGAIN_MS) });
    if (isRefused && (await markChannel(deps, { accountId, id, reason: error.reason }))) onChanged(live);
  }
}

/** The new ones are stored before anything else happens: the former ones may be worth nothing by now. */
export async function renewNow(deps: ChannelDeps, live: LiveChannel): Promise<Record<string, string>> {
  const { renewal } = live.connector.connect;
  if (!renewal) return live.self.credentials;
  const renewed = await renewal.renew(live.self, deps.connectors.io);
  const { accountId, id } = live;
  const sealedSecrets = sealCredentials(deps.keyring, live, renewed);
  const former = live.sealedSecrets;
  await storeRenewed.run(deps.pool, { accountId, id, sealedSecrets, former, at: renewal.dueAt(renewed) });
  return renewed;
}
