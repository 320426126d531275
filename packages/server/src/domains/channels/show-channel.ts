import { type Channel, initialChannelSettings, stateOfReason } from '@otvet/contract';
import { findConnector } from '../../connectors/registry.ts';
import type { Files } from '../../platform/storage/index.ts';
import { signFileOptions } from './option-files.ts';
import { type Connectors, familyOfConnector } from './registry-port.ts';
import type { StoredChannel } from './store.ts';

/** What is not of the stored channel alone; `credentials` only for who may manage channels. */
type Beside = {
  trouble?: Channel['trouble'];
  credentials?: Channel['credentials'];
  enteredAddress?: Channel['enteredAddress'];
};

/** A channel as the API shows it: no secret leaves the server. */
export function showChannel(
  stored: StoredChannel,
  { connectors, files }: { connectors: Connectors; files: Files },
  { trouble = null, credentials = {}, enteredAddress = null }: Beside = {},
): Channel {
  const connector = findConnector(connectors.byType, stored.type);
  const declared = connector?.options;
  const options = { ...declared?.initial, ...stored.options };
  const { lastSite, lastSiteAt, silentSince, silentExpected, lastEventAt } = stored;
  const isSilent =
    stored.inactiveReason === null && silentSince !== null && lastEventAt?.getTime() === silentSince.getTime();
  return {
    ...initialChannelSettings,
    ...stored.settings,
    id: stored.id,
    type: stored.type,
    family: familyOfConnector(connectors, stored.type),
    accountName: stored.accountName,
    profileUrl: stored.profileUrl,
    tokenTail: stored.tokenTail,
    credentials,
    state: stateOfReason(stored.inactiveReason, connector?.descriptor.reasons),
    inactiveReason: stored.inactiveReason,
    trouble,
    inboundMode: stored.inboundMode,
    lastEventAt: stored.lastEventAt?.toISOString() ?? null,
    silence:
      isSilent && silentExpected !== null ? { since: silentSince.toISOString(), expected: silentExpected } : null,
    enteredAddress,
    refusedSince: stored.refusedSince?.toISOString() ?? null,
    lastSite: lastSite === null || lastSiteAt === null ? null : { host: lastSite, at: lastSiteAt.toISOString() },
    createdAt: stored.createdAt.toISOString(),
    options: signFileOptions(files, { accountId: stored.accountId, declared }, options),
  };
}
