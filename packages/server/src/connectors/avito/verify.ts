import { z } from 'zod';
import { isSameSecret } from '../../platform/secrets/is-same-secret.ts';
import { readJson } from '../calls/read-json.ts';
import type { ConnectorChannel } from '../port.ts';
import { type RawRequest, replyText, type WebhookResult } from '../webhook-port.ts';
import { readWebhook } from './payload.ts';

const emptyObject = z.strictObject({});

/**
 * Nothing is signed in a way that is documented: the end of the address is known to the platform alone, and every
 * message names the account that it is for. An address is tried by an empty object before it is taken.
 */
export function receive(request: RawRequest, { identity, credentials }: ConnectorChannel): WebhookResult {
  if (request.method !== 'POST' || !isSameSecret(request.path, credentials.webhookPath)) return { kind: 'refused' };
  const body = readJson(request.body);
  if (emptyObject.safeParse(body).success) return { kind: 'reply', reply: replyText('') };
  const read = readWebhook(body);
  if (read === undefined) return { kind: 'unreadable' };
  if (read === 'other') return { kind: 'events', events: [] };
  return read.userId === identity ? { kind: 'events', events: [read.event] } : { kind: 'refused' };
}
