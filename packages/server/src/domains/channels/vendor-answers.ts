import { findMeaning } from '@otvet/contract';
import { type AccountDescription, type Connector, ConnectorError } from '../../connectors/port.ts';
import { takesWebhooks } from '../../platform/config/takes-webhooks.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { ChannelDeps } from './deps.ts';
import { requireConnector } from './registry-port.ts';
import type { StoredChannel } from './store.ts';

/** Another program's address stands at the platform now: only the owner can decide. */
export const WEBHOOK_TAKEN = 'webhook_conflict';
/** Another program fetches the messages; the first good fetch of ours shows that it stopped. */
export const POLLER_CONFLICT = 'poller_conflict';
/** Nothing can be fetched for long, whyever; the first good fetch takes it back. */
export const FETCH_FAILING = 'fetch_failing';
/** Reasons that a fetch shows and takes back: it goes on under them. */
export const PULL_REASONS: readonly string[] = [POLLER_CONFLICT, FETCH_FAILING];

/** A vendor failure while an owner waits, in the words of the API. */
export function toAppError(error: unknown, { descriptor }: Connector): unknown {
  if (!(error instanceof ConnectorError)) return error;
  const isRefusal = error.kind === 'unauthorized' || error.kind === 'rejected';
  const code = isRefusal ? descriptor.errors.credentials : 'channels.vendor_unreachable';
  const field = error.field === null ? {} : { [error.field]: error.reason };
  return new AppError(code, { cause: error, details: { reason: error.reason, ...field } });
}

/** Asks the platform whose credentials these are. */
export async function checkCredentials(
  deps: ChannelDeps,
  type: string,
  credentials: Record<string, string>,
): Promise<AccountDescription> {
  const connector = requireConnector(deps.connectors, type);
  try {
    return await connector.connect.check(credentials, deps.connectors.io);
  } catch (error) {
    throw toAppError(error, connector);
  }
}

/** Address for webhooks of a channel; null where its messages come in another way. */
export function webhookUrl(deps: ChannelDeps, channel: { type: string; id: string }): string | null {
  const isWebhook = inboundModeOf(deps, channel.type) === 'webhook';
  return isWebhook ? `${deps.publicUrl}/hooks/${channel.type}/${channel.id}` : null;
}

/** How the platform's messages come in on this host. */
export function inboundModeOf(deps: ChannelDeps, type: string): StoredChannel['inboundMode'] {
  const { inbound } = requireConnector(deps.connectors, type).descriptor;
  if (inbound.includes('own')) return 'own';
  if (inbound.includes('session')) return 'session';
  if (takesWebhooks(deps.publicUrl) && inbound.includes('webhook')) return 'webhook';
  if (inbound.includes('pull')) return 'pull';
  throw new AppError('channels.public_address_needed');
}

/**
 * A refusal is the channel's where only its owner can help, or whoever else its reason names; anything else may pass by
 * itself. Throws what is not the platform's.
 */
export function readFault(error: unknown, { descriptor }: Pick<Connector, 'descriptor'>): string | null {
  if (!(error instanceof ConnectorError)) throw error;
  const { kind, reason } = error;
  const meaning = findMeaning(reason, descriptor.reasons);
  const isLasting = kind === 'unauthorized' || (kind === 'rejected' && meaning !== undefined);
  return isLasting ? (meaning?.later ?? reason) : null;
}
