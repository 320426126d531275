import { z } from 'zod';

/**
 * A bot token: `<bot id>:<secret>`, at most 80 characters, no leading zero, no slash (rules of the platform's server).
 * What would change the address it stands in is refused as well; whether it works is for the platform to say.
 */
const token = z
  .string()
  .trim()
  .max(80)
  .regex(/^[1-9]\d*:[^\s/?#%\\]+$/, 'token');

/** The owner types the token; the rest is kept with it once the bot delivers. */
export const telegramCredentials = z.object({
  token,
  webhookSecret: z.string().optional(),
  /** Name by which groups address the bot. */
  username: z.string().optional(),
  /** Our address at the platform, to tell it from another program's. */
  webhookUrl: z.string().optional(),
});

export const telegramSecretFields = ['token', 'webhookSecret'] as const;
