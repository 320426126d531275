import { readJson } from '../calls/read-json.ts';
import type { ConnectorChannel } from '../port.ts';
import { answerHandshake, eventReceived, refuseUnsigned } from '../vendors/meta/receive-meta.ts';
import { readRawEvents } from '../vendors/whatsapp/raw-events.ts';
import type { RawRequest, WebhookResult } from '../webhook-port.ts';

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/create-webhook-endpoint, read 2026-11-23. */
export function receive(request: RawRequest, { identity, credentials }: ConnectorChannel): WebhookResult {
  if (request.method !== 'POST') return answerHandshake(request, credentials.verifyToken);
  const refused = refuseUnsigned(request, [credentials.appSecret]);
  if (refused) return refused;
  const { businessAccountId, ownsApplication } = credentials;
  const read = readRawEvents(readJson(request.body), { phoneNumberId: identity, businessAccountId });
  if (!read) return { kind: 'unreadable' };
  // The address of an application hears of all its accounts, and a refusal would bring the same again for a week.
  if (!read.isOurs && ownsApplication !== 'yes') return { kind: 'refused' };
  return { kind: 'events', events: read.events, reply: eventReceived };
}
