import type { ChannelUpdate, FieldValues } from '@otvet/contract';
import { ConnectorError } from '../../connectors/port.ts';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { activateChannel } from './activate-channel.ts';
import { recordUpdate } from './audit-update.ts';
import { checkOptions } from './check-options.ts';
import { readTyped } from './connecting-steps.ts';
import type { ChannelDeps } from './deps.ts';
import { type LiveChannel, openChannel } from './live-channel.ts';
import { attachOptionFiles } from './option-files.ts';
import { isNamed, requireConnector } from './registry-port.ts';
import { lookAtSession } from './sessions/sessions.ts';
import {
  findChannel,
  listAllChannels,
  lockOptions,
  noteLastSite,
  type StoredChannel,
  setInactiveReason,
  updateSettings,
} from './store.ts';
import { checkCredentials, inboundModeOf, readFault, toAppError, webhookUrl } from './vendor-answers.ts';

/** A connected channel of this type. */
export async function requireChannel(
  deps: ChannelDeps,
  input: { accountId: string; type: string; id: string },
): Promise<StoredChannel> {
  const channel = await findChannel.first(deps.pool, input);
  if (!channel || !isNamed(deps.connectors, { type: channel.type, name: input.type }))
    throw new AppError('channels.not_found');
  return channel;
}

type Replacement = { typed: FieldValues; replaceWebhook: boolean; onStored(): void };

/** New credentials of the same account on the platform; those of another one are refused. What is not typed stays. */
async function replaceCredentials(deps: ChannelDeps, channel: StoredChannel, input: Replacement): Promise<void> {
  const connector = requireConnector(deps.connectors, channel.type);
  const live = openChannel(channel, deps);
  if (!live) throw new AppError('channels.type_unsupported');
  const { descriptor } = connector;
  const isTyped = Object.keys(input.typed).length > 0;
  if (connector.session && !isTyped) return await recheckSession(deps, live);
  const credentials = isTyped ? mergeTyped(live, input.typed) : live.self.credentials;
  const account = await checkCredentials(deps, channel.type, credentials).catch(async (error: unknown) => {
    // The owner asked for a look at what is connected: what it finds is news of the channel.
    if (!isTyped) await noteFault(deps, channel, error);
    throw error;
  });
  if (account.identity !== channel.identity) {
    const [first = 'credentials'] = Object.keys(input.typed);
    throw new AppError(descriptor.errors.credentials, { details: { [first]: 'other_account' } });
  }
  if (account.foreignWebhook !== null && !input.replaceWebhook)
    throw new AppError('channels.webhook_foreign', { details: { address: account.foreignWebhook } });
  try {
    await activateChannel(deps, { live, credentials, account, onStored: input.onStored, isReplaced: isTyped });
  } catch (error) {
    throw toAppError(error, connector);
  }
}

/** What is typed is judged with what is kept of the same form. A login kept other values, which no form knows. */
function mergeTyped({ connector, self }: LiveChannel, typed: FieldValues): Record<string, string> {
  const { credentials: kept } = self;
  const fields = connector.descriptor.credentials;
  const declared = fields.flatMap(({ name }) => (name in kept ? [[name, kept[name] ?? '']] : []));
  return { ...kept, ...readTyped(connector, fields, { ...Object.fromEntries(declared), ...typed }) };
}

/** Says what whoever keeps the session knows: only linking the account again makes another one. */
async function recheckSession(deps: ChannelDeps, { accountId, id, connector }: LiveChannel): Promise<void> {
  const look = await lookAtSession(deps, { accountId, id });
  if (look.kind === 'unknown') throw new AppError('channels.vendor_unreachable');
  const reason = look.kind === 'ended' ? look.reason : null;
  await markChannel(deps, { accountId, id, reason });
  if (reason !== null) throw toAppError(new ConnectorError('unauthorized', { reason }), connector);
}

async function noteFault(deps: ChannelDeps, { accountId, id }: StoredChannel, error: unknown): Promise<void> {
  const cause = error instanceof AppError ? error.cause : undefined;
  const reason = cause instanceof ConnectorError ? readFault(cause) : null;
  if (reason !== null) await markChannel(deps, { accountId, id, reason });
}

export type UpdateInput = {
  accountId: string;
  type: string;
  id: string;
  update: ChannelUpdate;
  /** Typed credentials by their declared names. */
  credentials?: FieldValues;
  /** Given without credentials: the platform is asked again with those that are kept, and true takes the messages back. */
  replaceWebhook?: boolean | undefined;
  onStored(): void;
};

/** Changes settings, options, and the credentials where some are given. */
export async function updateChannel(deps: ChannelDeps, input: UpdateInput): Promise<StoredChannel> {
  const channel = await requireChannel(deps, input);
  const { credentials: typed = {}, replaceWebhook, onStored } = input;
  const { options = {}, ...settings } = input.update;
  const connector = requireConnector(deps.connectors, channel.type);
  // Before the platform is asked: what is refused must not have changed anything.
  checkOptions(connector, { ...channel.options, ...options });
  if (Object.keys(typed).length > 0 || replaceWebhook !== undefined)
    await replaceCredentials(deps, channel, { typed, replaceWebhook: replaceWebhook ?? false, onStored });
  await withTransaction(deps.pool, async (db) => {
    const stored = await lockOptions.first(db, input);
    if (!stored) throw new AppError('channels.not_found');
    const checked = checkOptions(connector, { ...stored.options, ...options });
    const { accountId, id } = input;
    await attachOptionFiles(deps, { accountId, declared: connector.options, options }, db);
    await updateSettings.run(db, { accountId, id, settings, options: checked, now: deps.clock.now() });
    await recordUpdate(deps, { channel, update: input.update, tx: db });
  });
  return await requireChannel(deps, input);
}

/** Notes which site loads the channel's widget; false where that is no news. */
export async function noteSite(
  { pool, clock }: Pick<ChannelDeps, 'pool' | 'clock'>,
  input: { accountId: string; id: string; site: string },
): Promise<boolean> {
  return (await noteLastSite.run(pool, { ...input, now: clock.now() })) === 1;
}

/**
 * Whether the keys of this node belong to the database: a wrong one would fail every message that comes in. True where
 * nothing is sealed yet, and where at least one channel opens: a single damaged one stops nobody else.
 */
export async function areKeysValid(deps: ChannelDeps): Promise<boolean> {
  const sealed = (await listAllChannels.all(deps.pool, {})).filter((stored) => stored.sealedSecrets !== null);
  return sealed.length === 0 || sealed.some((stored) => tryOpen(deps, stored) !== undefined);
}

/** Undefined where the secrets do not open, which the log says, or the type is not offered. */
export function tryOpen(deps: ChannelDeps, stored: StoredChannel): LiveChannel | undefined {
  try {
    return openChannel(stored, deps);
  } catch (error) {
    deps.log.error({ err: error, channelId: stored.id }, 'the secrets of a channel cannot be opened');
    return undefined;
  }
}

/** After a start: a channel whose way in no longer fits this host (its public address changed) is set up again. */
export async function reactivateChannels(deps: ChannelDeps): Promise<void> {
  for (const stored of await listAllChannels.all(deps.pool, {})) {
    const live = tryOpen(deps, stored);
    if (!live || live.inboundMode === 'own' || live.inactiveReason !== null) continue;
    try {
      if (isSetUp(deps, live)) continue;
      const account = { ...live, title: live.name };
      const { credentials } = live.self;
      await activateChannel(deps, { live, credentials, account, onStored: () => undefined });
    } catch (error) {
      deps.log.warn({ err: error, channelId: live.id }, 'a channel could not be set up for the new address');
    }
  }
}

function isSetUp(deps: ChannelDeps, live: LiveChannel): boolean {
  const isSameWay = live.inboundMode === inboundModeOf(deps, live.type);
  return isSameWay && (live.self.credentials.webhookUrl ?? null) === webhookUrl(deps, live);
}

/** Marks a channel as broken, with a reason in words, or as working again. */
export async function markChannel(
  deps: ChannelDeps,
  input: { accountId: string; id: string; reason: string | null },
): Promise<boolean> {
  return await withTransaction(deps.pool, async (tx) => {
    const marked = await setInactiveReason.first(tx, { ...input, now: deps.clock.now() });
    if (!marked) return false;
    const since = marked.brokenAt?.toISOString();
    const channel = { accountId: input.accountId, channelId: input.id, channelType: marked.type, since };
    if (input.reason === null) await deps.events.publish(tx, 'channel.became-active', channel);
    else await deps.events.publish(tx, 'channel.became-inactive', { ...channel, reason: input.reason });
    return true;
  });
}
