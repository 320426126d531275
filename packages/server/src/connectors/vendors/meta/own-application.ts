import type { CodeStep, StepContext } from '../../connect-port.ts';
import { ConnectorError, type ConnectorIo } from '../../port.ts';
import { findCallback } from './subscriptions.ts';
import { inspectToken, type MetaApp, type TokenInspection } from './tokens.ts';

/** Names of the typed fields, for what is said of each of them. */
const FIELDS = { appId: 'appId', appSecret: 'appSecret' } as const;

/**
 * Whether an owner's application and his token belong together, and the token may do what is needed. A wrong secret would
 * be noticed only by messages that never come.
 */
export async function checkOwnApplication(
  io: Pick<ConnectorIo, 'fetch' | 'vendorUrls'>,
  { app, token, tokenField, permission }: { app: MetaApp; token: string; tokenField: string; permission: string },
): Promise<TokenInspection> {
  const inspection = await inspectToken(io, { app, token }).catch((error: unknown) => {
    const isRefused = error instanceof ConnectorError && (error.kind === 'unauthorized' || error.kind === 'rejected');
    if (!isRefused) throw error;
    throw new ConnectorError('unauthorized', { reason: 'app_secret_invalid', field: FIELDS.appSecret, cause: error });
  });
  const refuse = (reason: string, field: string) => new ConnectorError('unauthorized', { reason, field });
  if (!inspection.isValid) throw refuse('token_invalid', tokenField);
  if (inspection.appId !== app.id) throw refuse('other_app', FIELDS.appId);
  if (!inspection.scopes.includes(permission)) throw refuse('permission_missing', tokenField);
  return inspection;
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
    ...words,
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
