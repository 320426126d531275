import type { Queryable } from '../../platform/database/queryable.ts';
import type { DialogDeps } from './deps.ts';
import {
  applySideEvent,
  type ReceiveInput,
  receiveMessage,
  receiveOwnMessage,
  type SideEvent,
  toIncoming,
} from './receive-message.ts';

/** The part of the door that takes what platforms sent; the caller owns the transaction and tells the changes after it. */
export function createIncoming(deps: DialogDeps) {
  return {
    toIncoming: (input: ReceiveInput & { isMediaStored: boolean }) => toIncoming(deps, input),
    receiveMessage,
    receiveOwnMessage: (db: Queryable, input: Parameters<typeof receiveOwnMessage>[2]) =>
      receiveOwnMessage(db, deps, input),
    applySideEvent: (db: Queryable, input: { accountId: string; channelId: string; event: SideEvent }) =>
      applySideEvent(db, input),
  };
}
