import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../../platform/secrets/is-same-secret.ts';
import { type RawRequest, refuseSignature, replyText, type WebhookReply } from '../../webhook-port.ts';

// https://developers.facebook.com/docs/graph-api/webhooks/getting-started, read 2026-11-23.

const SIGNATURE = 'x-hub-signature-256';
const PREFIX = 'sha256=';

/**
 * `X-Hub-Signature-256` is the HMAC-SHA256 of the bytes as they came, in which letters beyond ASCII are escaped, with the
 * secret of an application. One of several is enough: Instagram's has another value than Meta's of the same application.
 * Undefined for what is signed.
 */
export function refuseUnsigned({ headers, body }: RawRequest, secrets: readonly (string | undefined)[]) {
  const given = headers[SIGNATURE];
  const isSigned = secrets.some((secret = '') => {
    if (secret === '') return false;
    return isSameSecret(given, PREFIX + createHmac('sha256', secret).update(body).digest('hex'));
  });
  return isSigned ? undefined : refuseSignature(given, secrets);
}

/** Asked once, while an address is set: the challenge comes back to who knows the word that we made up. */
export function answerHandshake(
  { method, query }: RawRequest,
  verifyToken: string | undefined,
): { kind: 'reply'; reply: WebhookReply } | { kind: 'refused' } {
  const isAsked = method === 'GET' && query['hub.mode'] === 'subscribe';
  const isOurs = isSameSecret(query['hub.verify_token'], verifyToken);
  return isAsked && isOurs ? { kind: 'reply', reply: replyText(query['hub.challenge'] ?? '') } : { kind: 'refused' };
}

/** Read by the platform after its events; an empty answer would do. */
export const eventReceived = replyText('EVENT_RECEIVED');
