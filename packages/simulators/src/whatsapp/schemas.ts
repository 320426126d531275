import { z } from 'zod';

// What the platform takes; everything else is refused:
// https://developers.facebook.com/documentation/business-messaging/whatsapp/messages/send-messages, read 2026-11-23.

const text = (max: number) => z.string().min(1).max(max);
const source = z.union([
  z.strictObject({ id: text(100) }),
  z.strictObject({ id: text(100), caption: text(1024) }),
  z.strictObject({ id: text(100), filename: text(240) }),
  z.strictObject({ id: text(100), filename: text(240), caption: text(1024) }),
]);
const noCaption = z.strictObject({ id: text(100) });
const captioned = z.strictObject({ id: text(100), caption: text(1024).optional() });

const interactive = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('button'),
    body: z.strictObject({ text: text(1024) }),
    action: z.strictObject({
      buttons: z
        .array(z.strictObject({ type: z.literal('reply'), reply: z.strictObject({ id: text(256), title: text(20) }) }))
        .min(1)
        .max(3),
    }),
  }),
  z.strictObject({
    type: z.literal('list'),
    body: z.strictObject({ text: text(1024) }),
    action: z.strictObject({
      button: text(20),
      sections: z
        .array(
          z.strictObject({
            rows: z
              .array(z.strictObject({ id: text(200), title: text(24) }))
              .min(1)
              .max(10),
          }),
        )
        .length(1),
    }),
  }),
]);

const parameter = z.strictObject({ type: z.literal('text'), text: text(1024), parameter_name: text(60).optional() });
const template = z.strictObject({
  name: text(512),
  language: z.strictObject({ code: text(15) }),
  components: z.array(z.strictObject({ type: z.literal('body'), parameters: z.array(parameter) })).optional(),
});

const envelope = {
  messaging_product: z.literal('whatsapp'),
  recipient_type: z.literal('individual').optional(),
  to: z
    .string()
    .regex(/^\d{5,20}$/)
    .optional(),
  recipient: z
    .string()
    .regex(/^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/)
    .optional(),
  context: z.strictObject({ message_id: z.string().startsWith('wamid.') }).optional(),
  biz_opaque_callback_data: text(512).optional(),
};
const body = z.strictObject({ body: text(4096), preview_url: z.boolean().optional() });

/** A message of the business. */
export const outgoingMessage = z
  .discriminatedUnion('type', [
    z.strictObject({ ...envelope, type: z.literal('text'), text: body }),
    z.strictObject({ ...envelope, type: z.literal('image'), image: captioned }),
    z.strictObject({ ...envelope, type: z.literal('video'), video: captioned }),
    z.strictObject({ ...envelope, type: z.literal('audio'), audio: noCaption }),
    z.strictObject({ ...envelope, type: z.literal('document'), document: source }),
    z.strictObject({ ...envelope, type: z.literal('interactive'), interactive }),
    z.strictObject({ ...envelope, type: z.literal('template'), template }),
  ])
  .refine(({ to, recipient }) => (to === undefined) !== (recipient === undefined));
export type OutgoingMessage = z.output<typeof outgoingMessage>;

/** Marks as read, and may show that an answer is being written. */
export const readMark = z.strictObject({
  messaging_product: z.literal('whatsapp'),
  status: z.literal('read'),
  message_id: z.string().startsWith('wamid.'),
  typing_indicator: z.strictObject({ type: z.literal('text') }).optional(),
});

const MEGABYTE = 1024 * 1024;
/** Longest file of a type; others are refused. */
export function limitOf(mimeType: string): number {
  if (['image/jpeg', 'image/png'].includes(mimeType)) return 5 * MEGABYTE;
  if (['video/mp4', 'video/3gpp'].includes(mimeType)) return 16 * MEGABYTE;
  if (['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg'].includes(mimeType)) return 16 * MEGABYTE;
  if (mimeType === 'image/webp') return MEGABYTE / 2;
  return 100 * MEGABYTE;
}
