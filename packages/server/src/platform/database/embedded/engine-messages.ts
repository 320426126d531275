import { z } from 'zod';
import { ProcessIdentity } from './process-identity.ts';

/** What the server tells the engine process when it starts it. */
export const EngineSettings = z.object({
  dataDir: z.string(),
  listen: z.union([
    z.object({ path: z.string() }),
    z.object({ host: z.string(), port: z.number(), password: z.string() }),
  ]),
  server: ProcessIdentity,
  idleInTransactionMilliseconds: z.number(),
});
export type EngineSettings = z.infer<typeof EngineSettings>;

/** What the engine process tells the server. */
export const EngineReport = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), port: z.number().optional(), isNew: z.boolean(), milliseconds: z.number() }),
  z.object({ type: z.literal('notice'), message: z.string() }),
  z.object({ type: z.literal('in-use'), pid: z.number() }),
  z.object({ type: z.literal('failed'), message: z.string() }),
  z.object({ type: z.literal('alive') }),
]);
export type EngineReport = z.infer<typeof EngineReport>;

/** What the server asks of the running engine process. */
export const EngineOrder = z.enum(['report-alive', 'close']);
export type EngineOrder = z.infer<typeof EngineOrder>;
