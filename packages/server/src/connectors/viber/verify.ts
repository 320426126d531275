import { createHmac } from 'node:crypto';
import { viberDescriptor } from '@otvet/contract';
import { isSameSecret } from '../../platform/secrets/is-same-secret.ts';
import { readJson } from '../calls/read-json.ts';
import type { ConnectorChannel } from '../port.ts';
import { type RawRequest, replyText, type WebhookReply, type WebhookResult } from '../webhook-port.ts';
import { isForeignEvent, readRawEvent, viberPayload } from './payload.ts';

/** One event in each request: https://creators.viber.com/docs/bots-api/getting-started/web-hooks, read 2026-11-23. */
export function receive(request: RawRequest, channel: ConnectorChannel): WebhookResult {
  if (request.method !== 'POST' || !verify(request, channel)) return { kind: 'refused' };
  const body = readJson(request.body);
  const known = viberPayload.safeParse(body).data;
  // Asked while the address is set, before the channel is there.
  if (known?.event === 'webhook') return { kind: 'reply', reply: replyText('') };
  const event = readRawEvent(body);
  if (!event) return isForeignEvent(body) ? { kind: 'reply', reply: replyText('') } : { kind: 'unreadable' };
  const isNewcomer = known?.event === 'conversation_started' && known.subscribed !== true;
  return { kind: 'events', events: [event], ...(isNewcomer && { greet: greetBy(channel) }) };
}

/** Over the bytes as they came, with the token as the key. Some deliveries bear it in the address in place of the header. */
function verify({ headers, query, body }: RawRequest, { credentials }: ConnectorChannel): boolean {
  const { token = '' } = credentials;
  if (token === '') return false;
  const expected = createHmac('sha256', token).update(body).digest('hex');
  return isSameSecret(headers['x-viber-content-signature'] ?? query.sig, expected);
}

/** Who has not written yet can be told something by this answer alone: https://creators.viber.com/docs/bots-api/resources/messaging/welcome-message */
const greetBy =
  ({ credentials }: ConnectorChannel) =>
  (greeting: string): WebhookReply => ({
    status: 200,
    contentType: 'application/json; charset=utf-8',
    body: JSON.stringify({
      sender: { name: credentials.botName ?? '' },
      min_api_version: 1,
      type: 'text',
      text: greeting.slice(0, viberDescriptor.textLimit).toWellFormed(),
    }),
  });
