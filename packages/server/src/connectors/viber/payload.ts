import { cleanText } from '@otvet/contract';
import { z } from 'zod';
import type { RawEvent } from '../port.ts';

// What the platform sends, only the fields we read: https://creators.viber.com/docs/bots-api/events/intro, read 2026-11-23.
// A field that is not needed to understand the message may be wrong: it counts as absent.

const maybe = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);
const words = z.string().transform(cleanText);

/** A number above 2^53, which reading keeps as text. */
export const messageToken = z.union([z.string().regex(/^\d{1,20}$/), z.int().nonnegative()]).transform(String);

const userId = z.string().min(1);

const user = z.object({ id: userId, name: words.catch(''), language: maybe(words) });
export type ViberUser = z.output<typeof user>;

const message = z.object({
  type: z.string(),
  text: maybe(words),
  media: maybe(z.string().min(1)),
  file_name: maybe(words),
  size: maybe(z.int().nonnegative()),
  sticker_id: maybe(z.int().nonnegative()),
  location: maybe(z.object({ lat: z.number(), lon: z.number() })),
  contact: maybe(z.object({ name: words.catch(''), phone_number: words })),
  tracking_data: maybe(z.string()),
});
export type ViberMessage = z.output<typeof message>;

/** Up to the year 9999: a time beyond cannot be stored. */
const time = z.int().nonnegative().max(253_402_300_799_999);

export const viberPayload = z.discriminatedUnion('event', [
  z.object({ event: z.literal('message'), message_token: messageToken, timestamp: time, sender: user, message }),
  z.object({ event: z.literal('conversation_started'), user, subscribed: maybe(z.boolean()) }),
  z.object({ event: z.literal('subscribed'), user }),
  z.object({ event: z.literal('unsubscribed'), user_id: userId }),
  z.object({ event: z.enum(['delivered', 'seen', 'failed']), message_token: messageToken, user_id: userId }),
  z.object({ event: z.literal('webhook') }),
]);
export type ViberEvent<Name extends z.output<typeof viberPayload>['event']> = Extract<
  z.output<typeof viberPayload>,
  { event: Name }
>;

const readEvents = new Set(
  'message conversation_started subscribed unsubscribed delivered seen failed webhook'.split(' '),
);
const anyEvent = z.object({ event: z.string() });

/** An event of a kind that we do not read, such as those of payments: no fault of anybody. */
export function isForeignEvent(payload: unknown): boolean {
  const named = anyEvent.safeParse(payload).data?.event;
  return named !== undefined && !readEvents.has(named);
}

const envelope = z.object({ event: z.string().min(1), message_token: messageToken, user_id: maybe(userId) });

/**
 * One event as it is stored. A receipt bears the number of the message that it is of, so its name is part of the id; it
 * comes once for each device of the customer.
 */
export function readRawEvent(payload: unknown): RawEvent | undefined {
  const { data } = envelope.safeParse(payload);
  if (!data) return undefined;
  const { event, message_token: token, user_id: id } = data;
  return { eventId: [event, token, ...(id === undefined ? [] : [id])].join(':'), payload };
}

/** How a file of a customer is found again: a sticker by its number, everything else by a link of an hour. */
export const mediaRef = {
  write: (ref: { kind: 'file' | 'media' | 'sticker'; place: string }): string => `${ref.kind}:${ref.place}`,
  read: (ref: string): { kind: string; place: string } => {
    const at = ref.indexOf(':');
    return { kind: ref.slice(0, Math.max(at, 0)), place: ref.slice(at + 1) };
  },
};
