import type { ChannelUpdate, FieldValues } from '@otvet/contract';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { recordUpdate } from './audit-update.ts';
import { checkOptions } from './check-options.ts';
import type { ChannelDeps } from './deps.ts';
import { attachOptionFiles } from './option-files.ts';
import { isNamed, requireConnector } from './registry-port.ts';
import { replaceCredentials } from './replace-credentials.ts';
import { findChannel, lockOptions, type StoredChannel, updateSettings } from './store.ts';

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
