import type { Message } from '@otvet/contract';
import { retryUnavailable } from '../../platform/database/retry-unavailable.ts';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import {
  abandonClaims,
  type ClaimedDelivery,
  claimDelivery,
  closeDialogDelivery,
  type DeliveryResult,
  findDueDeliveries,
  findLostClaims,
  type LostClaim,
  type Recorded,
  recordDelivery,
  renewClaims,
  requeueDelivery,
} from './delivery-store.ts';
import type { DialogDeps } from './deps.ts';
import { findMessage } from './list-store.ts';
import { clearTrouble, listClosedOutboxes, noteTrouble } from './outbox-store.ts';
import { toChange } from './receive-message.ts';
import type { Place, Scope } from './scope.ts';

type Outcome = Pick<DeliveryResult, 'state' | 'reason' | 'vendorId' | 'sentParts' | 'retryAt'>;

/**
 * What a send says of its channel: it works, it cannot send (and nothing of it may leave before `heldUntil`, or before
 * it is repaired), or nothing.
 */
export type ChannelSign = 'works' | { reason: string; heldUntil: Date | null; isClosed: boolean } | null;

/** What a platform answered is known here alone: it is not given up because the database restarts. */
const recordForMs = 60_000;

/** The part of the door that hands out what is to be sent, and writes how it ended. */
export function createDeliveries(deps: DialogDeps, scope: Scope) {
  const mine = () => ({ owner: deps.nodeId, now: deps.clock.now() });
  const { held } = scope;
  const clear = async (input: { accountId: string; channelId: string; isRepaired: boolean }) =>
    (await clearTrouble.first(deps.pool, { ...input, now: deps.clock.now() })) !== undefined;
  return {
    async claimDelivery(input: { accountId: string; dialogId: string }): Promise<ClaimedDelivery | undefined> {
      const delivery = await claimDelivery(deps.pool, { ...input, ...mine() });
      if (delivery) held.messages.add(delivery.messageId);
      return delivery;
    },
    /** Writes how a send ended and what it says of its channel; tells whether more of the dialog waits to be sent. */
    async recordDelivery(
      delivery: LostClaim,
      { channel, ...outcome }: Outcome & { channel: ChannelSign },
    ): Promise<{ hasMore: boolean }> {
      const { accountId, dialogId, channelId, seq, attempt, messageId } = delivery;
      const result = { ...outcome, accountId, dialogId, channelId, seq, attempt };
      const recorded = await retryUnavailable({ clock: deps.clock, forMs: recordForMs }, () =>
        record(deps, result, channel),
      ).finally(() => held.messages.delete(messageId));
      if (recorded) scope.changes.emit(toChange({ ...delivery, version: recorded.version }));
      if (recorded?.isTroubled && channel === 'works') await clear({ accountId, channelId, isRepaired: false });
      return { hasMore: recorded?.hasMore ?? true };
    },
    /** Sends whose process died. The caller knows whether a repeat is harmless, and records what became of them. */
    findLostClaims: (limit: number): Promise<LostClaim[]> =>
      findLostClaims(deps.pool, { now: deps.clock.now(), limit }),
    /** Channels whose outbox is closed until they are repaired. */
    listClosedOutboxes: () => listClosedOutboxes.all(deps.pool, {}),
    /** The channel works again: what waits in its outbox may go. */
    openOutbox: (input: { accountId: string; channelId: string }) => clear({ ...input, isRepaired: true }),
    /** Nothing of the channel is sent until its outbox is opened. */
    async closeOutbox(input: { accountId: string; channelId: string; reason: string }): Promise<void> {
      await noteTrouble.run(deps.pool, { ...input, isClosed: true, heldUntil: null, now: deps.clock.now() });
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

/** A hold is visible to all nodes as soon as the message that brought it is no longer claimed. */
async function record(deps: DialogDeps, result: DeliveryResult, channel: ChannelSign): Promise<Recorded | undefined> {
  if (channel === null || channel === 'works') return await recordDelivery(deps.pool, result);
  const { accountId, channelId } = result;
  return await withTransaction(deps.pool, async (db) => {
    await noteTrouble.run(db, { ...channel, accountId, channelId, now: deps.clock.now() });
    return await recordDelivery(db, result);
  });
}
