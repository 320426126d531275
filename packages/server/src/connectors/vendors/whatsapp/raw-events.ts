import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { RawEvent } from '../../port.ts';

const named = z.looseObject({ id: z.string().min(1) });
const state = named.extend({ status: z.string() });
const parts = z.looseObject({
  metadata: z.object({ phone_number_id: z.string() }).optional().catch(undefined),
  messages: z.array(z.unknown()).catch([]),
  statuses: z.array(z.unknown()).catch([]),
  message_echoes: z.array(z.unknown()).catch([]),
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

/**
 * Every message, status and echo of one request as an event of its own; undefined where the body is no such request.
 * An application may send the events of all its numbers to one address: those of others are nobody's here.
 */
export function readRawEvents(body: unknown, phoneNumberId: string): RawEvent[] | undefined {
  const read = envelope.safeParse(body).data;
  return read?.entry.flatMap((entry) =>
    entry.changes
      .filter(({ value: { metadata } }) => metadata === undefined || metadata.phone_number_id === phoneNumberId)
      .flatMap((change) => splitChange(change, entry)),
  );
}

function splitChange({ field, value }: Change, entry: Entry): RawEvent[] {
  const { messages, statuses, message_echoes: echoes, ...rest } = value;
  if (field === 'messages')
    return [
      ...messages.flatMap((message) => {
        const id = named.safeParse(message).data?.id;
        return id === undefined ? [] : [toEvent(`message:${id}`, field, { ...rest, messages: [message] })];
      }),
      ...statuses.flatMap((status) => {
        const known = state.safeParse(status).data;
        return known ? [toEvent(`status:${known.id}:${known.status}`, field, { ...rest, statuses: [status] })] : [];
      }),
    ];
  if (field === 'smb_message_echoes')
    return echoes.flatMap((echo) => {
      const id = named.safeParse(echo).data?.id;
      return id === undefined ? [] : [toEvent(`echo:${id}`, field, { ...rest, message_echoes: [echo] })];
    });
  if (field !== 'account_update') return [];
  // News of the account have no number of their own: a repeat has the same bytes and the same time.
  const digest = createHash('sha256')
    .update(JSON.stringify([entry.id, entry.time, rest]))
    .digest('base64url');
  return [toEvent(`account:${digest}`, field, rest)];
}

const toEvent = (eventId: string, field: string, value: object): RawEvent => ({ eventId, payload: { field, value } });
