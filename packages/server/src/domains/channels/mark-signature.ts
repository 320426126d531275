import type { ChannelDeps } from './deps.ts';
import { noteMissigned, noteSigned } from './store.ts';

/** Notes that a request to the channel's address is signed with another secret than its own, or with its own; false where that was known. */
export async function markSignature(
  { pool, clock }: Pick<ChannelDeps, 'pool' | 'clock'>,
  { isMissigned, ...channel }: { accountId: string; id: string; isMissigned: boolean },
): Promise<boolean> {
  if (!isMissigned) return (await noteSigned.run(pool, channel)) === 1;
  return (await noteMissigned.run(pool, { ...channel, now: clock.now() })) === 1;
}
