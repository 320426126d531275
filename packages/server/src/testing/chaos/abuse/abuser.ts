import { z } from 'zod';
import { floodRoutes, startVisitors } from './flood-routes.ts';
import { floodSockets } from './flood-sockets.ts';
import { holdConnections } from './hold-connections.ts';
import { createTally } from './tally.ts';

/** A process of its own, so that what it costs is not counted as the product's. Ends with its parent, or when it is told. */

const OWN_VISITORS = 4;

const plan = z
  .object({
    port: z.number(),
    from: z.string(),
    origin: z.string(),
    routes: z.array(z.object({ method: z.string(), url: z.string() })),
    channelId: z.string(),
    hook: z.string(),
    token: z.string(),
  })
  .parse(JSON.parse(process.argv[2] ?? ''));
const tally = createTally();

process.on('disconnect', () => process.exit(0));
process.on('message', () => process.send?.(tally, () => process.exit(0)));

const visitors = await startVisitors(plan, OWN_VISITORS);
let turn = 0;
holdConnections(plan, tally, visitors);
floodSockets(plan, tally);
floodRoutes(plan, tally, () => {
  turn += 1;
  return turn % 2 === 0 ? visitors[turn % visitors.length] : 'bm8tc3VjaC12aXNpdG9yLWE';
});
process.send?.('begun');
