import { z } from 'zod';

// What the platform takes: https://creators.viber.com/docs/bots-api/data-models/message and
// https://creators.viber.com/docs/bots-api/resources/messaging/keyboards, read 2026-11-23.

const VIDEO_BYTES = 27_262_976;
const FILE_BYTES = 52_428_800;
const PROGRAM_NAME = /\.(?:exe|bat|cmd|msi|apk|ipa|app|run|vbs|ps1|com|scr|jar|sh)$/i;

const address = (ending: RegExp) =>
  z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .refine((url) => ending.test(url), 'the last part of the address has another ending');

const button = z.strictObject({
  Columns: z.int().min(1).max(6).optional(),
  Rows: z.int().min(1).max(2).optional(),
  ActionType: z.enum(['reply', 'open-url', 'location-picker', 'share-phone', 'none']).optional(),
  ActionBody: z.string().min(1),
  Text: z.string().max(250).optional(),
  TextSize: z.enum(['small', 'regular', 'large']).optional(),
});

const envelope = {
  sender: z.strictObject({ name: z.string().min(1).max(28), avatar: z.url().optional() }),
  tracking_data: z.string().max(4000).optional(),
  min_api_version: z.int().min(1).optional(),
  keyboard: z
    .strictObject({
      Type: z.literal('keyboard'),
      DefaultHeight: z.boolean().optional(),
      Buttons: z.array(button).min(1).max(24),
    })
    .optional(),
};

const shapes = [
  z.strictObject({ ...envelope, type: z.literal('text'), text: z.string().min(1).max(7000) }),
  z.strictObject({
    ...envelope,
    type: z.literal('picture'),
    text: z.string().max(512),
    media: address(/\.(?:jpe?g|png|gif)$/i),
  }),
  z.strictObject({
    ...envelope,
    type: z.literal('video'),
    media: address(/\.mp4$/i),
    size: z.int().positive().max(VIDEO_BYTES),
    duration: z.int().max(180).optional(),
  }),
  z.strictObject({
    ...envelope,
    type: z.literal('file'),
    media: address(/\.[a-z0-9]+$/i),
    size: z.int().positive().max(FILE_BYTES),
    file_name: z
      .string()
      .max(256)
      .regex(/\.[a-z0-9]+$/i)
      .refine((name) => !PROGRAM_NAME.test(name), 'programs are refused'),
  }),
] as const;

/** The body of `send_message` beside its receiver, and the answer to `conversation_started`. */
export const outgoingMessage = z.discriminatedUnion('type', shapes);

export type OutgoingMessage = z.output<typeof outgoingMessage>;

export const receiver = z.object({ receiver: z.string().min(1) });

export const webhookOrder = z.strictObject({
  url: z.string(),
  event_types: z
    .array(z.enum(['delivered', 'seen', 'failed', 'subscribed', 'unsubscribed', 'conversation_started', 'message']))
    .optional(),
  send_name: z.boolean().optional(),
  send_photo: z.boolean().optional(),
});
