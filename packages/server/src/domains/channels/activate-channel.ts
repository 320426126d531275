import { readTail } from '@otvet/contract';
import type { AccountDescription } from '../../connectors/port.ts';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { recordReplaced } from './audit-update.ts';
import type { ChannelDeps } from './deps.ts';
import { leavePlatform } from './leave-platform.ts';
import { type LiveChannel, sealCredentials } from './live-channel.ts';
import { markChannel } from './mark-channel.ts';
import { type StoredChannel, updateSecrets } from './store.ts';
import { inboundModeOf, webhookUrl } from './vendor-answers.ts';

/**
 * How the platform's events come in, and whether the platform is known to deliver. `isBack`: the former credentials come
 * back, and only over what this call stored: meanwhile others may have been found to work.
 */
type Way = { isWorking: boolean; isBack?: boolean; inboundMode: StoredChannel['inboundMode'] };

/**
 * Makes the platform of a connected channel deliver to us with these credentials. They are stored before the platform
 * is told, because it may ask for them meanwhile; a failure puts the former ones, and the former way in, back. A channel
 * that was unlinked meanwhile keeps nothing, and the platform is told so; what was renewed meanwhile is not written over,
 * unless a person gives other credentials.
 */
export async function activateChannel(
  deps: ChannelDeps,
  input: {
    live: LiveChannel;
    credentials: Record<string, string>;
    account: Omit<AccountDescription, 'foreignWebhook'>;
    onStored(): void;
    /** A person gave other credentials; else the product sets the channel up again. */
    isReplaced?: boolean;
  },
): Promise<void> {
  const { live, credentials, account } = input;
  const { connect, session } = live.connector;
  // Only whoever keeps a session can say that it works.
  if (session) throw new AppError('request.conflict');
  const { io } = deps.connectors;
  const options = { webhookUrl: webhookUrl(deps, live), isFirst: false };
  const self = { ...live.self, identity: account.identity, credentials };
  let former = live.sealedSecrets;
  const store = async (values: Record<string, string>, { isWorking, isBack = false, inboundMode }: Way) => {
    const { accountId, id } = live;
    const secrets = {
      accountId,
      id,
      // What could not be opened comes back as it was.
      sealedSecrets: (isBack && live.sealedSecrets) || sealCredentials(deps.keyring, live, values),
      former,
      isOwners: input.isReplaced === true && !isBack,
      tokenTail: isBack ? live.tokenTail : readTail(live.descriptor.credentials, values),
      accountName: account.accountName,
      profileUrl: account.profileUrl,
      inboundMode,
      now: deps.clock.now(),
    };
    await withTransaction(deps.pool, async (tx) => {
      if ((await updateSecrets.run(tx, secrets)) === 0) throw new AppError('channels.not_found');
      if (isWorking && input.isReplaced) await recordReplaced(deps, { live, tx });
      if (isWorking) await markChannel(deps, { accountId, id, reason: null }, tx);
    });
    former = secrets.sealedSecrets;
    input.onStored();
  };
  const prepared = await connect.prepare(self, options, io);
  const inboundMode = inboundModeOf(deps, live.type);
  await store(prepared, { isWorking: false, inboundMode });
  try {
    const kept = await connect.activate({ ...self, credentials: prepared }, options, io);
    await store(kept, { isWorking: true, inboundMode }).catch(async (error: unknown) => {
      if (error instanceof AppError)
        await leavePlatform(deps, { ...self, credentials: kept, type: live.type }).catch(() => undefined);
      throw error;
    });
  } catch (error) {
    const { inboundMode } = live;
    await store(live.self.credentials, { isWorking: false, isBack: true, inboundMode }).catch(() => undefined);
    throw error;
  }
}
