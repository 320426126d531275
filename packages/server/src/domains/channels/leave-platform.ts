import type { Connector, ConnectorChannel } from '../../connectors/port.ts';
import { findConnector } from '../../connectors/registry.ts';
import { outsideRequest } from '../../platform/scope/request-scope.ts';
import type { ChannelDeps } from './deps.ts';
import { openCredentials } from './live-channel.ts';
import { listLinked } from './store.ts';

const PAGE_SIZE = 500;

/**
 * Takes away what a channel, or one that nearly was, has set up at its platform. What another channel of any account
 * still stands on there stays. Throws ConnectorErrors.
 */
export async function leavePlatform(deps: ChannelDeps, channel: ConnectorChannel & { type: string }): Promise<void> {
  const { type, ...self } = channel;
  const connector = findConnector(deps.connectors.byType, type);
  if (!connector) return;
  const inUse = await findInUse(deps, connector, self);
  await connector.connect.deactivate(self, deps.connectors.io, inUse);
}

/** The names are in what is sealed, so all channels that may have them are opened: there are few such types. */
async function findInUse(deps: ChannelDeps, { connect }: Connector, channel: ConnectorChannel): Promise<Set<string>> {
  const asked = new Set(connect.standsOn?.(channel));
  const inUse = new Set<string>();
  const { byType } = deps.connectors;
  const types = Object.values(byType).flatMap((one) => (one.connect.standsOn ? [one.type] : []));
  let after: string | null = null;
  while (inUse.size < asked.size) {
    const given: { types: string[]; after: string | null; limit: number } = { types, after, limit: PAGE_SIZE };
    // They may be other accounts': nothing of them but this answer leaves.
    const page = await outsideRequest(() => listLinked.all(deps.pool, given));
    for (const { accountId, id, type, identity, sealedSecrets } of page) {
      if (id === channel.id) continue;
      const credentials = tryOpenCredentials(deps, { accountId, id, sealedSecrets });
      const names = credentials && findConnector(byType, type)?.connect.standsOn?.({ id, identity, credentials });
      for (const name of names ?? []) if (asked.has(name)) inUse.add(name);
    }
    if (page.length < PAGE_SIZE) break;
    after = page.at(-1)?.id ?? null;
  }
  return inUse;
}

function tryOpenCredentials(
  deps: ChannelDeps,
  { sealedSecrets, ...owner }: { accountId: string; id: string; sealedSecrets: string },
): Record<string, string> | undefined {
  try {
    return openCredentials(deps.keyring, owner, sealedSecrets);
  } catch (error) {
    deps.log.error({ err: error, channelId: owner.id }, 'the secrets of a channel cannot be opened');
    return undefined;
  }
}
