import type { ChannelDeps } from './deps.ts';
import { noteLastSite } from './store.ts';

/** Notes which site loads the channel's widget; false where that is no news. */
export async function noteSite(
  { pool, clock }: Pick<ChannelDeps, 'pool' | 'clock'>,
  input: { accountId: string; id: string; site: string },
): Promise<boolean> {
  return (await noteLastSite.run(pool, { ...input, now: clock.now() })) === 1;
}
