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

/** Types that cannot be connected here, because their library is not installed on this server. */
export async function listNotInstalled({ byType }: Connectors): Promise<string[]> {
  const types = Object.values(byType).map(async ({ type, session }) =>
    session === undefined || (await session.isInstalled()) ? [] : [type],
  );
  return (await Promise.all(types)).flat();
}

/** The name by which addresses know channels of a type: its family's, else its own. */
export function familyOfConnector({ byType }: Connectors, type: string): string {
  return findConnector(byType, type)?.descriptor.family ?? type;
}

/** Whether an address that names a type or a family means channels of this type. */
export function isNamed(connectors: Connectors, { type, name }: { type: string; name: string }): boolean {
  return name === type || name === familyOfConnector(connectors, type);
}
