import { z } from 'zod';

const visitor = z.object({ id: z.uuid(), locale: z.enum(['ru', 'en']) });

const picture = z.object({
  fileId: z.string().min(1),
  contentType: z.string(),
  name: z.string().nullable(),
  size: z.number().int().nonnegative(),
});

const message = z.object({
  kind: z.literal('message'),
  visitor,
  clientId: z.uuid(),
  text: z.string(),
  picture: picture.nullable(),
  at: z.iso.datetime(),
});

const opened = z.object({ kind: z.literal('opened'), visitor, at: z.iso.datetime() });

/** What our own endpoint stores for a visitor, read back leniently: only the fields that `parse` needs. */
export const widgetPayload = z.discriminatedUnion('kind', [message, opened]);
export type WidgetPayload = z.infer<typeof widgetPayload>;
export type WidgetVisitor = z.infer<typeof visitor>;
export type WidgetPicture = z.infer<typeof picture>;
