import type { Message } from '@otvet/contract';
import { retryUnavailable } from '../../platform/database/retry-unavailable.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import {
  abandonClaims,
  type ClaimedDelivery,
  claimDelivery,
  closeDialogDelivery,
  type DeliveryResult,
  type DialogPlace,
  expireDeliveries,
  findDueDeliveries,
  recordDelivery,
  renewClaims,
  requeueDelivery,
} from './delivery-store.ts';
import type { DialogDeps } from './deps.ts';
import { findMessage } from './list-store.ts';
import { toChange } from './receive-message.ts';
import type { Place, Scope } from './scope.ts';

type Outcome = Pick<DeliveryResult, 'state' | 'reason' | 'vendorId' | 'sentParts' | 'retryAt'>;

/** What a platform answered is known here alone: it is not given up because the database restarts. */
const recordForMs = 60_000;

/** The part of the door that hands out what is to be sent, and writes how it ended. */
export function createDeliveries(deps: DialogDeps, scope: Scope) {
  const mine = () => ({ owner: deps.nodeId, now: deps.clock.now() });
  const { held } = scope;
  return {
    async claimDelivery(input: { accountId: string; dialogId: string }): Promise<ClaimedDelivery | undefined> {
      const delivery = await claimDelivery(deps.pool, { ...input, ...mine() });
      if (delivery) held.messages.add(delivery.messageId);
      return delivery;
    },
    /** Tells whether more of the dialog waits to be sent. */
    async recordDelivery(delivery: ClaimedDelivery, outcome: Outcome): Promise<{ hasMore: boolean }> {
      const { accountId, dialogId, seq, attempt, messageId } = delivery;
      const result = { ...outcome, accountId, dialogId, seq, attempt };
      const recorded = await retryUnavailable({ clock: deps.clock, forMs: recordForMs }, () =>
        recordDelivery(deps.pool, result),
      ).finally(() => held.messages.delete(messageId));
      if (recorded) scope.changes.emit(toChange({ ...delivery, version: recorded.version }));
      return { hasMore: recorded?.hasMore ?? true };
    },
    async expireDeliveries(input: { idempotentTypes: string[]; limit: number }): Promise<DialogPlace[]> {
      const places = await expireDeliveries(deps.pool, { ...input, now: deps.clock.now() });
      for (const place of places) scope.changes.emit(toChange(place));
      return places;
    },
    /** At the start of a node: what its earlier process held is free at once. */
    abandonClaims: () => abandonClaims(deps.pool, mine()),
    renewClaims: () =>
      renewClaims(deps.pool, { ...mine(), messageIds: [...held.messages], dialogIds: [...held.dialogs] }),
    findDueDeliveries: (limit: number) => findDueDeliveries(deps.pool, { now: deps.clock.now(), limit }),
    closeDelivery: (input: { accountId: string; dialogId: string; reason: string }) =>
      closeDialogDelivery(deps.pool, input),
    /** A person asks for another try of a message. */
    async retry(place: Place & { messageId: string }): Promise<{ message: Message; dialogId: string }> {
      const dialog = await scope.requireDialog(place);
      const key = { accountId: place.accountId, dialogId: dialog.id, messageId: place.messageId };
      const requeued = await requeueDelivery(deps.pool, key);
      if (requeued) scope.changes.emit(toChange({ ...place, version: requeued.version }));
      const found = await findMessage(deps.pool, key, scope.signer(place.accountId));
      if (!found) throw new AppError('dialogs.message_not_found');
      if (!requeued) throw new AppError('dialogs.not_retryable');
      return { message: found.message, dialogId: dialog.id };
    },
  };
}
