import type { Connector, ConnectorIo } from './port.ts';
import type { ConnectorRegistry } from './registry.ts';
import { createOpenSessions } from './session-port.ts';

/** Connectors by type, and what they need of the outside. */
export type Connectors = { byType: ConnectorRegistry; io: ConnectorIo };

/**
 * The connectors that this installation can offer. One that needs an application of the installation's own at the
 * platform is there only with all its keys. Base addresses are those that the connectors declare, unless set.
 */
export function assembleConnectors(
  registry: ConnectorRegistry,
  {
    environment,
    ...effects
  }: Pick<ConnectorIo, 'fetch' | 'fetchLink' | 'clock' | 'random' | 'publicUrl'> & {
    environment: Record<string, string>;
  },
): Connectors {
  const hasKeys = ({ environment: declared }: Connector) =>
    declared.keys.every((key) => environment[key] !== undefined);
  const offered = Object.entries(registry).filter(([, connector]) => hasKeys(connector));
  const declared = offered.map(([, connector]) => connector.environment);
  const urls = declared.flatMap((one) => Object.entries(one.urls));
  const keys = declared.flatMap(({ keys: needed, optionalKeys = [] }) => [...needed, ...optionalKeys]);
  return {
    byType: Object.fromEntries(offered),
    io: {
      ...effects,
      sessions: createOpenSessions(),
      vendorUrls: Object.fromEntries(urls.map(([key, usual]) => [key, environment[key] ?? usual])),
      vendorKeys: Object.fromEntries(keys.map((key) => [key, environment[key] ?? ''])),
    },
  };
}
