import { type ChannelUpdate, isOfferedChannelType } from '@otvet/contract';
import { AppError } from '../../platform/errors/app-error.ts';
import { activateChannel, checkCredentials, inboundModeOf, toAppError, webhookUrl } from './connect-channel.ts';
import type { ChannelDeps } from './deps.ts';
import { type LiveChannel, openChannel } from './live-channel.ts';
import {
  findChannel,
  listAllChannels,
  type StoredChannel,
  setInactiveReason,
  unlinkChannel,
  updateSettings,
} from './store.ts';

async function requireChannel(
  deps: ChannelDeps,
  input: { accountId: string; type: string; id: string },
): Promise<StoredChannel> {
  const channel = await findChannel(deps.pool, input.accountId, input.id);
  if (!channel || channel.type !== input.type) throw new AppError('channels.not_found');
  return channel;
}

/** A new token for the same account on the platform; another account's token is refused. */
async function replaceToken(
  deps: ChannelDeps,
  channel: StoredChannel,
  input: { token: string; replaceWebhook: boolean },
): Promise<void> {
  if (!isOfferedChannelType(channel.type)) throw new AppError('channels.type_unsupported');
  const credentials = { token: input.token.trim() };
  const kept = openChannel(channel, deps)?.self.credentials ?? {};
  const account = await checkCredentials(deps, channel.type, { ...kept, ...credentials });
  if (account.identity !== channel.identity)
    throw new AppError('channels.token_invalid', { details: { token: 'other_account' } });
  if (account.foreignWebhook !== null && !input.replaceWebhook) {
    throw new AppError('channels.webhook_foreign', { details: { address: account.foreignWebhook } });
  }
  try {
    await activateChannel(deps, { channel: { ...channel, type: channel.type }, credentials, account, isFirst: false });
  } catch (error) {
    throw toAppError(error);
  }
}

export type UpdateInput = {
  accountId: string;
  type: string;
  id: string;
  update: ChannelUpdate;
  token?: string | undefined;
  replaceWebhook?: boolean | undefined;
};

/** Changes settings, and the token where one is given. */
export async function updateChannel(deps: ChannelDeps, input: UpdateInput): Promise<StoredChannel> {
  const channel = await requireChannel(deps, input);
  if (input.token !== undefined)
    await replaceToken(deps, channel, { token: input.token, replaceWebhook: input.replaceWebhook ?? false });
  const { widget, ...settings } = input.update;
  await updateSettings(deps.pool, {
    accountId: input.accountId,
    id: input.id,
    settings,
    widget: widget ?? null,
    now: deps.clock.now(),
  });
  return await requireChannel(deps, input);
}

/** Unlinks a channel: the platform is told on a best-effort basis, the settings are erased in any case. */
export async function unlink(deps: ChannelDeps, input: { accountId: string; type: string; id: string }): Promise<void> {
  const channel = await requireChannel(deps, input);
  const live = openChannel(channel, deps);
  if (live && isOfferedChannelType(live.type) && live.inactiveReason === null) {
    await deps.connectors.byType[live.type].connect
      .deactivate(live.self, deps.connectors.io)
      .catch((error: unknown) => {
        deps.log.warn(
          { err: error, channelId: channel.id },
          'the platform could not be told that the channel is unlinked',
        );
      });
  }
  await unlinkChannel(deps.pool, { accountId: input.accountId, id: input.id, now: deps.clock.now() });
}

/**
 * Whether the keys of this node belong to the database: a wrong one would fail every message that comes in. True where
 * nothing is sealed yet, and where at least one channel opens: a single damaged one stops nobody else.
 */
export async function doKeysFit(deps: ChannelDeps): Promise<boolean> {
  const sealed = (await listAllChannels(deps.pool)).filter((stored) => stored.sealedSecrets !== null);
  return sealed.length === 0 || sealed.some((stored) => tryOpen(deps, stored) !== undefined);
}

function tryOpen(deps: ChannelDeps, stored: StoredChannel): LiveChannel | undefined {
  try {
    return openChannel(stored, deps);
  } catch (error) {
    deps.log.error({ err: error, channelId: stored.id }, 'the secrets of a channel cannot be opened');
    return undefined;
  }
}

/** After a start: a channel whose way in no longer fits this host (its public address changed) is set up anew. */
export async function reactivateChannels(deps: ChannelDeps): Promise<void> {
  for (const stored of await listAllChannels(deps.pool)) {
    const live = tryOpen(deps, stored);
    if (!live || live.inboundMode === 'own' || live.inactiveReason !== null || !isOfferedChannelType(live.type))
      continue;
    const url = webhookUrl(deps, live);
    if (live.inboundMode === inboundModeOf(deps, live.type) && (live.self.credentials.webhookUrl ?? null) === url)
      continue;
    const account = {
      identity: live.identity,
      accountName: live.accountName,
      title: live.name,
      profileUrl: live.profileUrl,
      foreignWebhook: null,
    };
    try {
      await activateChannel(deps, {
        channel: { ...live, type: live.type },
        credentials: live.self.credentials,
        account,
        isFirst: false,
      });
    } catch (error) {
      deps.log.warn({ err: error, channelId: live.id }, 'a channel could not be set up for the new address');
    }
  }
}

/** Marks a channel as broken, with a reason in words, or as working again. */
export async function markChannel(
  deps: ChannelDeps,
  input: { accountId: string; id: string; reason: string | null },
): Promise<boolean> {
  return await setInactiveReason(deps.pool, input);
}
