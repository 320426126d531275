import { isSameSecret } from '../../../platform/secrets/is-same-secret.ts';
import { readJson } from '../../calls/read-json.ts';
import type { ConnectorChannel, RawEvent } from '../../port.ts';
import { type RawRequest, replyText, type SharedWebhookResult, type WebhookResult } from '../../webhook-port.ts';
import { confirmation, delivery, opening } from './payload.ts';

type Entry = { page: string; events: { id: string }[] };

/** A page's own address: the secret stands in the body, and events of another page are refused. */
export function receive(request: RawRequest, { identity, credentials }: ConnectorChannel): WebhookResult {
  if (request.method !== 'POST') return { kind: 'refused' };
  const body = readJson(request.body);
  const asked = confirmation.safeParse(body).data;
  const sent = delivery.safeParse(body).data;
  const opened = opening.safeParse(body).data;
  if (!isSameSecret((asked ?? opened ?? sent)?.secret, credentials.webhookSecret)) return { kind: 'refused' };
  if (opened) return opened.page === identity ? { kind: 'events', events: [], greet: replyText } : { kind: 'refused' };
  if (asked) {
    const isOurs = asked.page === identity && credentials.confirmation !== undefined;
    return isOurs ? { kind: 'reply', reply: replyText(credentials.confirmation ?? '') } : { kind: 'refused' };
  }
  const entries = sent?.entries ?? [];
  if (entries.some(({ page }) => page !== identity)) return { kind: 'refused' };
  return { kind: 'events', events: entries.flatMap(toEvents), reply: replyText('ok') };
}

/** The address of the application: a challenge by GET, events of many pages by POST. */
export function receiveShared(request: RawRequest, keys: Record<string, string>): SharedWebhookResult {
  if (request.method !== 'POST') {
    const isOurs = isSameSecret(request.query.verify_token, keys.COURIER_VERIFY_TOKEN);
    return isOurs ? { kind: 'reply', reply: replyText(request.query.challenge ?? '') } : { kind: 'refused' };
  }
  const sent = delivery.safeParse(readJson(request.body)).data;
  if (!sent || !isSameSecret(sent.secret, keys.COURIER_APP_SECRET)) return { kind: 'refused' };
  const byIdentity = sent.entries.map((entry) => ({ identity: entry.page, events: toEvents(entry) }));
  return { kind: 'events', byIdentity, reply: replyText('ok') };
}

function toEvents({ events }: Entry): RawEvent[] {
  return events.map((event) => ({ eventId: event.id, payload: 'page' in event ? event : { message: event } }));
}
