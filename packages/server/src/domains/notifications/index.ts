import type { PoolClient } from 'pg';
import { confirmHolder, requestConfirmation, showAddresses } from './addresses.ts';
import type { NotificationDeps } from './deps.ts';
import { type Notice, notify } from './notify.ts';
import { deleteOldNotifications } from './store.ts';

export type { Notice, Receiver } from './notify.ts';

/** The key of a notice is good for so long. */
const KEPT_MS = 180 * 24 * 3_600_000;

/** The door of the notifications domain: the one way by which people are told something outside of the product. */
export function createNotifications(deps: NotificationDeps) {
  return {
    /** In the caller's transaction; each receiver is told once. */
    notify: (notice: Notice, tx: PoolClient): Promise<void> => notify(deps, notice, tx),
    addresses: {
      ask: (asking: Parameters<typeof requestConfirmation>[1]) => requestConfirmation(deps, asking),
      list: (accountId: string) => showAddresses(deps, accountId),
      confirm: (token: string) => confirmHolder(deps, token),
    },
    async deleteOld(): Promise<void> {
      const before = new Date(deps.clock.now().getTime() - KEPT_MS);
      await deleteOldNotifications.run(deps.pool, { before });
    },
  };
}

export type Notifications = ReturnType<typeof createNotifications>;
