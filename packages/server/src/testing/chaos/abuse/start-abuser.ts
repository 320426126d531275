import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { AbusePlan, Tally } from './tally.ts';

const PROGRAM = fileURLToPath(new URL('./abuser.ts', import.meta.url));
const tally = z.object({
  sent: z.number(),
  events: z.number(),
  refused: z.number(),
  cut: z.number(),
  opened: z.number(),
});

/** Mixed abuse from one network until `stop`, which gives what it did. */
export async function startAbuser(plan: AbusePlan): Promise<{ stop(): Promise<Tally> }> {
  const child = fork(PROGRAM, [JSON.stringify(plan)], { execArgv: [] });
  await once(child, 'message');
  return {
    async stop() {
      const answered = once(child, 'message');
      const ended = once(child, 'exit');
      child.send('stop');
      const [message] = await answered;
      await ended;
      return tally.parse(message);
    },
  };
}
