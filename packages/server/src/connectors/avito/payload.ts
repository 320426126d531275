import { cleanText, type DialogContext } from '@otvet/contract';
import { z } from 'zod';
import { readJson } from '../calls/read-json.ts';
import type { RawEvent } from '../port.ts';

// What the platform sends, only the fields we read: https://developers.avito.ru/api-catalog/messenger/documentation, read 2026-11-23.
// A field that is not needed to understand the message may be wrong: it counts as absent.

const maybe = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().catch(null);
const words = z.string().transform(cleanText);
const link = z.string().regex(/^https?:\/\//);
/** Up to the year 9999: a time beyond cannot be stored. */
const unixTime = z.int().nonnegative().max(253_402_300_799);

/** A number, or text where it is above 2^53. */
export const id = z.union([z.string().min(1), z.int().transform(String)]);

const content = z.object({
  text: maybe(words),
  image: maybe(z.object({ sizes: z.record(z.string(), z.string()) })),
  voice: maybe(z.object({ voice_id: z.string().min(1) })),
  location: maybe(z.object({ lat: z.number(), lon: z.number(), title: words.catch(''), text: words.catch('') })),
  link: maybe(z.object({ text: words.catch(''), url: words.catch('') })),
  item: maybe(z.object({ title: words.catch(''), price_string: maybe(words), item_url: words.catch('') })),
});
export type AvitoContent = z.output<typeof content>;

const noContent: AvitoContent = {};

const said = {
  id,
  author_id: id,
  created: unixTime,
  type: z.string(),
  content: content.catch(noContent),
};

/** One message as a webhook brings it. */
export const webhookMessage = z.object({
  ...said,
  chat_id: z.string().min(1),
  user_id: id,
  chat_type: z.string().catch(''),
  /** In lists alone. */
  quote: maybe(z.object({ id, content: content.catch(noContent) })),
  direction: maybe(z.string()),
});
export type AvitoMessage = z.output<typeof webhookMessage>;

const listed = z.looseObject({ ...said, direction: maybe(z.string()), read: maybe(unixTime) });
export type ListedMessage = z.output<typeof listed>;

/** Documented as a bare list, seen as an object. One that cannot be read is left out. */
export const messageList = z
  .union([z.array(z.unknown()), z.object({ messages: z.array(z.unknown()) }).transform(({ messages }) => messages)])
  .transform((list) => list.flatMap((one) => listed.safeParse(one).data ?? []));

const person = z.object({
  id,
  name: words.catch(''),
  public_user_profile: maybe(z.object({ url: maybe(link) })),
});

/** A chat with its people and the advert that it is about. */
export const chat = z.object({
  id: z.string().min(1),
  updated: unixTime.catch(0),
  users: z
    .array(z.unknown())
    .catch([])
    .transform((list) => list.flatMap((one) => person.safeParse(one).data ?? [])),
  context: maybe(
    z.object({
      type: z.string(),
      value: z.object({ title: words.catch(''), price_string: maybe(words), url: maybe(link) }),
    }),
  ),
});
export type AvitoChat = z.output<typeof chat>;

/** Chats of people alone are about none. */
export function readAdvert(context: AvitoChat['context']): DialogContext | null {
  if (context?.type !== 'item') return null;
  const { title, price_string: price, url } = context.value;
  return { title, text: price ?? '', url: url ?? null };
}

export const chatList = z
  .object({ chats: z.array(z.unknown()) })
  .transform(({ chats }) => chats.flatMap((one) => chat.safeParse(one).data ?? []));

/** What is stored of an event: a message, or how far a customer has read, which only asking tells. */
export const storedEvent = z.union([
  z.object({ payload: z.object({ type: z.literal('message'), value: webhookMessage }) }),
  z.object({ payload: z.object({ type: z.literal('read'), value: z.object({ chat_id: z.string(), id }) }) }),
]);

const envelope = z.object({ payload: z.object({ type: z.string(), value: z.unknown() }) });

/** What a webhook brings: the event, nothing of interest, or nothing that can be understood. */
export function readWebhook(body: unknown): { userId: string; event: RawEvent } | 'other' | undefined {
  const sent = envelope.safeParse(body).data;
  if (sent && sent.payload.type !== 'message') return 'other';
  const message = webhookMessage.safeParse(sent?.payload.value).data;
  return message && { userId: message.user_id, event: { eventId: eventIdOf(message), payload: body } };
}

/** The same however the message came in; its deletion is another event. */
export const eventIdOf = ({ id: messageId, type }: { id: string; type: string }): string =>
  type === 'deleted' ? `deleted:${messageId}` : messageId;

/** A message of a list in the form of a webhook, so that both are read in one way. */
export function toWebhook(message: ListedMessage, place: { chatId: string; userId: string }): RawEvent {
  const value = { ...message, chat_id: place.chatId, user_id: place.userId, chat_type: place.chatId.slice(0, 3) };
  return { eventId: eventIdOf(message), payload: { payload: { type: 'message', value } } };
}

/** The newest message of ours that the customer has read. */
export function toReading({ id: messageId }: ListedMessage, chatId: string): RawEvent {
  const value = { chat_id: chatId, id: messageId };
  return { eventId: `read:${messageId}`, payload: { payload: { type: 'read', value } } };
}

const mediaRef = z.union([
  z.object({ kind: z.literal('image'), url: link, chatId: z.string(), messageId: z.string() }),
  z.object({ kind: z.literal('voice'), voiceId: z.string().min(1) }),
]);
export type MediaRef = z.output<typeof mediaRef>;

export const writeMediaRef = (ref: MediaRef): string => JSON.stringify(ref);

export const readMediaRef = (text: string): MediaRef | undefined =>
  mediaRef.safeParse(readJson(Buffer.from(text))).data;

/** The address of the largest size: `1280x960` before `32x32`. */
export function largestImage({ image }: AvitoContent): string | undefined {
  const area = (size: string) => {
    const [width = 0, height = 0] = size.split('x').map(Number);
    return width * height || 0;
  };
  const sizes = Object.entries(image?.sizes ?? {}).sort(([one], [other]) => area(other) - area(one));
  return link.safeParse(sizes[0]?.[1]).data;
}
