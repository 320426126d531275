import type { Connectors } from '../../connectors/assemble-connectors.ts';
import type { Connector } from '../../connectors/port.ts';
import { findConnector } from '../../connectors/registry.ts';
import { AppError } from '../../platform/errors/app-error.ts';

export type { Connectors } from '../../connectors/assemble-connectors.ts';

/** The connector of a type that this installation offers. */
export function requireConnector({ byType }: Connectors, type: string): Connector {
  const connector = findConnector(byType, type);
  if (!connector) throw new AppError('channels.type_unsupported');
  return connector;
}
