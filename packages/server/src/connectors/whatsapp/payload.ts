import { z } from 'zod';

// What our calls are answered with: https://developers.facebook.com/documentation/business-messaging/whatsapp/reference, read 2026-11-23.

const text = z.string().catch('');
const address = z.string().optional().catch(undefined);

/** Addresses that events of a number go to, from the nearest on. */
const webhooks = z.object({ phone_number: address, whatsapp_business_account: address, application: address });

export const phoneNumber = z.object({
  id: z.string().min(1),
  display_phone_number: text,
  verified_name: text,
  webhook_configuration: webhooks.optional().catch(undefined),
});
export type PhoneNumber = z.output<typeof phoneNumber>;

export const phoneNumbers = z.object({ data: z.array(phoneNumber) });

export const subscriptions = z.object({
  data: z.array(z.object({ object: text, callback_url: text })).catch([]),
});

export const done = z.object({ success: z.literal(true) });
