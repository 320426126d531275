import type { Connector, ConnectorIo } from '../../connectors/port.ts';
import { type ConnectorRegistry, findConnector } from '../../connectors/registry.ts';
import { AppError } from '../../platform/errors/app-error.ts';

/** Connectors by type, and what they need of the outside. */
export type Connectors = { byType: ConnectorRegistry; io: ConnectorIo };

/** The connector of a type that this installation offers. */
export function requireConnector({ byType }: Connectors, type: string): Connector {
  const connector = findConnector(byType, type);
  if (!connector) throw new AppError('channels.type_unsupported');
  return connector;
}
