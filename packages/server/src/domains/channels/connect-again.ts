import type { FieldValues } from '@otvet/contract';
import type { AccountDescription, Connector } from '../../connectors/port.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { activateChannel } from './activate-channel.ts';
import type { OpenTakenDraft } from './connecting-draft.ts';
import { deleteDraft } from './connecting-store.ts';
import type { ChannelDeps } from './deps.ts';
import { openToReplace } from './live-channel.ts';
import { reviveChannel } from './sessions/revive-channel.ts';
import { findBroken } from './sessions/session-store.ts';
import { findChannel, type StoredChannel } from './store.ts';
import { webhookUrl } from './vendor-answers.ts';

type Again = {
  open: OpenTakenDraft;
  connector: Connector;
  account: AccountDescription;
  onActive(channel: { accountId: string; id: string }): void;
};

/**
 * An account on the platform whose channel has stopped working is connected once more: that channel takes over what was
 * found, so that its dialogs and what waits in them go on. Undefined where there is no such channel. Throws
 * ConnectorErrors when the platform refuses; the channel is then as it was.
 */
export async function connectAgain(deps: ChannelDeps, again: Again): Promise<StoredChannel | undefined> {
  const { open, connector, account, onActive } = again;
  if (connector.session) {
    const revived = await reviveChannel(deps, { ...open, identity: account.identity });
    if (revived) onActive(revived);
    return revived;
  }
  const { accountId, type } = open;
  const { values } = open.draft;
  if (await isAddressStepNeeded(deps, { owner: { ...open, values }, connector })) return undefined;
  const broken = await findBroken.first(deps.pool, { accountId, type, identity: account.identity });
  const key = broken && { accountId, id: broken.id };
  const stored = key && (await findChannel.first(deps.pool, key));
  const live = stored && openToReplace(deps, stored);
  if (!key || !live) return undefined;
  const onStored = () => onActive(key);
  await activateChannel(deps, { live, credentials: values, account, onStored, isReplaced: true });
  await deleteDraft.run(deps.pool, open);
  onActive(key);
  const channel = await findChannel.first(deps.pool, key);
  if (!channel) throw new AppError('channels.not_found');
  return channel;
}

/** Whether this very connection has such a step: then the platform calls its address, and nobody the former channel's. */
export async function isAddressStepNeeded(
  deps: ChannelDeps,
  { owner, connector }: { owner: { id: string; type: string; values: FieldValues }; connector: Connector },
): Promise<boolean> {
  const { io } = deps.connectors;
  const context = { values: owner.values, channelId: owner.id, webhookUrl: webhookUrl(deps, owner), io };
  for (const step of connector.connect.steps)
    if (step.kind === 'code' && step.showsAddress && (await (step.isNeeded?.(context) ?? true))) return true;
  return false;
}
