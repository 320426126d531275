import type { Connector } from '../../connectors/port.ts';
import { findConnector } from '../../connectors/registry.ts';
import { takesWebhooks } from '../../platform/config/takes-webhooks.ts';
import type { ChannelDeps } from './deps.ts';
import { noteAddressTried, type StoredChannel } from './store.ts';
import { webhookUrl } from './vendor-answers.ts';

/** Whether every owner goes through a step that has him enter the address by hand: nobody else can say that it is there. */
function isAddressStepRequired({ connect }: Connector): boolean {
  return connect.steps.some(
    (step) => step.kind === 'code' && step.showsAddress === true && step.isNeeded === undefined,
  );
}

/** Whether some owners go through such a step. */
export function hasAddressStep({ connect }: Connector): boolean {
  return connect.steps.some((step) => step.kind === 'code' && step.showsAddress === true);
}

/** The address that an owner enters by hand, and whether the platform has used it; null where nobody enters one. */
export function findEnteredAddress(
  deps: ChannelDeps,
  { type, id, inboundMode, addressTriedAt, lastEventAt }: StoredChannel,
): { url: string; isTried: boolean } | null {
  const connector = findConnector(deps.connectors.byType, type);
  if (!connector || inboundMode !== 'webhook' || !takesWebhooks(deps.publicUrl) || !isAddressStepRequired(connector))
    return null;
  const url = webhookUrl(deps, { type, id });
  return url === null ? null : { url, isTried: addressTriedAt !== null || lastEventAt !== null };
}

/** Whether the platform has used the address, while the owner is at the step that shows it or past it; null elsewhere. */
export function isShownAddressTried(
  connector: Connector,
  { place, addressTriedAt }: { place: number; addressTriedAt: Date | null },
): boolean | null {
  const step = connector.connect.steps[place];
  const isShown = step ? step.kind === 'code' && step.showsAddress === true : isAddressStepRequired(connector);
  return isShown ? addressTriedAt !== null : null;
}

/** Notes that the platform uses the channel's address; false where that was known. */
export async function markAddressTried(
  { pool, clock }: Pick<ChannelDeps, 'pool' | 'clock'>,
  channel: { accountId: string; id: string },
): Promise<boolean> {
  return (await noteAddressTried.run(pool, { ...channel, now: clock.now() })) === 1;
}
