import type { OfferedChannelType } from '@otvet/contract';
import { describeChannel, initialChannelSettings, initialWidgetSettings, limits } from '@otvet/contract';
import { type AccountDescription, ConnectorError } from '../../connectors/port.ts';
import { isUniqueViolation } from '../../platform/database/queryable.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { ChannelDeps } from './deps.ts';
import { secretScope } from './live-channel.ts';
import { findChannel, insertChannel, listChannels, type StoredChannel, unlinkChannel, updateSecrets } from './store.ts';

/** A vendor failure while an owner waits, in the words of the API. */
export function toAppError(error: unknown): unknown {
  if (!(error instanceof ConnectorError)) return error;
  const code =
    error.kind === 'unauthorized' || error.kind === 'rejected'
      ? 'channels.token_invalid'
      : 'channels.vendor_unreachable';
  return new AppError(code, { cause: error, details: { reason: error.reason } });
}

/** Asks the platform whose credentials these are. */
export async function checkCredentials(
  deps: ChannelDeps,
  type: OfferedChannelType,
  credentials: Record<string, string>,
): Promise<AccountDescription> {
  try {
    return await deps.connectors.byType[type].connect.check(credentials, deps.connectors.io);
  } catch (error) {
    throw toAppError(error);
  }
}

/** Address for webhooks of a channel; null when platforms cannot reach this host. */
export function webhookUrl(deps: ChannelDeps, channel: { type: string; id: string }): string | null {
  return deps.publicUrl?.startsWith('https://') ? `${deps.publicUrl}/hooks/${channel.type}/${channel.id}` : null;
}

/** How the platform's messages come in on this host. */
export function inboundModeOf(deps: ChannelDeps, type: OfferedChannelType): StoredChannel['inboundMode'] {
  const { inbound } = describeChannel(type);
  if (inbound.includes('own')) return 'own';
  return deps.publicUrl?.startsWith('https://') && inbound.includes('webhook') ? 'webhook' : 'pull';
}

function credentialsOf(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { token: token.trim() };
}

/** Makes the platform deliver to us and seals what it gave for that. */
export async function activateChannel(
  deps: ChannelDeps,
  input: {
    channel: Pick<StoredChannel, 'accountId' | 'id' | 'identity'> & { type: OfferedChannelType };
    credentials: Record<string, string>;
    account: AccountDescription;
    isFirst: boolean;
  },
): Promise<void> {
  const { channel, credentials, account } = input;
  const url = webhookUrl(deps, channel);
  const extra = await deps.connectors.byType[channel.type].connect.activate(
    { id: channel.id, identity: account.identity, credentials },
    { webhookUrl: url, isFirst: input.isFirst },
    deps.connectors.io,
  );
  const kept = { ...credentials, ...extra };
  await updateSecrets(deps.pool, {
    accountId: channel.accountId,
    id: channel.id,
    sealedSecrets: deps.keyring.seal(JSON.stringify(kept), secretScope(channel)),
    tokenTail: credentials.token === undefined ? null : credentials.token.slice(-4),
    accountName: account.accountName,
    profileUrl: account.profileUrl,
    inboundMode: inboundModeOf(deps, channel.type),
    now: deps.clock.now(),
  });
}

export type ConnectInput = {
  accountId: string;
  type: OfferedChannelType;
  token?: string | undefined;
  name?: string | undefined;
  knowledgeBaseId?: string | null | undefined;
  replaceWebhook?: boolean | undefined;
};

async function insertNew(deps: ChannelDeps, input: ConnectInput, account: AccountDescription): Promise<string> {
  const id = deps.newId();
  const descriptor = describeChannel(input.type);
  try {
    await insertChannel(deps.pool, {
      accountId: input.accountId,
      id,
      type: input.type,
      isSingle: descriptor.onePerAccount,
      identity: descriptor.onePerAccount ? null : account.identity,
      accountName: account.accountName,
      profileUrl: account.profileUrl,
      settings: {
        ...initialChannelSettings,
        name: input.name?.trim() || account.title || descriptor.title,
        knowledgeBaseId: input.knowledgeBaseId ?? null,
      },
      widget: input.type === 'widget' ? initialWidgetSettings : null,
      sealedSecrets: null,
      tokenTail: null,
      inboundMode: inboundModeOf(deps, input.type),
      now: deps.clock.now(),
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError(descriptor.onePerAccount ? 'channels.widget_exists' : 'channels.already_connected', {
      cause: error,
    });
  }
  return id;
}

/** Connects a channel: checks the credentials, stores them sealed, makes the platform deliver. Nothing stays behind when that fails. */
export async function connectChannel(deps: ChannelDeps, input: ConnectInput): Promise<StoredChannel> {
  const existing = await listChannels(deps.pool, input.accountId);
  if (existing.length >= limits.channelsPerAccount) throw new AppError('channels.limit');
  const credentials = credentialsOf(input.token);
  const account = await checkCredentials(deps, input.type, credentials);
  if (account.foreignWebhook !== null && input.replaceWebhook !== true) {
    throw new AppError('channels.webhook_foreign', { details: { address: account.foreignWebhook } });
  }
  const id = await insertNew(deps, input, account);
  const channel = { accountId: input.accountId, id, identity: account.identity, type: input.type };
  try {
    await activateChannel(deps, { channel, credentials, account, isFirst: true });
  } catch (error) {
    await unlinkChannel(deps.pool, { accountId: input.accountId, id, now: deps.clock.now() });
    throw toAppError(error);
  }
  const stored = await findChannel(deps.pool, input.accountId, id);
  if (!stored) throw new AppError('channels.not_found');
  return stored;
}
