import type { FieldValues } from '@otvet/contract';
import { ConnectorError } from '../../connectors/port.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { activateChannel } from './activate-channel.ts';
import { readTyped } from './connecting-steps.ts';
import type { ChannelDeps } from './deps.ts';
import { hasDamagedSecrets, type LiveChannel, openToReplace, SECRETS_DAMAGED } from './live-channel.ts';
import { markChannel } from './mark-channel.ts';
import { requireConnector } from './registry-port.ts';
import { lookAtSession, tryAtOnce } from './sessions/sessions.ts';
import type { StoredChannel } from './store.ts';
import { checkCredentials, readFault, toAppError } from './vendor-answers.ts';

type Replacement = { typed: FieldValues; replaceWebhook: boolean; onStored(): void };

/** New credentials of the same account on the platform; those of another one are refused. What is not typed stays. */
export async function replaceCredentials(deps: ChannelDeps, channel: StoredChannel, input: Replacement): Promise<void> {
  const connector = requireConnector(deps.connectors, channel.type);
  const live = openToReplace(deps, channel);
  if (!live) throw new AppError('channels.type_unsupported');
  const { descriptor } = connector;
  const isTyped = Object.keys(input.typed).length > 0;
  if (connector.session && !isTyped) return await recheckSession(deps, live);
  if (!isTyped && hasDamagedSecrets(deps, channel)) return await refuseDamaged(deps, live);
  const credentials = isTyped ? mergeTyped(live, input.typed) : live.self.credentials;
  const account = await checkCredentials(deps, channel.type, credentials).catch(async (error: unknown) => {
    // The owner asked for a look at what is connected: what it finds is news of the channel.
    if (!isTyped) await noteFault(deps, live, error);
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

/** There is nothing to ask the platform with. */
async function refuseDamaged(deps: ChannelDeps, { accountId, id, connector }: LiveChannel): Promise<never> {
  await markChannel(deps, { accountId, id, reason: SECRETS_DAMAGED });
  throw toAppError(new ConnectorError('unauthorized', { reason: SECRETS_DAMAGED }), connector);
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
  if (look.kind === 'unknown') {
    await tryAtOnce(deps, { accountId, id });
    throw new AppError('channels.vendor_unreachable');
  }
  const reason = look.kind === 'ended' ? look.reason : null;
  await markChannel(deps, { accountId, id, reason });
  if (reason !== null) throw toAppError(new ConnectorError('unauthorized', { reason }), connector);
}

async function noteFault(deps: ChannelDeps, { accountId, id, connector }: LiveChannel, error: unknown): Promise<void> {
  const cause = error instanceof AppError ? error.cause : undefined;
  const reason = cause instanceof ConnectorError ? readFault(cause, connector) : null;
  if (reason !== null) await markChannel(deps, { accountId, id, reason });
}
