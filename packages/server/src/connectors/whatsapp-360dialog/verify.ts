import { isSameSecret } from '../../platform/secrets/is-same-secret.ts';
import { readJson } from '../calls/read-json.ts';
import type { ConnectorChannel } from '../port.ts';
import { eventReceived } from '../vendors/meta/receive-meta.ts';
import { readRawEvents } from '../vendors/whatsapp/raw-events.ts';
import type { RawRequest, WebhookResult } from '../webhook-port.ts';

/**
 * The platform's signature is the provider's to check: what proves an event is a header that we made up, and a part of
 * the address that nobody can guess. https://docs.360dialog.com/docs/waba-messaging/webhook, read 2026-11-23.
 */
export function receive(request: RawRequest, { identity, credentials }: ConnectorChannel): WebhookResult {
  const { webhookSecret = '', webhookPath } = credentials;
  if (request.method !== 'POST' || webhookSecret === '') return { kind: 'refused' };
  const isOurs = isSameSecret(request.headers.authorization, `Bearer ${webhookSecret}`);
  const isOurAddress = isSameSecret(request.path, webhookPath);
  if (!isOurs || !isOurAddress) return { kind: 'refused' };
  const self = { phoneNumberId: identity, businessAccountId: undefined };
  const read = readRawEvents(readJson(request.body), self);
  return read ? { kind: 'events', events: read.events, reply: eventReceived } : { kind: 'unreadable' };
}
