import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { RawEvent } from '../../port.ts';
import { contact, readPerson, type WhatsAppContact } from './payload.ts';

const named = z.looseObject({ id: z.string().min(1) });
const state = named.extend({ status: z.string() });
const writer = z.looseObject({
  from: z.string().optional().catch(undefined),
  from_user_id: z.string().optional().catch(undefined),
});
const list = z.array(z.unknown()).catch([]);
const parts = z.looseObject({
  metadata: z.object({ phone_number_id: z.string() }).optional().catch(undefined),
  contacts: list,
  messages: list,
  statuses: list,
  message_echoes: list,
});
const envelope = z.object({
  object: z.literal('whatsapp_business_account'),
  entry: z.array(
    z.object({
      id: z.string().catch(''),
      time: z.unknown().optional(),
      changes: z
        .array(z.object({ field: z.string(), value: parts }).catch({ field: '', value: parts.parse({}) }))
        .catch([]),
    }),
  ),
});

type Entry = z.output<typeof envelope>['entry'][number];
type Change = Entry['changes'][number];

/** Whose events are read. Where a provider stands between, nothing says whose business account it is. */
export type WhatsAppSelf = { phoneNumberId: string; businessAccountId: string | undefined };

/** Entries of the button "Test" in the platform's dashboard are of this account. */
const TEST_ID = '0';

/**
 * Every message, status and echo of one request as an event of its own; undefined where the body is no such request.
 * An application may send the events of all its numbers to one address: those of others are nobody's here. `isOurs`: it
 * speaks of our business account, or of nothing.
 */
export function readRawEvents(
  body: unknown,
  { phoneNumberId, businessAccountId }: WhatsAppSelf,
): { events: RawEvent[]; isOurs: boolean } | undefined {
  const read = envelope.safeParse(body).data;
  if (!read) return undefined;
  const isOurAccount = ({ id }: Entry) => businessAccountId === undefined || id === businessAccountId;
  const events = read.entry.flatMap((entry) =>
    entry.changes.flatMap((change) => {
      // Only what is said of a number names it.
      if (change.field === 'account_update') return isOurAccount(entry) ? [toAccountEvent(change, entry)] : [];
      return change.value.metadata?.phone_number_id === phoneNumberId ? splitChange(change) : [];
    }),
  );
  const isOurs = (entry: Entry) => isOurAccount(entry) || entry.id === TEST_ID;
  return { events, isOurs: events.length > 0 || read.entry.length === 0 || read.entry.some(isOurs) };
}

/** What all parts of a change share goes with none of them: of the contacts a message takes its own, cut to what is shown. */
function splitChange({ field, value }: Change): RawEvent[] {
  const { metadata, messages, statuses, message_echoes: echoes } = value;
  if (field === 'messages') {
    const contactOf = findContacts(value.contacts);
    return [
      ...messages.flatMap((message) => {
        const id = named.safeParse(message).data?.id;
        const sender = contactOf(message);
        const parted = { metadata, ...(sender && { contacts: [sender] }), messages: [message] };
        return id === undefined ? [] : [toEvent(`message:${id}`, field, parted)];
      }),
      ...statuses.flatMap((status) => {
        const known = state.safeParse(status).data;
        return known ? [toEvent(`status:${known.id}:${known.status}`, field, { metadata, statuses: [status] })] : [];
      }),
    ];
  }
  if (field !== 'smb_message_echoes') return [];
  return echoes.flatMap((echo) => {
    const id = named.safeParse(echo).data?.id;
    return id === undefined ? [] : [toEvent(`echo:${id}`, field, { metadata, message_echoes: [echo] })];
  });
}

const MAX_NAME = 200;

/** The contact of whoever wrote a message, by either of the names that it may show. */
function findContacts(contacts: unknown[]): (message: unknown) => WhatsAppContact | undefined {
  const known = new Map<string, WhatsAppContact>();
  for (const one of contacts) {
    const read = contact.safeParse(one).data;
    const person = read && readPerson(read.wa_id, read.user_id);
    for (const name of [person?.userId, person?.phone])
      if (read && name && name.length <= MAX_NAME && !known.has(name)) known.set(name, cutContact(read));
  }
  return (message) => {
    const { from, from_user_id: user } = writer.safeParse(message).data ?? {};
    const person = readPerson(from, user);
    return known.get(person?.userId ?? '') ?? known.get(person?.phone ?? '');
  };
}

function cutContact({ profile, wa_id, user_id }: WhatsAppContact): WhatsAppContact {
  const cut = (text: string | undefined) => text?.slice(0, MAX_NAME);
  return {
    wa_id: cut(wa_id),
    user_id: cut(user_id),
    ...(profile && { profile: { name: cut(profile.name), username: cut(profile.username) } }),
  };
}

/** News of the account have no number of their own: a repeat has the same bytes and the same time. */
function toAccountEvent({ field, value }: Change, { id, time }: Entry): RawEvent {
  const { contacts: _contacts, messages: _messages, statuses: _statuses, message_echoes: _echoes, ...news } = value;
  const digest = createHash('sha256')
    .update(JSON.stringify([id, time, news]))
    .digest('base64url');
  return toEvent(`account:${digest}`, field, news);
}

const toEvent = (eventId: string, field: string, value: object): RawEvent => ({ eventId, payload: { field, value } });
