import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../platform/secrets/is-same-secret.ts';
import { readJson } from '../calls/read-json.ts';
import type { ConnectorChannel } from '../port.ts';
import { type RawRequest, refuseSignature, replyText, type WebhookResult } from '../webhook-port.ts';
import { allowedTopics, isPing, readRawEvent } from './payload.ts';

const SIGNATURE = 'x-hub-signature';

/**
 * An address is asked by HEAD while it is pasted, and told by POST from then on, one notification in each request:
 * https://developers.intercom.com/docs/webhooks/setting-up-webhooks, read 2026-11-23.
 */
export function receive(request: RawRequest, channel: ConnectorChannel): WebhookResult {
  const secret = channel.credentials.clientSecret ?? '';
  if (request.method !== 'POST') return answerUnsigned(request, secret);
  if (!verify(request, secret)) return refuseSignature(request.headers[SIGNATURE], [secret]);
  const payload = readJson(request.body);
  if (isPing(payload)) return { kind: 'reply', reply: replyText('') };
  const read = readRawEvent(payload);
  if (!read) return { kind: 'unreadable' };
  // One app may be installed in several workspaces, and its owner may have ticked more than is asked for.
  const isOurs = read.workspace === channel.identity && allowedTopics.has(read.topic);
  return { kind: 'events', events: isOurs ? [read.event] : [] };
}

/** The check while the address is saved is a HEAD; who opens the address in a browser asks by GET. */
function answerUnsigned({ method }: RawRequest, secret: string): WebhookResult {
  if (secret === '') return { kind: 'refused' };
  return { kind: 'reply', reply: replyText(''), ...(method === 'GET' && { isAnybodys: true }) };
}

/** `X-Hub-Signature: sha1=<hex>`: HMAC-SHA1 of the raw bytes with the client secret of the app. */
function verify({ headers, body }: RawRequest, secret: string): boolean {
  if (secret === '') return false;
  return isSameSecret(headers[SIGNATURE], `sha1=${createHmac('sha1', secret).update(body).digest('hex')}`);
}
