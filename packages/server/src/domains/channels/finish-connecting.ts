import { type ConnectInput, initialChannelSettings, limits, readTail } from '@otvet/contract';
import type { AccountDescription, Connector } from '../../connectors/port.ts';
import { createAudit } from '../../platform/audit/index.ts';
import { isUniqueViolation } from '../../platform/database/queryable.ts';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { outsideRequest } from '../../platform/scope/request-scope.ts';
import { undoActivation } from './abandon-connecting.ts';
import { connectAgain } from './connect-again.ts';
import type { OpenTakenDraft } from './connecting-draft.ts';
import {
  claimIdentity,
  countTaken,
  findOwnClaim,
  lockAccount,
  makeActive,
  releaseDeadClaims,
} from './connecting-store.ts';
import type { ChannelDeps } from './deps.ts';
import { sealCredentials } from './live-channel.ts';
import { attachOptionFiles } from './option-files.ts';
import { requireConnector } from './registry-port.ts';
import { takenError } from './require-free.ts';
import { detachBase, findChannel, type StoredChannel } from './store.ts';
import { webhookUrl } from './vendor-answers.ts';

/** Asks the domain of knowledge, which stands above this one. */
export type IsBaseThere = (accountId: string, knowledgeBaseId: string) => Promise<boolean>;

type Finish = {
  open: OpenTakenDraft;
  connector: Connector;
  review: Extract<ConnectInput, { kind: 'review' }>;
  /** The row has what the platform may ask for, or is a channel now. */
  onActive(channel: { accountId: string; id: string }): void;
  isBaseThere?: IsBaseThere | undefined;
};

/**
 * The last step. The account on the platform is claimed and everything that it may ask for is stored; then the platform
 * is told; then the row is a channel. When that fails the platform is told so, the caller gives the claim back, and the
 * owner may try again.
 */
export async function finishConnecting(
  deps: ChannelDeps,
  { open, connector, review, onActive, isBaseThere }: Finish,
): Promise<StoredChannel> {
  const { draft } = open;
  const { account } = draft;
  if (!account) throw new AppError('request.conflict');
  if (account.foreignWebhook !== null && review.replaceWebhook !== true)
    throw new AppError('channels.webhook_foreign', { details: { address: account.foreignWebhook } });
  const former = await connectAgain(deps, { open, connector, account, onActive });
  if (former) return former;
  const { io } = deps.connectors;
  const options = { webhookUrl: webhookUrl(deps, open), isFirst: true };
  const self = { id: open.id, identity: account.identity, credentials: draft.values };
  const prepared = await connector.connect.prepare(self, options, io);
  const { knowledgeBaseId = draft.knowledgeBaseId } = review;
  await claim(deps, { open, connector, review, account, prepared });
  // Once claimed the row loses a base that is deleted; this is one that was deleted before.
  if (knowledgeBaseId !== null && isBaseThere && !(await isBaseThere(open.accountId, knowledgeBaseId)))
    await detachBase.all(deps.pool, { accountId: open.accountId, knowledgeBaseId });
  onActive(open);
  try {
    const kept = await connector.connect.activate({ ...self, credentials: prepared }, options, io);
    const channel = await makeChannel(deps, { open, account, kept });
    onActive(open);
    return channel;
  } catch (error) {
    await undoActivation(deps, { ...open, identity: account.identity }, prepared);
    throw error;
  }
}

async function makeChannel(
  deps: ChannelDeps,
  { open, account, kept }: { open: OpenTakenDraft; account: AccountDescription; kept: Record<string, string> },
): Promise<StoredChannel> {
  const { accountId, id, lease } = open;
  const sealedSecrets = sealCredentials(deps.keyring, open, kept);
  const declared = requireConnector(deps.connectors, open.type).options;
  return await withTransaction(deps.pool, async (tx) => {
    const made = await makeActive.run(tx, { accountId, id, lease, sealedSecrets, now: deps.clock.now() });
    const channel = made === 0 ? undefined : await findChannel.first(tx, { accountId, id });
    if (!channel) throw new AppError('request.conflict');
    await attachOptionFiles(deps, { accountId, declared, options: channel.options }, tx);
    const { accountName } = account;
    await deps.events.publish(tx, 'channel.connected', {
      accountId,
      channelId: id,
      channelType: open.type,
      accountName,
    });
    const details = { channelType: open.type, accountName };
    const entry = { accountId, action: 'channel.connected', object: `channel:${id}`, details } as const;
    await createAudit(deps).record(entry, tx);
    return channel;
  });
}

async function claim(
  deps: ChannelDeps,
  input: Pick<Finish, 'open' | 'connector' | 'review'> & {
    account: AccountDescription;
    prepared: Record<string, string>;
  },
): Promise<void> {
  const { open, connector, review, account, prepared } = input;
  const { descriptor } = connector;
  const { draft } = open;
  const { knowledgeBaseId = draft.knowledgeBaseId } = review;
  const name = review.name?.trim() || draft.name?.trim() || account.title || descriptor.title;
  const wanted = {
    accountId: open.accountId,
    id: open.id,
    lease: open.lease,
    isSingle: descriptor.onePerAccount,
    // Our own client has no account on a platform.
    identity: descriptor.inbound.includes('own') ? null : account.identity,
    sealedSecrets: sealCredentials(deps.keyring, open, prepared),
    tokenTail: readTail(descriptor.credentials, prepared),
    accountName: account.accountName,
    profileUrl: account.profileUrl,
    settings: { ...initialChannelSettings, name, knowledgeBaseId },
    now: deps.clock.now(),
  };
  const tryToClaim = () =>
    withTransaction(deps.pool, async (tx) => {
      await lockAccount.run(tx, open);
      const taken = await countTaken.first(tx, { ...open, now: deps.sharedClock.now() });
      if ((taken?.count ?? 0) >= limits.channelsPerAccount) throw new AppError('channels.limit');
      return await claimIdentity.run(tx, wanted);
    });
  try {
    const claimed = await tryToClaim().catch(async (error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
      const { accountId, type } = open;
      const dead = { accountId, type, identity: account.identity, ...deps.leases.look() };
      // The dead claim may be another account's.
      await outsideRequest(() => releaseDeadClaims.run(deps.pool, dead));
      return await tryToClaim();
    });
    if (claimed === 0) throw new AppError('request.conflict');
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const { accountId, type } = open;
    const own = await findOwnClaim.first(deps.pool, { accountId, type, identity: account.identity });
    throw takenError(deps, connector, own, error);
  }
}
