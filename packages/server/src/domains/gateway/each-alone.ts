import { unavailableReason } from '../../platform/database/database-errors.ts';
import type { GatewayDeps } from './deps.ts';

/** Works through what belongs to many accounts: one that fails keeps nothing from the others. Throws when the database cannot serve. */
export async function eachAlone<Item extends { channelId: string }>(
  { log }: Pick<GatewayDeps, 'log'>,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      if (unavailableReason(error) !== undefined) throw error;
      const { channelId } = item;
      log.error({ err: error, channelId }, 'one channel failed in a sweep of the gateway; it is tried again');
    }
  }
}
