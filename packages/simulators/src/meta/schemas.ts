import { z } from 'zod';

// What the platform takes: https://developers.facebook.com/docs/messenger-platform/reference/send-api and
// https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/messaging-api, read 2026-11-23.

const recipient = z.strictObject({ id: z.string().min(1) });
const quickReply = z.strictObject({
  content_type: z.literal('text'),
  title: z.string().min(1).max(20),
  payload: z.string().min(1).max(1000),
});
const quickReplies = z.array(quickReply).min(1).max(13).optional();
const attachment = z.strictObject({
  type: z.enum(['image', 'video', 'audio', 'file']),
  payload: z.strictObject({ attachment_id: z.string().min(1) }),
});

const fitsBytes = (limit: number) => (text: string) => Buffer.byteLength(text) <= limit;

/** A text or an attachment, never both. */
const content = (text: z.ZodType<string>, extra: Record<string, z.ZodType>) =>
  z.union([
    z.strictObject({ text, quick_replies: quickReplies, ...extra }),
    z.strictObject({ attachment, quick_replies: quickReplies, ...extra }),
  ]);

const metadata = { metadata: z.string().max(1000).optional() };

export const messageText = {
  page: z.string().min(1).max(2000),
  instagram: z.string().min(1).refine(fitsBytes(1000), 'longer than 1000 bytes'),
};

const envelope = (message: z.ZodType) =>
  z.union([
    z.strictObject({ recipient, sender_action: z.enum(['typing_on', 'typing_off', 'mark_seen']) }),
    z
      .strictObject({
        recipient,
        messaging_type: z.enum(['RESPONSE', 'UPDATE', 'MESSAGE_TAG']),
        tag: z.literal('HUMAN_AGENT').optional(),
        message,
        reply_to: z.strictObject({ mid: z.string().min(1) }).optional(),
      })
      .refine(({ messaging_type: type, tag }) => (type === 'MESSAGE_TAG') === (tag !== undefined), 'tag'),
  ]);

/** The body of `messages`, by the kind of account. */
export const outgoing = {
  page: envelope(content(messageText.page, metadata)),
  instagram: envelope(content(messageText.instagram, {})),
};

/** What is read of a body that was taken. */
export const taken = z.object({
  recipient,
  sender_action: z.string().optional(),
  messaging_type: z.string().optional(),
  tag: z.string().optional(),
  message: z
    .object({
      text: z.string().optional(),
      attachment: attachment.optional(),
      quick_replies: z.array(quickReply).optional(),
      metadata: z.string().optional(),
    })
    .optional(),
  reply_to: z.object({ mid: z.string() }).optional(),
});

const MB = 1024 * 1024;
const megabytes: Record<string, number> = { image: 8 };

/** The parts of an upload. */
export const uploadMessage = z.strictObject({
  attachment: z.strictObject({
    type: z.enum(['image', 'video', 'audio', 'file']),
    payload: z.strictObject({ is_reusable: z.boolean().optional() }),
  }),
});

export const uploadLimit = (type: string): number => (megabytes[type] ?? 25) * MB;

export const subscribableFields: Record<'page' | 'instagram', ReadonlySet<string>> = {
  page: new Set(
    (
      'messages messaging_postbacks message_deliveries message_reads message_reactions message_echoes message_edits ' +
      'messaging_referrals messaging_handovers standby'
    ).split(' '),
  ),
  instagram: new Set(
    'messages messaging_postbacks messaging_seen message_reactions messaging_referral standby'.split(' '),
  ),
};
