import { readTail } from '@otvet/contract';
import type { AccountDescription } from '../../connectors/port.ts';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import type { ChannelDeps } from './deps.ts';
import { type LiveChannel, sealCredentials } from './live-channel.ts';
import { updateSecrets } from './store.ts';
import { inboundModeOf, webhookUrl } from './vendor-answers.ts';

/**
 * Makes the platform of a connected channel deliver to us with these credentials. They are stored before the platform
 * is told, because it may ask for them meanwhile; a failure puts the former ones back.
 */
export async function activateChannel(
  deps: ChannelDeps,
  input: {
    live: LiveChannel;
    credentials: Record<string, string>;
    account: Omit<AccountDescription, 'foreignWebhook'>;
    onStored(): void;
  },
): Promise<void> {
  const { live, credentials, account } = input;
  const { connect } = live.connector;
  const { io } = deps.connectors;
  const options = { webhookUrl: webhookUrl(deps, live), isFirst: false };
  const self = { ...live.self, identity: account.identity, credentials };
  const store = async (values: Record<string, string>, { isWorking }: { isWorking: boolean }) => {
    const { accountId, id } = live;
    const secrets = {
      accountId,
      id,
      sealedSecrets: sealCredentials(deps.keyring, live, values),
      tokenTail: readTail(live.descriptor.credentials, values),
      accountName: account.accountName,
      profileUrl: account.profileUrl,
      inboundMode: inboundModeOf(deps, live.type),
      isWorking,
      now: deps.clock.now(),
    };
    await withTransaction(deps.pool, async (tx) => {
      await updateSecrets.run(tx, secrets);
      if (isWorking && live.inactiveReason !== null)
        await deps.events.publish(tx, 'channel.became-active', { accountId, channelId: id, channelType: live.type });
    });
    input.onStored();
  };
  const prepared = await connect.prepare(self, options, io);
  await store(prepared, { isWorking: false });
  try {
    const kept = await connect.activate({ ...self, credentials: prepared }, options, io);
    await store(kept, { isWorking: true });
  } catch (error) {
    await store(live.self.credentials, { isWorking: false });
    throw error;
  }
}
