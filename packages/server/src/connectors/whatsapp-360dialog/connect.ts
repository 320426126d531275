import { readFields, whatsapp360DialogDescriptor } from '@otvet/contract';
import { newToken } from '../../platform/time/ids.ts';
import { readForeignWebhook } from '../calls/foreign-webhook.ts';
import { credentialsStep } from '../connect-port.ts';
import { keepFirstAddress } from '../keep-first-address.ts';
import { type AccountDescription, type Connector, ConnectorError, type ConnectorIo } from '../port.ts';
import { findWebhook, readHealth, setWebhook } from './api.ts';
import { blameKey } from './errors.ts';

export const steps = [credentialsStep(whatsapp360DialogDescriptor)];

/** Whose key it is, and whether the events go to another program now: the last address that was set gets them all. */
export async function check(typed: Record<string, string>, io: ConnectorIo): Promise<AccountDescription> {
  const { apiKey = '' } = typed;
  const reading = readFields(whatsapp360DialogDescriptor.credentials, { apiKey });
  if (!reading.isValid) throw new ConnectorError('unauthorized', { reason: 'key_invalid', field: 'apiKey' });
  const ask = async () => ({ ...(await readHealth(typed, io)), webhook: await findWebhook(typed, io) });
  const { numberId, webhook } = await ask().catch((error: unknown) => {
    throw blameKey(error);
  });
  if (numberId === '') throw new ConnectorError('rejected', { reason: 'number_not_found', field: 'apiKey' });
  return {
    identity: numberId,
    // The provider tells its own id of the number, which says nothing to people, and not the phone.
    accountName: '',
    title: whatsapp360DialogDescriptor.title,
    profileUrl: null,
    foreignWebhook: readForeignWebhook(webhook, { kept: addressOf(typed), io }),
  };
}

/** Both secrets are stored before the provider knows them; events may come at once. */
export const prepare: Connector['connect']['prepare'] = async ({ credentials }, options, io) => {
  const kept = keepFirstAddress(credentials, options);
  const webhookSecret = kept.webhookSecret ?? newToken(io.random);
  const webhookPath = kept.webhookPath ?? newToken(io.random);
  return { ...kept, webhookSecret, webhookPath };
};

/** The whole address at the provider, with the part that nobody can guess. */
const addressOf = ({ webhookUrl = '', webhookPath = '' }: Record<string, string>): string =>
  `${webhookUrl}/${webhookPath}`;

/** A new key drops the address, so it is set again whenever a key is given. */
export const activate: Connector['connect']['activate'] = async ({ credentials }, { webhookUrl }, io) => {
  if (webhookUrl === null) throw new ConnectorError('rejected', { reason: 'webhook_not_set' });
  const address = addressOf({ ...credentials, webhookUrl });
  await setWebhook(credentials, address, io).catch((error: unknown) => {
    const isRefused = error instanceof ConnectorError && error.kind === 'rejected';
    throw isRefused ? new ConnectorError('rejected', { reason: 'webhook_refused', cause: error }) : error;
  });
  if ((await findWebhook(credentials, io)) !== address)
    throw new ConnectorError('rejected', { reason: 'webhook_not_set' });
  return { ...credentials, webhookUrl };
};

/** No call that takes an address away is documented: an empty one is tried. What stays there is answered with "gone". */
export const deactivate: Connector['connect']['deactivate'] = async ({ credentials }, io) => {
  try {
    const webhook = await findWebhook(credentials, io);
    if (webhook === addressOf(credentials)) await setWebhook(credentials, '', io);
  } catch (error) {
    const isLeft = error instanceof ConnectorError && (error.kind === 'unauthorized' || error.kind === 'rejected');
    if (!isLeft) throw error;
  }
};

/** A key that was made anew elsewhere drops the address without a word. */
export const isDelivering: Connector['connect']['isDelivering'] = async ({ credentials }, { webhookUrl }, io) =>
  (await findWebhook(credentials, io)) === addressOf({ ...credentials, webhookUrl: webhookUrl ?? '' });
