import { cleanText } from '@otvet/contract';
import { z } from 'zod';
import { readEach } from '../calls/read-each.ts';
import { readJson } from '../calls/read-json.ts';
import type { RawEvent } from '../port.ts';

// What the platform sends, only the fields we read: VKCOM/vk-api-schema 5.199 `callback/objects.json` and `messages/objects.json`, read 2026-11-23.
// A field that is not needed to understand the message may be wrong: it counts as absent.

/** Chats of several people have numbers from here on. */
const GROUP_CHATS_FROM = 2_000_000_000;

const maybe = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };

/** Texts may come with the five basic entities; "&amp;lt;" is "&lt;". */
const readEntities = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);

const words = z.string().transform((text) => cleanText(readEntities(text)));
const link = z.string().regex(/^https?:\/\//);

const picture = z.object({
  url: maybe(link),
  /** Photos of long ago. */
  src: maybe(link),
  width: z.number().catch(0),
  height: z.number().catch(0),
});
export type VkPicture = z.output<typeof picture>;
/** Those that cannot be read are left out. */
const pictures = readEach(picture, 100);

const owned = z.object({ id: z.int(), owner_id: z.int(), title: maybe(words) });

export const attachment = z.object({
  type: z.string(),
  photo: maybe(z.object({ sizes: pictures })),
  audio_message: maybe(z.object({ link_ogg: maybe(link), link_mp3: maybe(link), transcript: maybe(words) })),
  audio: maybe(z.object({ artist: maybe(words), title: maybe(words), url: maybe(link) })),
  video: maybe(owned),
  doc: maybe(
    z.object({ title: maybe(words), size: maybe(z.int().nonnegative()), ext: maybe(words), url: maybe(link) }),
  ),
  sticker: maybe(z.object({ images: pictures })),
  graffiti: maybe(picture),
  link: maybe(z.object({ url: maybe(link), title: maybe(words) })),
  wall: maybe(z.object({ id: z.int(), owner_id: maybe(z.int()), from_id: maybe(z.int()), text: maybe(words) })),
  market: maybe(owned),
  poll: maybe(z.object({ question: maybe(words) })),
  story: maybe(owned),
  article: maybe(z.object({ url: maybe(link), title: maybe(words) })),
});
export type VkAttachment = z.output<typeof attachment>;

const attachments = readEach(attachment);

const quoted = z.object({ conversation_message_id: maybe(z.int()), from_id: maybe(z.int()), text: words.catch('') });

const geo = z.object({
  coordinates: z.object({ latitude: z.number(), longitude: z.number() }),
  place: maybe(z.object({ title: maybe(words), city: maybe(words) })),
});

const passedOn = z.object({ text: words, attachments });

/** Up to the year 9999: a time beyond cannot be stored. */
const unixTime = z.int().nonnegative().max(253_402_300_799);

export const message = z.object({
  conversation_message_id: z.int().positive(),
  date: unixTime,
  update_time: maybe(unixTime),
  peer_id: z.int(),
  from_id: z.int(),
  out: maybe(z.int()),
  text: words.catch(''),
  attachments,
  fwd_messages: readEach(passedOn),
  reply_message: maybe(quoted),
  geo: maybe(geo),
  payload: maybe(z.string()),
  action: z.unknown().optional(),
});
export type VkMessage = z.output<typeof message>;

export const newMessage = z.object({ message });
export const permission = z.object({ user_id: z.int() });
export const reading = z.object({ from_id: z.int(), peer_id: z.int(), conversation_message_id: z.int().positive() });

/** What is stored of an event: its secret stays out. */
export const storedEvent = z.object({ type: z.string(), object: z.unknown() });

export const envelope = z.object({ type: z.string(), group_id: z.int(), secret: maybe(z.string()) });

const event = z.object({ type: z.string(), event_id: z.string().min(1), object: z.unknown() });

/** One event as it is stored: its id is unique within a community. */
export function readRawEvent(body: unknown): RawEvent | undefined {
  const read = event.safeParse(body).data;
  return read && { eventId: read.event_id, payload: { type: read.type, object: read.object } };
}

/** Types of events that are asked for: https://dev.vk.com/ru/api/community-events/json-schema, read 2026-11-23. */
export const eventSwitches = {
  message_new: 1,
  message_reply: 1,
  message_edit: 1,
  message_allow: 1,
  message_deny: 1,
  message_event: 1,
  message_read: 1,
  message_typing_state: 0,
} as const;

export const isGroupChat = (peerId: number): boolean => peerId > GROUP_CHATS_FROM;

/** The number of a chat as calls take it; undefined for what is none. */
export function readPeerId(chatId: string): number | undefined {
  const number = /^-?\d{1,16}$/.test(chatId) ? Number(chatId) : Number.NaN;
  return Number.isSafeInteger(number) ? number : undefined;
}

/** How the bytes of a customer are found: where they lie now, and by which part of which message they are asked for again. */
const mediaRef = z.object({
  url: link,
  peer: z.int(),
  cmid: z.int(),
  index: z.int().nonnegative(),
  /** The customer sent a page; for anything else a page is what stands in the file's place. */
  mayBePage: z.boolean().catch(false),
});
export type MediaRef = z.output<typeof mediaRef>;

export const writeMediaRef = (ref: MediaRef): string => JSON.stringify(ref);

export const readMediaRef = (text: string): MediaRef | undefined =>
  mediaRef.safeParse(readJson(Buffer.from(text))).data;

/** Where the bytes of an attachment lie; undefined for those that have none for a community, such as a film. */
export function findAddress({
  photo,
  audio_message: voice,
  audio,
  doc,
  sticker,
  graffiti,
}: VkAttachment): string | undefined {
  const largest = (list: VkPicture[] | undefined) => {
    const [widest] = (list ?? []).toSorted((one, other) => other.width - one.width);
    return widest?.url ?? widest?.src;
  };
  const file = voice?.link_ogg ?? voice?.link_mp3 ?? audio?.url ?? doc?.url;
  return file ?? largest(photo?.sizes) ?? largest(sticker?.images) ?? graffiti?.url;
}
