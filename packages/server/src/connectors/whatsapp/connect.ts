import { readFields, whatsappDescriptor } from '@otvet/contract';
import { newToken } from '../../platform/time/ids.ts';
import { isOurAddress, readForeignWebhook } from '../calls/foreign-webhook.ts';
import { type ConnectorStep, credentialsStep, type FieldsStep } from '../connect-port.ts';
import { keepFirstAddress } from '../keep-first-address.ts';
import { type AccountDescription, type Connector, ConnectorError, type ConnectorIo } from '../port.ts';
import { inspectToken } from '../vendors/meta/tokens.ts';
import {
  appOf,
  findSubscription,
  getNumber,
  listNumbers,
  loginIo,
  registerNumber,
  setWebhook,
  subscribeApp,
  subscribeBusiness,
  unsubscribeApp,
} from './api.ts';
import { blame } from './errors.ts';
import type { PhoneNumber } from './payload.ts';

/** Tokens of the dashboard end within a day: the channel would stop tomorrow. */
const SHORTEST_LIFE_MS = 48 * 3_600_000;

/** The only number of an account is no choice. */
const takeCredentials: FieldsStep['take'] = async (typed, { values, io }) => {
  const known = { ...values, ...typed };
  if (known.phoneNumberId !== undefined) return known;
  const [first, ...others] = await requireNumbers(known, io);
  return first && others.length === 0 ? { ...known, phoneNumberId: first.id } : known;
};

export const steps: readonly ConnectorStep[] = [
  { ...credentialsStep(whatsappDescriptor), take: takeCredentials },
  {
    kind: 'choice',
    name: 'number',
    title: 'channels.whatsapp.choose_number',
    isNeeded: ({ values }) => values.phoneNumberId === undefined,
    list: async ({ values, io }) =>
      (await requireNumbers(values, io)).map((number) => ({
        value: number.id,
        title: number.display_phone_number || number.id,
        hint: number.verified_name || null,
        isAvailable: true,
      })),
    take: async (phoneNumberId, { values }) => ({ ...values, phoneNumberId }),
  },
];

async function requireNumbers(credentials: Record<string, string>, io: ConnectorIo): Promise<PhoneNumber[]> {
  await checkToken(credentials, io);
  const numbers = await listNumbers(credentials, io).catch((error: unknown) => {
    throw blame(error, 'businessAccountId', 'business_not_found');
  });
  if (numbers.length === 0)
    throw new ConnectorError('rejected', { reason: 'number_not_found', field: 'businessAccountId' });
  return numbers;
}

/** Whose token it is, for how long, and whether the application is the one that will sign. */
async function checkToken(credentials: Record<string, string>, io: ConnectorIo): Promise<void> {
  const token = credentials.accessToken ?? '';
  const app = appOf(credentials);
  const known = await inspectToken(loginIo(io), { app, token }).catch((error: unknown) => {
    throw blame(error, 'appSecret', 'app_secret_invalid');
  });
  const refuse = (field: string, reason: string) => new ConnectorError('unauthorized', { reason, field });
  if (!known.isValid) throw refuse('accessToken', 'token_invalid');
  if (known.appId !== app.id) throw refuse('appId', 'other_app');
  const livesMs = known.endsAt === null ? Number.POSITIVE_INFINITY : known.endsAt.getTime() - io.clock.now().getTime();
  if (livesMs < SHORTEST_LIFE_MS) throw refuse('accessToken', 'token_temporary');
}

/** Asks the platform whose number this is, and whether its events go to another program now. */
export async function check(typed: Record<string, string>, io: ConnectorIo): Promise<AccountDescription> {
  const { verifyToken: _word, webhookUrl: kept = '', ownsApplication: _owns, ...credentials } = typed;
  if (!readFields(whatsappDescriptor.credentials, credentials).isValid)
    throw new ConnectorError('unauthorized', { reason: 'token_invalid', field: 'accessToken' });
  const numbers = await requireNumbers(credentials, io);
  const id = credentials.phoneNumberId ?? numbers[0]?.id ?? '';
  // The same token may reach numbers of other accounts, whose events would go elsewhere.
  if (!numbers.some((number) => number.id === id))
    throw new ConnectorError('unauthorized', { reason: 'number_not_found', field: 'phoneNumberId' });
  const {
    display_phone_number: shown,
    verified_name: name,
    webhook_configuration: webhooks,
  } = await getNumber(credentials, id, io).catch((error: unknown) => {
    throw blame(error, 'phoneNumberId', 'number_not_found');
  });
  const digits = shown.replace(/\D/g, '');
  const current = webhooks?.phone_number ?? webhooks?.whatsapp_business_account ?? webhooks?.application ?? '';
  return {
    identity: id,
    accountName: shown,
    title: name || shown,
    profileUrl: digits === '' ? null : `https://wa.me/${digits}`,
    foreignWebhook: readForeignWebhook(current, { kept, io }),
  };
}

/** The platform asks for the word while the address is set. */
export const prepare: Connector['connect']['prepare'] = async ({ credentials }, options, io) => {
  const kept = keepFirstAddress(credentials, options);
  return { ...kept, verifyToken: kept.verifyToken ?? newToken(io.random) };
};

/** Everything that the platform's screens ask for is done here: the number, the account, the application, the address. */
export const activate: Connector['connect']['activate'] = async (channel, { webhookUrl }, io) => {
  if (webhookUrl === null) throw new ConnectorError('rejected', { reason: 'webhook_not_set' });
  const { pin, ownsApplication: _owns, ...kept } = channel.credentials;
  if (pin !== undefined) await register(channel, pin, io);
  await subscribeBusiness(kept, io);
  // An application that serves another program goes on to do so: the address of the number comes before its own.
  const subscribed = await findSubscription(kept, io);
  if (subscribed === '') await subscribeApp(kept, webhookUrl, io);
  await setWebhook(channel, webhookUrl, io).catch((error: unknown) => {
    const isRefused = error instanceof ConnectorError && error.kind === 'rejected';
    throw isRefused ? new ConnectorError('rejected', { reason: 'webhook_refused', cause: error }) : error;
  });
  const ownsApplication = subscribed === '' || subscribed === webhookUrl;
  return { ...kept, webhookUrl, ...(ownsApplication && { ownsApplication: 'yes' }) };
};

/** A number that takes part already answers without rights to do so again. */
async function register(...[channel, pin, io]: Parameters<typeof registerNumber>): Promise<void> {
  await registerNumber(channel, pin, io).catch((error: unknown) => {
    const isRegistered = error instanceof ConnectorError && error.reason === 'no_rights';
    if (!isRegistered) throw blame(error, 'pin', 'pin_invalid');
  });
}

/** An application has one address for all its numbers. */
const subscriptionOf = ({ appId = '' }: Record<string, string>): string => `whatsapp subscription of ${appId}`;

export const standsOn: Connector['connect']['standsOn'] = ({ credentials }) => [subscriptionOf(credentials)];

/** Takes our addresses away; another program's stay, and a revoked token has nothing left to take away. */
export const deactivate: Connector['connect']['deactivate'] = async (channel, io, inUse) => {
  const { credentials, identity } = channel;
  const ours = credentials.webhookUrl ?? '';
  if (ours === '') return;
  try {
    const { webhook_configuration: webhooks } = await getNumber(credentials, identity, io);
    if (webhooks === undefined || webhooks.phone_number === ours) await setWebhook(channel, '', io);
    if (inUse.has(subscriptionOf(credentials))) return;
    // It may be that of a number that was unlinked before.
    const subscribed = await findSubscription(credentials, io);
    if (subscribed === ours || isOurAddress(subscribed, io)) await unsubscribeApp(credentials, io);
  } catch (error) {
    const isRevoked = error instanceof ConnectorError && error.kind === 'unauthorized';
    if (!isRevoked) throw error;
  }
};

/** Whether the events of this number still come here: without the application's subscription none do. */
export const isDelivering: Connector['connect']['isDelivering'] = async ({ identity, credentials }, options, io) => {
  const { webhook_configuration: webhooks } = await getNumber(credentials, identity, io);
  const isAddressed = webhooks === undefined || webhooks.phone_number === options.webhookUrl;
  return isAddressed && (await findSubscription(credentials, io)) !== '';
};
