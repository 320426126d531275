import type { PoolClient } from 'pg';
import type { CustomerProfile } from '../../connectors/port.ts';
import type { Queryable } from '../../platform/database/queryable.ts';
import type { DialogDeps } from './deps.ts';
import {
  applySideEvent,
  cleanProfile,
  type ReceiveInput,
  receiveMessage,
  receiveOwnMessage,
  type SideEventInput,
  type StoreMessage,
  toChange,
} from './receive-message.ts';
import type { Place, Scope } from './scope.ts';
import { deleteEarlyChanges, updateProfile } from './side-event-store.ts';

/** How long an edit or a deletion waits for its message. */
const KEEP_EARLY_CHANGES_MS = 7 * 24 * 3_600_000;

/** The part of the door that takes what platforms sent; the caller owns the transaction and publishes the changes after it. */
export function createIncoming(deps: DialogDeps, scope: Scope) {
  return {
    async updateProfile({ profile, ...place }: Place & { profile: CustomerProfile }): Promise<void> {
      const changed = await updateProfile.first(deps.pool, { ...place, ...cleanProfile(profile) });
      if (changed) scope.changes.emit(toChange({ ...place, ...changed }));
    },
    receiveMessage: (db: Queryable, input: ReceiveInput, store?: StoreMessage) =>
      receiveMessage(db, deps, { input, store }),
    receiveOwnMessage: (db: PoolClient, input: Parameters<typeof receiveOwnMessage>[2]) =>
      receiveOwnMessage(db, deps, input),
    applySideEvent: (db: PoolClient, input: SideEventInput) => applySideEvent(db, deps, input),
    deleteEarlyChanges: () =>
      deleteEarlyChanges.run(deps.pool, { before: new Date(deps.clock.now().getTime() - KEEP_EARLY_CHANGES_MS) }),
  };
}
