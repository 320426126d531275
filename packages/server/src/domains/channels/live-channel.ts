import { type ChannelDescriptor, initialChannelSettings } from '@otvet/contract';
import { z } from 'zod';
import type { Connector, ConnectorChannel } from '../../connectors/port.ts';
import { findConnector } from '../../connectors/registry.ts';
import { isDamage, type Keyring } from '../../platform/secrets/keyring.ts';
import type { ChannelDeps } from './deps.ts';
import type { Connectors } from './registry-port.ts';
import type { StoredChannel } from './store.ts';

/** A channel ready for work: settings and options complete, credentials open, with the connector that drives it. */
export type LiveChannel = StoredChannel & {
  descriptor: ChannelDescriptor;
  connector: Connector;
  self: ConnectorChannel;
};

const credentials = z.record(z.string(), z.string());

/** Names account and channel, so that a sealed text is of no use in another row. */
const secretScope = (channel: { accountId: string; id: string }) => ({
  accountId: channel.accountId,
  purpose: `channel:${channel.id}`,
});

type Owner = { accountId: string; id: string };

export function sealCredentials(keyring: Keyring, owner: Owner, values: Record<string, string>): string {
  return keyring.seal(JSON.stringify(values), secretScope(owner));
}

export function openCredentials(keyring: Keyring, owner: Owner, sealed: string | null): Record<string, string> {
  return sealed === null ? {} : credentials.parse(JSON.parse(keyring.open(sealed, secretScope(owner))));
}

/** The secrets of a channel do not open: for good, or until the administrator gives the key back. */
export class ChannelSecretsError extends Error {
  override readonly name = 'ChannelSecretsError';
  readonly isForGood: boolean;

  constructor(cause: unknown) {
    super('The secrets of a channel cannot be opened', { cause });
    this.isForGood = isDamage(cause);
  }
}

export function openOrThrow<Opened>(open: () => Opened): Opened {
  try {
    return open();
  } catch (cause) {
    throw new ChannelSecretsError(cause);
  }
}

/** Opens a stored channel; undefined for a type that this build does not offer. Throws ChannelSecretsError. */
export function openChannel(
  stored: StoredChannel,
  deps: { keyring: Keyring; connectors: Connectors },
): LiveChannel | undefined {
  const connector = findConnector(deps.connectors.byType, stored.type);
  if (!connector) return undefined;
  return {
    ...stored,
    settings: { ...initialChannelSettings, ...stored.settings },
    options: { ...connector.options?.initial, ...stored.options },
    descriptor: connector.descriptor,
    connector,
    self: {
      id: stored.id,
      identity: stored.identity,
      credentials: openOrThrow(() => openCredentials(deps.keyring, stored, stored.sealedSecrets)),
    },
  };
}

/** What says how a channel is treated; its secrets are no part of it. */
export type ChannelSetup = Pick<LiveChannel, 'descriptor' | 'settings'>;

/** A connected channel that is looked up by `open`; where its secrets do not open, by `openBare`. */
export async function findSetup(
  open: () => Promise<LiveChannel | undefined>,
  openBare: () => Promise<LiveChannel | undefined>,
): Promise<ChannelSetup | undefined> {
  const channel = await open().catch((error: unknown) => {
    if (!(error instanceof ChannelSecretsError)) throw error;
    return openBare();
  });
  return channel?.state === 'active' ? channel : undefined;
}

/** Undefined where the secrets do not open, which the log says, or the type is not offered. */
export function tryOpen(deps: ChannelDeps, stored: StoredChannel): LiveChannel | undefined {
  try {
    return openChannel(stored, deps);
  } catch (error) {
    deps.log.error({ err: error, channelId: stored.id }, 'the secrets of a channel cannot be opened');
    return undefined;
  }
}

/** Why a channel does not work whose secrets can never be opened again: only new credentials help. */
export const SECRETS_DAMAGED = 'secrets_damaged';

/** Whether what is stored is damaged. A key that is not given is the administrator's: with it the channel works again. */
export function hasDamagedSecrets(deps: Pick<ChannelDeps, 'keyring'>, stored: StoredChannel): boolean {
  try {
    openCredentials(deps.keyring, stored, stored.sealedSecrets);
    return false;
  } catch (error) {
    return isDamage(error);
  }
}

/** A channel whose credentials are replaced: where what is stored does not open, nothing is kept of it. */
export function openToReplace(deps: ChannelDeps, stored: StoredChannel): LiveChannel | undefined {
  const live = tryOpen(deps, stored) ?? openChannel({ ...stored, sealedSecrets: null }, deps);
  return live && { ...live, sealedSecrets: stored.sealedSecrets };
}
