import { z } from 'zod';

// https://developers.avito.ru/api-catalog/messenger/documentation, read 2026-11-23: what the calls take, and nothing else.

const MAX_TEXT = 1000;

export const textBody = z.strictObject({
  message: z.strictObject({ text: z.string().min(1).max(MAX_TEXT) }),
  type: z.literal('text'),
});
export const imageBody = z.strictObject({ image_id: z.string().min(1) });
export const webhookBody = z.strictObject({ url: z.url() });

export const tokenForm = z.discriminatedUnion('grant_type', [
  z.strictObject({ grant_type: z.literal('client_credentials'), client_id: z.string(), client_secret: z.string() }),
  z.strictObject({
    grant_type: z.literal('authorization_code'),
    client_id: z.string(),
    client_secret: z.string(),
    code: z.string(),
  }),
  z.strictObject({
    grant_type: z.literal('refresh_token'),
    client_id: z.string(),
    client_secret: z.string(),
    refresh_token: z.string(),
  }),
]);

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max));

export const pageQuery = z.object({
  limit: wholeNumber(1, 100).default(100),
  offset: wholeNumber(0, 1000).default(0),
});
