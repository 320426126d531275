import {
  type ChannelDescriptor,
  describeChannel,
  initialChannelSettings,
  initialWidgetSettings,
  isOfferedChannelType,
} from '@otvet/contract';
import { z } from 'zod';
import type { Connector, ConnectorChannel } from '../../connectors/port.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { Connectors } from './registry-port.ts';
import type { StoredChannel } from './store.ts';

/** A channel ready for work: settings complete, credentials open, with the connector that drives it. */
export type LiveChannel = StoredChannel & {
  descriptor: ChannelDescriptor;
  connector: Connector;
  self: ConnectorChannel;
};

const credentials = z.record(z.string(), z.string());

/** Names account and channel, so that a sealed text is of no use in another row. */
export const secretScope = (channel: { accountId: string; id: string }) => ({
  accountId: channel.accountId,
  purpose: `channel:${channel.id}`,
});

/** Opens a stored channel; undefined for a type that this build does not offer. */
export function openChannel(
  stored: StoredChannel,
  deps: { keyring: Keyring; connectors: Connectors },
): LiveChannel | undefined {
  const { keyring, connectors } = deps;
  if (!isOfferedChannelType(stored.type)) return undefined;
  const opened =
    stored.sealedSecrets === null
      ? {}
      : credentials.parse(JSON.parse(keyring.open(stored.sealedSecrets, secretScope(stored))));
  return {
    ...stored,
    settings: { ...initialChannelSettings, ...stored.settings },
    widget: stored.widget === null ? null : { ...initialWidgetSettings, ...stored.widget },
    descriptor: describeChannel(stored.type),
    connector: connectors.byType[stored.type],
    self: { id: stored.id, identity: stored.identity, credentials: opened },
  };
}
