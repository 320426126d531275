import { cleanText } from '@otvet/contract';
import { z } from 'zod';
import { metaId } from '../envelope.ts';

// What Messenger and Instagram send, only the fields we read:
// https://developers.facebook.com/docs/messenger-platform/reference/webhook-events and
// https://developers.facebook.com/docs/instagram-platform/webhooks, read 2026-11-23.
// A field that is not needed to understand the message may be wrong: it counts as absent.

const maybe = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);
const words = z.string().transform(cleanText);
/** Milliseconds up to the year 9999: a time beyond cannot be stored. One shape has them as text. */
const time = z.coerce.number().int().nonnegative().max(253_402_300_799_999);

const party = z.object({ id: metaId });

const attachment = z.object({
  type: z.string().catch(''),
  payload: maybe(
    z.object({
      url: maybe(z.string()),
      title: maybe(words),
      sticker_id: maybe(metaId),
      coordinates: maybe(z.object({ lat: z.number(), long: z.number() })),
    }),
  ),
});
export type MetaAttachment = z.output<typeof attachment>;

/** A single one was seen without a list around it. */
const attachments = z.preprocess((value) => (Array.isArray(value) ? value : [value]), z.array(attachment).catch([]));

/** The advert that led here: https://developers.facebook.com/docs/messenger-platform/reference/webhook-events/messaging_referrals */
const referral = maybe(z.object({ ads_context_data: maybe(z.object({ ad_title: maybe(words) })) }));
export type MetaReferral = z.output<typeof referral>;

export const metaMessage = z.object({
  mid: z.string().min(1),
  text: maybe(words),
  attachments,
  reply_to: maybe(z.object({ mid: maybe(z.string().min(1)), story: maybe(z.object({ url: maybe(z.string()) })) })),
  is_echo: maybe(z.boolean()),
  is_deleted: maybe(z.boolean()),
  /** A kind that the platform hands to no application. */
  is_unsupported: maybe(z.boolean()),
  app_id: maybe(metaId),
  metadata: maybe(z.string()),
  referral,
});
export type MetaMessage = z.output<typeof metaMessage>;

/** Everything that an item says, by its name. */
export const itemParts = z.record(z.string(), z.unknown());

/** Who, to whom, when: `user_ref` in the place of an id comes from plugins of a page. */
export const metaItem = z.object({ sender: maybe(party), recipient: maybe(party), timestamp: maybe(time) });

export const postback = z.object({
  mid: maybe(z.string().min(1)),
  title: words.catch(''),
  payload: maybe(z.string()),
  referral,
});
export const messageEdit = z.object({ mid: z.string().min(1), text: words, num_edit: maybe(z.int()) });
export const delivery = z.object({ mids: z.array(z.string().min(1)).catch([]), watermark: maybe(time) });
export const reading = z.object({ mid: maybe(z.string().min(1)), watermark: maybe(time) });
export const reaction = z.object({ mid: z.string().min(1), action: z.string() });

/** How an item stands in our store, with how it came. */
export const storedStandby = z.object({ standby: itemParts });
export const storedChange = z.object({ change: z.object({ field: z.string(), value: z.unknown() }) });
