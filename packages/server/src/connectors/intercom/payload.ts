import { cleanText } from '@otvet/contract';
import { z } from 'zod';
import { htmlToText } from '../../platform/text/html-to-text.ts';
import { readEach } from '../calls/read-each.ts';
import { readJson } from '../calls/read-json.ts';
import type { RawEvent } from '../port.ts';

// What the platform sends, only the fields we read: https://developers.intercom.com/docs/webhooks and the schemas of
// https://github.com/intercom/Intercom-OpenAPI (2.15), read 2026-11-23. Ids are numbers in some places and text in others.

const maybe = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);
const words = z.string().transform(cleanText);
const id = z.union([z.string().min(1), z.number().transform(String)]);
/** Up to the year 9999: a time beyond cannot be stored. */
const unixTime = z.int().nonnegative().max(253_402_300_799);

const author = z.object({ type: z.string().catch(''), id: id.catch(''), name: words.nullish().catch(null) });

const attachment = z.object({
  url: z.string().min(1),
  name: words.nullish().catch(null),
  content_type: z.string().nullish().catch(null),
  filesize: z.int().nonnegative().nullish().catch(null),
});
const attachments = readEach(attachment);

const writing = {
  id,
  body: words.nullish().catch(null),
  author: maybe(author),
  attachments,
  created_at: maybe(unixTime),
  redacted: maybe(z.boolean()),
};

const source = z.object({ ...writing, type: z.string().catch(''), subject: words.nullish().catch(null) });
const part = z.object({ ...writing, part_type: z.string().catch('') });
export type Part = z.output<typeof part>;

/** A conversation holds up to 500. */
const parts = z
  .object({ conversation_parts: readEach(part) })
  .catch({ conversation_parts: [] })
  .transform(({ conversation_parts: found }) => found);

/** Nobody is null in one place and 0 in another. */
const assignee = id
  .nullish()
  .catch(null)
  .transform((given) => (given == null || given === '0' ? null : given));

export const conversation = z.object({
  id,
  type: z.literal('conversation'),
  created_at: maybe(unixTime),
  admin_assignee_id: assignee,
  team_assignee_id: assignee,
  source: maybe(source),
  conversation_parts: parts,
});
export type Conversation = z.output<typeof conversation>;

/** Of a conversation that is gone only its id is left. */
const deletedConversation = z.object({ id });

const envelope = z.object({
  type: z.literal('notification_event'),
  id: z.string().min(1),
  topic: z.string(),
  app_id: id,
  created_at: maybe(unixTime),
  data: z.object({ item: z.looseObject({}) }),
});

/** The others are dropped at the door, whatever was ticked: https://developers.intercom.com/docs/webhooks/webhook-topics */
export const allowedTopics: ReadonlySet<string> = new Set([
  'conversation.user.created',
  'conversation.user.replied',
  'conversation.admin.replied',
  'conversation.admin.assigned',
  'conversation.admin.closed',
  'conversation.admin.opened',
  'conversation_part.redacted',
  'conversation.deleted',
]);

/** The button that tries the address, and the first save. */
export const isPing = (payload: unknown): boolean => {
  const read = z.object({ data: z.object({ item: z.object({ type: z.literal('ping') }) }) });
  return read.safeParse(payload).success || z.object({ topic: z.literal('ping') }).safeParse(payload).success;
};

export type Notification = {
  topic: string;
  at: number;
  conversation: Conversation | undefined;
  deletedId: string | undefined;
};

/** One notification as it is stored: its id is the same at every delivery. */
export function readRawEvent(payload: unknown): { event: RawEvent; workspace: string; topic: string } | undefined {
  const read = envelope.safeParse(payload).data;
  return read && { event: { eventId: read.id, payload }, workspace: read.app_id, topic: read.topic };
}

export function readNotification(payload: unknown): Notification | undefined {
  const read = envelope.safeParse(payload).data;
  if (!read) return undefined;
  const { item } = read.data;
  return {
    topic: read.topic,
    at: read.created_at ?? 0,
    conversation: conversation.safeParse(item).data,
    deletedId: deletedConversation.safeParse(item).data?.id,
  };
}

/** The first message of a conversation has a number of another sequence than those that follow. */
export const sourceMessageId = (sourceId: string): string => `source:${sourceId}`;

type Medium = { url: string; contentType: string | null; name: string | null; size: number | null };

/** Files of one message: those beside the words, then the pictures within them. */
export function listMediaOf({ attachments: files }: Pick<Part, 'attachments'>, pictures: string[]): Medium[] {
  const beside = files.map(({ url, content_type: contentType = null, name = null, filesize: size = null }) => {
    return { url, contentType, name, size };
  });
  const within = pictures.map((url) => ({ url, contentType: 'image/*', name: null, size: null }));
  return [...beside, ...within];
}

/** Files of a message, found by its id. */
export function listMedia(found: Conversation, messageId: string): Medium[] {
  const { source: first, conversation_parts: rest } = found;
  const message =
    first && sourceMessageId(first.id) === messageId ? first : rest.find((candidate) => candidate.id === messageId);
  return message ? listMediaOf(message, htmlToText(message.body ?? '').images) : [];
}

const mediaRef = z.object({
  chatId: z.string(),
  messageId: z.string(),
  place: z.int(),
  url: z.string(),
  isPage: z.boolean(),
});

/** Its address of today, and where to look for the next one. */
export type MediaRef = z.output<typeof mediaRef>;

export const writeMediaRef = (ref: MediaRef): string => JSON.stringify(ref);

export const readMediaRef = (text: string): MediaRef | undefined =>
  mediaRef.safeParse(readJson(Buffer.from(text))).data;
