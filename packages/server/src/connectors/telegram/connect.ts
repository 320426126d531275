import { readFields, telegramDescriptor } from '@otvet/contract';
import { newToken } from '../../platform/time/ids.ts';
import { readForeignWebhook } from '../calls/foreign-webhook.ts';
import { credentialsStep } from '../connect-port.ts';
import { keepFirstAddress } from '../keep-first-address.ts';
import {
  type AccountDescription,
  type Connector,
  type ConnectorChannel,
  ConnectorError,
  type ConnectorIo,
  type PullBatch,
} from '../port.ts';
import { accessBot, type BotAccess, deleteWebhook, getMe, getUpdates, getWebhookInfo, setWebhook } from './api.ts';
import { allowedUpdates, readRawEvent } from './payload.ts';

const BATCH_SIZE = 100;
/** The platform waits no longer, whatever is asked. */
const MAX_WAIT_SECONDS = 50;

export const steps = [credentialsStep(telegramDescriptor)];

/** Asks the platform who the token belongs to, and whether another program stands at its webhook. */
export async function check(typed: Record<string, string>, io: ConnectorIo): Promise<AccountDescription> {
  const reading = readFields(telegramDescriptor.credentials, { token: typed.token ?? '' });
  const token = reading.isValid ? reading.values.token : undefined;
  if (token === undefined) throw new ConnectorError('unauthorized', { reason: 'token_invalid' });
  const bot: BotAccess = { token, io };
  const account = await getMe(bot).catch((error: unknown) => {
    if (error instanceof ConnectorError && error.kind === 'unauthorized') {
      throw new ConnectorError('unauthorized', { reason: 'token_invalid', cause: error });
    }
    throw error;
  });
  const { url } = await getWebhookInfo(bot);
  return {
    identity: String(account.id),
    accountName: account.username ?? '',
    title: account.first_name,
    profileUrl: account.username === undefined ? null : `https://t.me/${encodeURIComponent(account.username)}`,
    foreignWebhook: readForeignWebhook(url, { kept: typed.webhookUrl ?? '', io }),
  };
}

/** The secret of the webhook is stored before the platform knows it: its first update may come while `activate` runs. */
export const prepare: Connector['connect']['prepare'] = async ({ credentials }, options, io) => {
  const kept = keepFirstAddress(credentials, options);
  if (options.webhookUrl === null) return kept;
  return { ...kept, webhookSecret: kept.webhookSecret ?? newToken(io.random) };
};

/** Sets the webhook and looks whether it stands, or takes it away so that updates can be pulled. */
export const activate: Connector['connect']['activate'] = async (channel, { webhookUrl, isFirst }, io) => {
  const bot = accessBot(channel, io);
  const { username } = await getMe(bot);
  const kept = { ...channel.credentials, ...(username === undefined ? {} : { username }) };
  if (webhookUrl === null) {
    await deleteWebhook(bot, { drop_pending_updates: isFirst });
    return kept;
  }
  const { webhookSecret } = channel.credentials;
  if (webhookSecret === undefined) throw new ConnectorError('rejected', { reason: 'webhook_not_set' });
  await setWebhook(bot, {
    url: webhookUrl,
    secret_token: webhookSecret,
    allowed_updates: allowedUpdates,
    drop_pending_updates: isFirst,
  });
  const { url } = await getWebhookInfo(bot);
  if (url !== webhookUrl) throw new ConnectorError('rejected', { reason: 'webhook_not_set' });
  return { ...kept, webhookUrl };
};

/** The platform may forget an address; where updates are pulled none may stand there. */
export const isDelivering: Connector['connect']['isDelivering'] = async (channel, { webhookUrl }, io) =>
  (await getWebhookInfo(accessBot(channel, io))).url === (webhookUrl ?? '');

/** Takes our webhook away; another program's stays, and a revoked token has nothing left to take away. */
export async function deactivate(channel: ConnectorChannel, io: ConnectorIo): Promise<void> {
  const bot = accessBot(channel, io);
  try {
    const { url } = await getWebhookInfo(bot);
    if (url !== '' && url === channel.credentials.webhookUrl) await deleteWebhook(bot, { drop_pending_updates: false });
  } catch (error) {
    const isRevoked = error instanceof ConnectorError && error.kind === 'unauthorized';
    if (!isRevoked) throw error;
  }
}

/**
 * One long poll. The cursor confirms the batch before; after an empty answer it is empty again, because the platform
 * may go on with lower ids after a quiet week, and an old offset would throw those updates away.
 * An aborted wait is an empty batch.
 */
export const pull: NonNullable<Connector['pull']> = async (channel, cursor, { signal, waitSeconds }, io) => {
  const nothing: PullBatch = { events: [], cursor };
  if (signal.aborted) return nothing;
  try {
    const updates = await getUpdates(accessBot(channel, io), {
      ...(cursor === '' ? {} : { offset: Number(cursor) }),
      limit: BATCH_SIZE,
      timeout: Math.min(Math.max(Math.floor(waitSeconds), 0), MAX_WAIT_SECONDS),
      allowed_updates: allowedUpdates,
      signal,
    });
    return readBatch(updates);
  } catch (error) {
    if (signal.aborted) return nothing;
    throw error;
  }
};

function readBatch(updates: unknown[]): PullBatch {
  const events = updates.flatMap((update) => readRawEvent(update) ?? []);
  if (events.length < updates.length) throw new ConnectorError('retry', { reason: 'garbage_answer' });
  const ids = events.map(({ eventId }) => Number(eventId));
  return { events, cursor: ids.length === 0 ? '' : String(Math.max(...ids) + 1) };
}
