import { readFields, viberDescriptor } from '@otvet/contract';
import { readForeignWebhook } from '../calls/foreign-webhook.ts';
import { credentialsStep } from '../connect-port.ts';
import { keepFirstAddress } from '../keep-first-address.ts';
import {
  type AccountDescription,
  type Connector,
  type ConnectorChannel,
  ConnectorError,
  type ConnectorIo,
} from '../port.ts';
import { accessBot, getAccountInfo, setWebhook } from './api.ts';

/** `message`, `subscribed` and `unsubscribed` come in any case. */
const EVENT_TYPES = ['delivered', 'seen', 'failed', 'subscribed', 'unsubscribed', 'conversation_started'];

export const steps = [credentialsStep(viberDescriptor)];

/** Asks the platform whose token this is, and whether another program stands at its only webhook. */
export async function check(typed: Record<string, string>, io: ConnectorIo): Promise<AccountDescription> {
  const { botName = '', token = '', webhookUrl: kept = '' } = typed;
  const reading = readFields(viberDescriptor.credentials, { botName, token });
  if (!reading.isValid) throw new ConnectorError('unauthorized', { reason: 'token_invalid', field: 'token' });
  const account = await getAccountInfo(accessBot({ credentials: reading.values }, io)).catch((error: unknown) => {
    if (error instanceof ConnectorError && error.reason === 'token_revoked')
      throw new ConnectorError('unauthorized', { reason: 'token_invalid', field: 'token', cause: error });
    throw error;
  });
  const { id, name, uri, webhook } = account;
  return {
    identity: id,
    accountName: uri,
    title: name,
    profileUrl: uri === '' ? null : `viber://pa?chatURI=${encodeURIComponent(uri)}`,
    foreignWebhook: readForeignWebhook(webhook, { kept, io }),
  };
}

export const prepare: Connector['connect']['prepare'] = async ({ credentials }, options) =>
  keepFirstAddress(credentials, options);

/** The platform posts a check to our address before it answers. Then it is asked whether the address stands. */
export const activate: Connector['connect']['activate'] = async (channel, { webhookUrl }, io) => {
  if (webhookUrl === null) throw new ConnectorError('rejected', { reason: 'webhook_not_set' });
  const bot = accessBot(channel, io);
  await setWebhook(bot, { url: webhookUrl, event_types: EVENT_TYPES, send_name: true, send_photo: true });
  if ((await getAccountInfo(bot)).webhook !== webhookUrl)
    throw new ConnectorError('rejected', { reason: 'webhook_not_set' });
  return { ...channel.credentials, webhookUrl };
};

export const isDelivering: Connector['connect']['isDelivering'] = async (channel, { webhookUrl }, io) =>
  webhookUrl === null || (await getAccountInfo(accessBot(channel, io))).webhook === webhookUrl;

/** Takes our webhook away; another program's stays, and a revoked token has nothing left to take away. */
export async function deactivate(channel: ConnectorChannel, io: ConnectorIo): Promise<void> {
  const bot = accessBot(channel, io);
  try {
    const { webhook } = await getAccountInfo(bot);
    if (webhook !== '' && webhook === channel.credentials.webhookUrl) await setWebhook(bot, { url: '' });
  } catch (error) {
    const isRevoked = error instanceof ConnectorError && error.kind === 'unauthorized';
    if (!isRevoked) throw error;
  }
}
