import type { AccountDescription, Connector } from '../../connectors/port.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { outsideRequest } from '../../platform/scope/request-scope.ts';
import { isAddressStepNeeded } from './connect-again.ts';
import { findOwnClaim, isConnectedElsewhere } from './connecting-store.ts';
import type { ChannelDeps } from './deps.ts';
import { familyOfConnector } from './registry-port.ts';

type Found = {
  /** The connection that is under way. */
  owner: { accountId: string; id: string; type: string; values: Record<string, string> };
  connector: Connector;
  account: AccountDescription;
};

/**
 * Refuses an account on the platform that is connected already, as soon as it is known: nobody goes through the rest of
 * the steps for nothing. One that the last step would take over for a channel that stopped is let through.
 */
export async function requireFree(deps: ChannelDeps, { owner, connector, account }: Found): Promise<void> {
  const { descriptor, session } = connector;
  // Our own client has no account; what was linked is judged by the last step, which may revive a channel with it.
  if (session || descriptor.inbound.includes('own')) return;
  const { accountId, type } = owner;
  const own = await findOwnClaim.first(deps.pool, { accountId, type, identity: account.identity });
  if (own && own.inactiveReason !== null && !(await isAddressStepNeeded(deps, { owner, connector }))) return;
  const taken = own ?? (await findElsewhere(deps, { accountId, type, identity: account.identity }));
  if (taken) throw takenError(deps, connector, own);
}

/** The account is connected; where it is the caller's own channel it is named, and nothing is said of others. */
export function takenError(
  deps: Pick<ChannelDeps, 'connectors'>,
  { descriptor, type }: Connector,
  own: { id: string } | undefined,
  cause?: unknown,
): AppError {
  const details = own && { channelId: own.id, channelType: familyOfConnector(deps.connectors, type) };
  return new AppError(descriptor.errors.taken, { cause, ...(details && { details }) });
}

async function findElsewhere(deps: ChannelDeps, account: { accountId: string; type: string; identity: string }) {
  return await outsideRequest(() => isConnectedElsewhere.first(deps.pool, account));
}
