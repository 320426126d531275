import { z } from 'zod';

/** A person who writes; the chat page has four of them ready. */
export const personSchema = z.strictObject({
  id: z.int().positive(),
  firstName: z.string().default('Клиент'),
  lastName: z.string().optional(),
  username: z.string().optional(),
  languageCode: z.string().default('ru'),
});

export const chatSchema = z.strictObject({
  id: z.int(),
  type: z.enum(['private', 'group', 'supergroup']),
  title: z.string().optional(),
});

/** A file; without contents a fitting sample is sent, `claimedSize` claims more bytes than there are. */
const mediaSchema = z.strictObject({
  bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array).optional(),
  base64: z.base64().optional(),
  name: z.string().optional(),
  mimeType: z.string().optional(),
  claimedSize: z.int().nonnegative().optional(),
  duration: z.int().nonnegative().optional(),
  caption: z.string().optional(),
});
export type MediaInput = z.output<typeof mediaSchema>;

/** What a customer does in a chat: exactly one of the contents. */
export const customerActionSchema = z
  .strictObject({
    token: z.string(),
    from: personSchema,
    /** A group's chat or its id; without it the person writes to the bot in private. */
    chat: z.union([z.int(), chatSchema]).optional(),
    replyTo: z.int().optional(),
    caption: z.string().optional(),
    text: z.string().optional(),
    photo: mediaSchema.optional(),
    voice: mediaSchema.optional(),
    audio: mediaSchema.optional(),
    video: mediaSchema.optional(),
    document: mediaSchema.optional(),
    sticker: mediaSchema
      .pick({ bytes: true, base64: true, mimeType: true })
      .extend({ emoji: z.string().default('👍') })
      .optional(),
    location: z.strictObject({ latitude: z.number(), longitude: z.number() }).optional(),
    contact: z
      .strictObject({ phoneNumber: z.string(), firstName: z.string(), lastName: z.string().optional() })
      .optional(),
    /** Several photos under one `media_group_id`, one update each. */
    album: z.array(mediaSchema).min(2).max(10).optional(),
    edited: z.strictObject({ messageId: z.int(), text: z.string() }).optional(),
    callback: z.strictObject({ messageId: z.int(), data: z.string() }).optional(),
  })
  .refine((action) => CONTENTS.filter((content) => action[content] !== undefined).length === 1, {
    message:
      'Name exactly one content: text, photo, voice, audio, video, document, sticker, location, contact, album, edited or callback.',
  });

const CONTENTS = [
  'text',
  'photo',
  'voice',
  'audio',
  'video',
  'document',
  'sticker',
  'location',
  'contact',
  'album',
  'edited',
  'callback',
] as const;

export type CustomerAction = z.output<typeof customerActionSchema>;
export type CustomerActionInput = z.input<typeof customerActionSchema>;
export type PersonInput = z.input<typeof personSchema>;
export type ChatInput = z.input<typeof chatSchema>;
