import { z } from 'zod';

// What our calls are answered with: https://docs.360dialog.com, read 2026-11-23.

const text = z.string().catch('');

export const webhookSetting = z.object({ url: text });

/** What can be sent, and what the key is of. */
export const health = z.object({
  health_status: z.object({
    entities: z.array(z.object({ entity_type: text, id: z.union([z.string(), z.int().transform(String)]).catch('') })),
  }),
});
