import { isSameSecret } from '../../platform/secrets/is-same-secret.ts';
import { readJson } from '../calls/read-json.ts';
import type { ConnectorChannel } from '../port.ts';
import { type RawRequest, replyText, type WebhookResult } from '../webhook-port.ts';
import { envelope, readRawEvent } from './payload.ts';

/**
 * Nothing is signed: the end of the address is known to the platform alone, and the secret stands in the body:
 * https://dev.vk.com/ru/api/callback/getting-started, read 2026-11-23. Anything but `ok` counts as a failure there.
 */
export function receive(request: RawRequest, { identity, credentials }: ConnectorChannel): WebhookResult {
  if (request.method !== 'POST' || !isSameSecret(request.path, credentials.webhookPath)) return { kind: 'refused' };
  const body = readJson(request.body);
  const sent = envelope.safeParse(body).data;
  if (sent === undefined || String(sent.group_id) !== identity) return { kind: 'refused' };
  const isOurs = isSameSecret(sent.secret, credentials.webhookSecret);
  if (sent.type === 'confirmation') {
    // Comes while our address is being set up; whether with the secret is not documented.
    const isMeant = credentials.confirmation !== undefined && (isOurs || sent.secret === undefined);
    return isMeant ? { kind: 'reply', reply: replyText(credentials.confirmation ?? '') } : { kind: 'refused' };
  }
  if (!isOurs) return { kind: 'refused' };
  const event = readRawEvent(body);
  return event ? { kind: 'events', events: [event], reply: replyText('ok') } : { kind: 'unreadable' };
}
