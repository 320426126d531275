import { z } from 'zod';

/** What the guardian process is told at its start. */
export const GuardianSettings = z.object({
  /** The folder that is removed at the end, with the cluster and whatever tests put into it. */
  scratch: z.string(),
  /** Without it the guardian only removes the folder. */
  postgres: z.object({ port: z.number(), durable: z.boolean() }).optional(),
});
export type GuardianSettings = z.infer<typeof GuardianSettings>;

export const GuardianOrder = z.enum(['restart', 'close']);
export type GuardianOrder = z.infer<typeof GuardianOrder>;

export const GuardianReport = z.enum(['ready', 'restarted']);
export type GuardianReport = z.infer<typeof GuardianReport>;
