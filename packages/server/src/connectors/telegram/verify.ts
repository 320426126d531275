import { isSameSecret } from '../../platform/secrets/is-same-secret.ts';
import { readJson } from '../calls/read-json.ts';
import type { ConnectorChannel } from '../port.ts';
import type { RawRequest, WebhookResult } from '../webhook-port.ts';
import { readRawEvent } from './payload.ts';

/** Updates come by POST alone, one in each request: https://core.telegram.org/bots/api#getting-updates, read 2026-11-20. */
export function receive(request: RawRequest, channel: ConnectorChannel): WebhookResult {
  if (request.method !== 'POST' || !verify(request, channel)) return { kind: 'refused' };
  const event = readRawEvent(readJson(request.body));
  return event ? { kind: 'events', events: [event] } : { kind: 'unreadable' };
}

/** The secret given with setWebhook comes back in a header: https://core.telegram.org/bots/api#setwebhook, read 2026-11-20. */
function verify({ headers }: RawRequest, { credentials }: ConnectorChannel): boolean {
  return isSameSecret(headers['x-telegram-bot-api-secret-token'], credentials.webhookSecret);
}
