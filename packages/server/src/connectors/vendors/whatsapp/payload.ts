import { cleanText } from '@otvet/contract';
import { z } from 'zod';

// What the platform sends, only the fields we read:
// https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/overview, read 2026-11-23.
// A field that is not needed to understand the message may be wrong: it counts as absent.

const maybe = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);
const words = z.string().transform(cleanText);
const list = <Schema extends z.ZodType>(schema: Schema) => z.array(schema).catch([]);
const id = z.string().min(1);

const MS_FROM = 1_000_000_000_000;
const YEAR_9999_MS = 253_402_300_799_999;

/** Seconds as text; some senders write milliseconds. */
const time = z
  .union([z.string().regex(/^\d{1,15}$/), z.int().nonnegative()])
  .transform((value) => (Number(value) >= MS_FROM ? Number(value) : Number(value) * 1000))
  .pipe(z.number().max(YEAR_9999_MS))
  .transform((ms) => new Date(ms));

const media = z.object({
  id: maybe(id),
  mime_type: maybe(z.string()),
  caption: maybe(words),
  filename: maybe(words),
  voice: maybe(z.boolean()),
});
export type WhatsAppMedia = z.output<typeof media>;

const card = z.object({
  name: maybe(z.object({ formatted_name: maybe(words) })),
  phones: z.array(z.object({ phone: maybe(words), wa_id: maybe(z.string()) })).catch([]),
});
/** Of a catalogue, by the seller's own number; some senders write the numbers as text. */
const product = z.object({
  product_retailer_id: words,
  quantity: z.coerce.number(),
  item_price: maybe(z.coerce.number()),
  currency: maybe(words),
});
const pressed = maybe(z.object({ title: words }));

const content = z.object({
  type: z.string(),
  text: maybe(z.object({ body: words })),
  image: maybe(media),
  video: maybe(media),
  audio: maybe(media),
  document: maybe(media),
  sticker: maybe(media),
  location: maybe(z.object({ latitude: z.number(), longitude: z.number(), name: maybe(words), address: maybe(words) })),
  contacts: maybe(z.array(card)),
  button: maybe(z.object({ text: words })),
  order: maybe(z.object({ text: maybe(words), product_items: list(product) })),
  interactive: maybe(
    z.object({ button_reply: pressed, list_reply: pressed, nfm_reply: maybe(z.object({ body: maybe(words) })) }),
  ),
});
export type WhatsAppContent = z.output<typeof content>;

const message = content.extend({
  id,
  timestamp: time,
  from: maybe(z.string()),
  from_user_id: maybe(z.string()),
  /** Of echoes. */
  to: maybe(z.string()),
  to_user_id: maybe(z.string()),
  group_id: maybe(id),
  /** A forwarded message has one without an id. */
  context: maybe(z.object({ id: maybe(id) })),
  /** The advert or post that led here. */
  referral: maybe(z.object({ source_url: maybe(z.string()), headline: maybe(words), body: maybe(words) })),
  system: maybe(
    z.object({ type: z.string(), wa_id: maybe(z.string()), user_id: maybe(z.string()), new_wa_id: maybe(z.string()) }),
  ),
  edit: maybe(z.object({ original_message_id: id, message: maybe(content) })),
  revoke: maybe(z.object({ original_message_id: id })),
});
export type WhatsAppMessage = z.output<typeof message>;

const status = z.object({
  id,
  status: z.string(),
  recipient_id: maybe(z.string()),
  recipient_user_id: maybe(z.string()),
  recipient_type: maybe(z.string()),
  biz_opaque_callback_data: maybe(z.string()),
  errors: z.array(z.object({ code: z.int() })).catch([]),
});
export type WhatsAppStatus = z.output<typeof status>;

export const contact = z.object({
  profile: maybe(z.object({ name: maybe(words), username: maybe(words) })),
  wa_id: maybe(z.string()),
  user_id: maybe(z.string()),
});
export type WhatsAppContact = z.output<typeof contact>;

/** One change as it is stored, with one message, status or echo in it. */
export const whatsappChange = z.discriminatedUnion('field', [
  z.object({
    field: z.literal('messages'),
    value: z.object({ contacts: list(contact), messages: list(message), statuses: list(status) }),
  }),
  z.object({ field: z.literal('smb_message_echoes'), value: z.object({ message_echoes: list(message) }) }),
  z.object({ field: z.literal('account_update'), value: z.object({ event: z.string() }) }),
]);

/** Sent since 2026 beside the phone number, or in its place: of one person at one business. */
const BSUID = /^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/;

export const isUserId = (value: string): boolean => BSUID.test(value);

/** Both names of a person that one payload may show; the number as digits. Undefined where it shows none. */
export type WhatsAppPerson = { userId: string | null; phone: string | null; key: string };

/** Some senders write the user id where the number belongs. */
export function readPerson(number = '', user = ''): WhatsAppPerson | undefined {
  const userId = [user, number].find(isUserId) ?? null;
  const phone = (isUserId(number) ? '' : number.replace(/[^\d]/g, '')) || null;
  const key = userId ?? phone;
  return key === null ? undefined : { userId, phone, key };
}
