import { cleanText } from '@otvet/contract';
import { z } from 'zod';
import type { RawEvent } from '../port.ts';

// What the platform sends, only the fields we read: https://core.telegram.org/bots/api#update (Bot API 10.1), read 2026-11-20.
// Ids have at most 52 bits and are safe as numbers. A field that is not needed to understand the message may be wrong: it counts as absent.

const maybe = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);
const words = z.string().transform(cleanText);

const user = z.object({
  id: z.int(),
  is_bot: maybe(z.boolean()),
  first_name: words.catch(''),
  last_name: maybe(words),
  username: maybe(words),
  language_code: maybe(words),
});
export type TelegramUser = z.output<typeof user>;

const chat = z.object({
  id: z.int(),
  type: z.string(),
  title: maybe(words),
  username: maybe(words),
  first_name: maybe(words),
  last_name: maybe(words),
});
export type TelegramChat = z.output<typeof chat>;

const entity = z.object({ type: z.string(), offset: z.int(), length: z.int(), user: maybe(user) });

const file = z.object({
  file_id: z.string().min(1),
  file_size: maybe(z.int().nonnegative()),
  mime_type: maybe(words),
  file_name: maybe(words),
});
export type TelegramFile = z.output<typeof file>;

const photoSize = file.extend({ width: z.int().catch(0), height: z.int().catch(0) });

const sticker = file.extend({
  emoji: maybe(words),
  is_animated: maybe(z.boolean()),
  is_video: maybe(z.boolean()),
  thumbnail: maybe(file),
});

const location = z.object({ latitude: z.number(), longitude: z.number() });

const contact = z.object({
  phone_number: words,
  first_name: words.catch(''),
  last_name: maybe(words),
  user_id: maybe(z.int()),
});

const repliedMessage = z.object({
  message_id: z.int(),
  from: maybe(user),
  text: maybe(words),
  caption: maybe(words),
  /** A topic of a forum begins with it, and every message of the topic "replies" to it. */
  forum_topic_created: z.unknown().optional(),
});

/** Up to the year 9999: a time beyond cannot be stored. */
const unixTime = z.int().nonnegative().max(253_402_300_799);

const message = z.object({
  message_id: z.int(),
  date: unixTime,
  edit_date: maybe(unixTime),
  chat,
  from: maybe(user),
  sender_chat: maybe(chat),
  sender_business_bot: maybe(user),
  business_connection_id: maybe(z.string().min(1)),
  is_automatic_forward: maybe(z.boolean()),
  media_group_id: maybe(z.string()),
  reply_to_message: maybe(repliedMessage),
  quote: maybe(z.object({ text: words })),
  text: maybe(words),
  entities: z.array(entity).catch([]),
  caption: maybe(words),
  caption_entities: z.array(entity).catch([]),
  photo: maybe(z.array(photoSize).min(1)),
  voice: maybe(file),
  audio: maybe(file),
  video: maybe(file),
  video_note: maybe(file),
  animation: maybe(file),
  document: maybe(file),
  sticker: maybe(sticker),
  location: maybe(location),
  venue: maybe(z.object({ location, title: words.catch(''), address: words.catch('') })),
  contact: maybe(contact),
  dice: maybe(z.object({ emoji: words })),
  poll: maybe(z.object({ question: words })),
  migrate_to_chat_id: maybe(z.int()),
  migrate_from_chat_id: maybe(z.int()),
  /** What a person can send and we cannot show: the operator still learns that something came. */
  story: z.unknown().optional(),
  paid_media: z.unknown().optional(),
  checklist: z.unknown().optional(),
  rich_message: z.unknown().optional(),
  game: z.unknown().optional(),
  invoice: z.unknown().optional(),
});
export type TelegramMessage = z.output<typeof message>;

const memberChange = z.object({
  chat,
  from: user,
  new_chat_member: z.object({ status: z.string(), is_member: maybe(z.boolean()) }),
});
export type TelegramMemberChange = z.output<typeof memberChange>;

const deletedBusinessMessages = z.object({
  business_connection_id: z.string().min(1),
  chat,
  message_ids: z.array(z.int()),
});
export type TelegramDeletedMessages = z.output<typeof deletedBusinessMessages>;

export const updatePayload = z.object({
  message: message.optional(),
  edited_message: message.optional(),
  business_message: message.optional(),
  edited_business_message: message.optional(),
  deleted_business_messages: deletedBusinessMessages.optional(),
  my_chat_member: memberChange.optional(),
  business_connection: z.unknown().optional(),
  callback_query: z.unknown().optional(),
});

/** Sent explicitly, so that a list set by an earlier program does not stay in force. */
export const allowedUpdates = [
  'message',
  'edited_message',
  'callback_query',
  'my_chat_member',
  'business_connection',
  'business_message',
  'edited_business_message',
  'deleted_business_messages',
] as const;

const envelope = z.object({ update_id: z.int().nonnegative() });

/** One update as it is stored: its id is unique within a bot. */
export function readRawEvent(payload: unknown): RawEvent | undefined {
  const update = envelope.safeParse(payload);
  return update.success ? { eventId: String(update.data.update_id), payload } : undefined;
}

/** How a chat is reached: `business` when a connected business account answers in its own chat. */
type ChatAddress = { chatId: number; businessConnectionId: string | null };

/**
 * The product's chat id. A chat of a business account has its connection, because it is independent from the bot's
 * own chat with the same person, which has the same number.
 */
export function formatChatId({ chatId, businessConnectionId }: ChatAddress): string {
  return businessConnectionId === null ? String(chatId) : `${businessConnectionId}:${chatId}`;
}

export function readChatId(chatId: string): ChatAddress | undefined {
  const match = /^(?:(.+):)?(-?\d{1,16})$/.exec(chatId);
  const number = Number(match?.[2] ?? Number.NaN);
  return Number.isSafeInteger(number) ? { chatId: number, businessConnectionId: match?.[1] ?? null } : undefined;
}
