import { readJson } from '../../../calls/read-json.ts';
import type { RawRequest, SharedWebhookResult, WebhookResult } from '../../../webhook-port.ts';
import { type MetaEntry, readEnvelope } from '../envelope.ts';
import { answerHandshake, eventReceived, refuseUnsigned } from '../receive-meta.ts';
import { toRawEvents } from './raw-events.ts';

type Proofs = {
  /** What the platform calls its kind of accounts: `page`, `instagram`. */
  object: string;
  /** Secrets of the application, any of which will do. */
  secrets: readonly (string | undefined)[];
  verifyToken: string | undefined;
};

type Read = { kind: 'entries'; entries: MetaEntry[] } | Exclude<WebhookResult, { kind: 'events' }>;

/** Entries of the button "Test" in the platform's dashboard are of this account. */
const TEST_ID = '0';

/** The address of one account, whose owner brought an application of his own. What is for his other accounts is left. */
export function receiveForAccount(
  request: RawRequest,
  { identity, ...proofs }: Proofs & { identity: string },
): WebhookResult {
  const read = readRequest(request, proofs);
  if (read.kind !== 'entries') return read;
  const ours = read.entries.filter(({ id }) => id === identity);
  if (ours.length > 0) return { kind: 'events', events: ours.flatMap(toRawEvents), reply: eventReceived };
  const isTest = read.entries.length > 0 && read.entries.every(({ id }) => id === TEST_ID);
  return isTest ? { kind: 'reply', reply: eventReceived } : { kind: 'refused' };
}

/** The address of the installation's application, for all accounts. */
export function receiveForApplication(request: RawRequest, proofs: Proofs): SharedWebhookResult {
  const read = readRequest(request, proofs);
  if (read.kind !== 'entries') return read;
  const byIdentity = read.entries.map((entry) => ({ identity: entry.id, events: toRawEvents(entry) }));
  return { kind: 'events', byIdentity, reply: eventReceived };
}

function readRequest(request: RawRequest, { object, secrets, verifyToken }: Proofs): Read {
  if (request.method !== 'POST') return answerHandshake(request, verifyToken);
  const refused = refuseUnsigned(request, secrets);
  if (refused) return refused;
  const read = readEnvelope(readJson(request.body));
  if (!read) return { kind: 'unreadable' };
  // Subscriptions of the application that lead here by mistake: the dashboard shows the status.
  if (read.object !== object)
    return { kind: 'reply', reply: { ...eventReceived, status: 404, body: 'Unknown object' } };
  return { kind: 'entries', entries: read.entries };
}
