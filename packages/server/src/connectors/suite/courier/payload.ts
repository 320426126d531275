import { z } from 'zod';

const event = z.object({
  id: z.string().min(1),
  chat: z.string().min(1),
  name: z.string().catch(''),
  text: z.string(),
  at: z.int(),
  replyTo: z.string().optional(),
});

/** What one stored event holds. */
export const courierPayload = z.object({ message: event });

/** Events of several pages in one request. */
export const delivery = z.object({
  type: z.literal('events'),
  secret: z.string(),
  entries: z.array(z.object({ page: z.string(), events: z.array(z.looseObject({ id: z.string().min(1) })) })).min(1),
});

/** A customer opens the chat: what the answer holds is shown to him. */
export const opening = z.object({ type: z.literal('opened'), secret: z.string(), page: z.string() });

/** News of the page itself. */
export const pageNews = z.object({ page: z.object({ isWorking: z.boolean(), reason: z.string() }) });

/** Asked while a page is subscribed: the answer is a text that only the owner of the page could look up. */
export const confirmation = z.object({ type: z.literal('confirmation'), secret: z.string(), page: z.string() });
