import { type FormField, readFields } from '@otvet/contract';
import type { CodeStep, StepContext } from '../../connect-port.ts';
import { ConnectorError, type ConnectorIo } from '../../port.ts';
import { findCallback } from './subscriptions.ts';
import { inspectToken } from './tokens.ts';

type Asked = {
  /** The declared fields: `pageToken`, `appId` and `appSecret`. */
  fields: readonly FormField[];
  /** What the token has to allow. */
  permission: string;
};

/**
 * Whether an owner's application and his token belong together, and the token may do what is needed. A wrong secret would
 * be noticed only by messages that never come. Nothing is asked where the application is the installation's.
 */
export async function checkOwnApplication(
  io: Pick<ConnectorIo, 'fetch' | 'vendorUrls'>,
  values: Record<string, string>,
  { fields, permission }: Asked,
): Promise<void> {
  const { pageToken = '', appId = '', appSecret } = values;
  if (appSecret === undefined) return;
  const refuse = (reason: string, field: string, cause?: unknown) =>
    new ConnectorError('unauthorized', { reason, field, cause });
  const reading = readFields(fields, { pageToken, appId, appSecret });
  const [field = 'pageToken'] = reading.isValid ? [] : Object.keys(reading.faults);
  if (!reading.isValid) throw refuse('token_invalid', field);
  const app = { id: appId, secret: appSecret };
  const inspection = await inspectToken(io, { app, token: pageToken }).catch((error: unknown) => {
    const isRefused = error instanceof ConnectorError && (error.kind === 'unauthorized' || error.kind === 'rejected');
    if (!isRefused) throw error;
    throw refuse('app_secret_invalid', 'appSecret', error);
  });
  if (!inspection.isValid) throw refuse('token_invalid', 'pageToken');
  if (inspection.appId !== appId) throw refuse('other_app', 'appId');
  if (!inspection.scopes.includes(permission)) throw refuse('permission_missing', 'pageToken');
}

type Callback = {
  object: string;
  title: string;
  instructions: readonly string[];
  isNeeded(context: StepContext): boolean;
};

/**
 * The address and the word that the owner enters at the platform, one in a line. Whether he has is asked there before the
 * next step: an application has one address for each kind of accounts, and whose it is is his own decision.
 */
export function createCallbackStep({ object, ...words }: Callback): CodeStep {
  return {
    kind: 'code',
    name: 'callback',
    showsAddress: true,
    ...words,
    labels: ['Callback URL', 'Verify token'],
    show: async ({ webhookUrl, values }) => `${webhookUrl ?? ''}\n${values.verifyToken ?? ''}`,
    take: async (_code, { io, values, webhookUrl }) => {
      const app = { id: values.appId ?? '', secret: values.appSecret ?? '' };
      const callback = await findCallback({ io }, app, object);
      if (callback?.url !== webhookUrl) throw new ConnectorError('rejected', { reason: 'callback_missing' });
      if (!callback.fields.includes('messages')) throw new ConnectorError('rejected', { reason: 'fields_missing' });
      return values;
    },
  };
}
