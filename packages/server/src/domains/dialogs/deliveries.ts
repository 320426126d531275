import { type ChannelDescriptor, limits, type Message } from '@otvet/contract';
import type { PoolClient } from 'pg';
import { createCallGroup } from '../../platform/database/call-group.ts';
import { retryUnavailable } from '../../platform/database/retry-unavailable.ts';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { comeBackTime } from './come-back-time.ts';
import {
  abandonClaims,
  abandonLeases,
  type Claimed,
  type ClaimedDelivery,
  claimDelivery,
  closeDialogDelivery,
  type DeliveryResult,
  discardDelivery,
  findDueDeliveries,
  findLostClaims,
  findNamed,
  giveUpDeliveries,
  type Recorded,
  recordDelivery,
  recordSends,
  renewClaims,
  renewLeases,
  requeueDelivery,
} from './delivery-store.ts';
import type { DialogDeps } from './deps.ts';
import { lockDialog } from './lock-store.ts';
import { findPausedChat, lockRefusals, noteTrouble } from './outbox-store.ts';
import { createOutboxes } from './outboxes.ts';
import { showNewest } from './preview-store.ts';
import { findMessage } from './read-dialogs.ts';
import { toChange } from './receive-message.ts';
import type { Place, Scope } from './scope.ts';
import { reopenAfterFailure, settleWithdrawn } from './withdraw-answers.ts';

type Outcome = Pick<DeliveryResult, 'state' | 'reason' | 'vendorId' | 'sentParts' | 'retryAt'> &
  Partial<Pick<DeliveryResult, 'unsureSince' | 'share'>>;

/**
 * What a send says of its channel: it works, it cannot send (and nothing of it may leave before `heldUntil`, or before
 * it is repaired), or nothing. `isOfSecondChat`: it says so only where another chat waits for the same reason already;
 * alone it is the limit of its own chat, and the message waits.
 */
export type ChannelSign =
  | 'works'
  | { reason: string; heldUntil: Date | null; isClosed: boolean; isOfSecondChat?: boolean }
  | null;

/** What a platform answered is known here alone: it is not given up because the database restarts. */
const RECORD_FOR_MS = 60_000;
/** A message that could not be sent for so long is no longer of use to the customer as it is. */
const GIVE_UP_AFTER_MS = limits.sendingHours * 3_600_000;
const GIVE_UP_BATCH = 200;
/** After a start or a jump of time everything gets its tries first: longer than the longest pause between two. */
const TRY_FIRST_MS = 600_000;
/** Between two runs of giving up so much time does not pass: it was a start, a standstill or a jump. */
const MAX_GAP_MS = 1_800_000;
/** The owner took the channel away: there is nothing that a person could do in the dialog. */
const UNLINKED = 'channel_unlinked';

/** Nothing of it left: back to the queue. */
export const UNSENT = {
  ...{ state: 'queued' as const, reason: null, vendorId: null },
  ...{ sentParts: [], retryAt: null, channel: null },
};

/** The part of the door that hands out what is to be sent, and writes how it ended. */
export function createDeliveries(deps: DialogDeps, scope: Scope) {
  const { pool } = deps;
  const now = () => deps.sharedClock.now();
  const mine = () => ({ owner: deps.nodeId, now: now() });
  const { held } = scope;
  const outboxes = createOutboxes(deps);
  const hasTriedFirst = watchSteadyTime();
  const recordSend = createSendRecorder(deps);
  return {
    ...outboxes,
    claimDelivery: (input: { accountId: string; dialogId: string }) => claimNext(deps, scope, input),
    /** Writes how a send ended and what it says of its channel; tells whether more of the dialog waits to be sent. */
    async recordDelivery(
      delivery: Claimed,
      { channel, unsureSince = null, share = null, ...outcome }: Outcome & { channel: ChannelSign },
    ): Promise<{ hasMore: boolean }> {
      const { accountId, dialogId, channelId, seq, attempt, messageId } = delivery;
      const result = { ...outcome, unsureSince, share, accountId, dialogId, channelId, seq, attempt };
      const hasArrived = isSent(result, channel);
      const recorded = await whileRecording(scope, { dialogId, messageId, hasArrived }, () =>
        retryUnavailable({ clock: deps.sharedClock, forMs: RECORD_FOR_MS }, () =>
          hasArrived ? recordSend(result) : record(deps, { delivery, result, channel }),
        ),
      );
      if (recorded) scope.changes.emit(toChange({ ...delivery, version: recorded.version }));
      if (recorded?.isTroubled && channel === 'works') await outboxes.noteWorking({ accountId, channelId });
      return { hasMore: recorded?.hasMore ?? true };
    },
    /** Sends whose process died. The caller knows whether a repeat is harmless, and records what became of them. */
    findLostClaims: (limit: number) => findLost(deps, scope, limit),
    /** At the start of a node: what its earlier process held is free at once. */
    async abandonClaims(): Promise<void> {
      await abandonClaims.run(pool, mine());
      await abandonLeases.run(pool, { owner: deps.nodeId });
    },
    async renewClaims(): Promise<void> {
      await renewClaims.run(pool, { ...mine(), messageIds: [...held.messages] });
      await renewLeases.run(pool, { ...mine(), dialogIds: [...held.dialogs] });
    },
    findDueDeliveries: (limit: number) => findDueDeliveries.all(pool, { now: now(), limit }),
    async closeDelivery(input: { accountId: string; dialogId: string; reason: string }): Promise<void> {
      const rows = await withTransaction(pool, async (tx) => {
        const closed = await closeDialogDelivery.all(tx, input);
        for (const { messageId, ...place } of closed)
          if (messageId !== null) await publishEnd(deps, tx, { ...input, ...place, messageId, state: 'rejected' });
        return closed;
      });
      for (const place of rows.slice(0, 1)) scope.changes.emit(toChange({ ...input, ...place }));
    },
    /** Ends what could not be sent for hours; the dialogs wait for a person. */
    async giveUpDeliveries(): Promise<void> {
      if (!hasTriedFirst(now().getTime())) return;
      const before = new Date(now().getTime() - GIVE_UP_AFTER_MS);
      const ended = await withTransaction(pool, async (tx) => {
        const rows = await giveUpDeliveries.all(tx, { before, now: deps.clock.now(), limit: GIVE_UP_BATCH });
        for (const row of rows) await publishEnd(deps, tx, row);
        return rows;
      });
      const places = new Map(ended.map((place) => [place.dialogId, place]));
      for (const place of places.values()) scope.changes.emit(toChange(place));
    },
    retry: (place: Place & { messageId: string; userId: string }) => retryMessage(deps, scope, place),
    discard: (place: Place & { messageId: string }) => discardMessage(deps, scope, place),
  };
}

/** How those end that this process is recording is known: the database was away for longer than a claim lasts. */
async function findLost({ pool, sharedClock }: DialogDeps, { recording, unbegun }: Scope, limit: number) {
  // A record that ends while the claims are looked for may have come too late for them to see.
  const begun = new Set(recording.keys());
  const lost = await findLostClaims.all(pool, { now: sharedClock.now(), limit });
  return unbegun.mark(lost.filter(({ messageId }) => !begun.has(messageId) && !recording.has(messageId)));
}

/** Records the end of a send, and tells of one that the customer has: no answer has to wait for its row. */
async function whileRecording<Result>(
  { recording, held }: Scope,
  { dialogId, messageId, hasArrived }: { dialogId: string; messageId: string; hasArrived: boolean },
  write: () => Promise<Result>,
): Promise<Result> {
  if (hasArrived) recording.set(messageId, dialogId);
  try {
    return await write();
  } finally {
    recording.delete(messageId);
    held.messages.delete(messageId);
  }
}

/** Undefined as well for one whose commit was not confirmed yet: it is claimed again when that is settled, as a second attempt. */
async function claimNext(
  deps: DialogDeps,
  { unbegun, held }: Scope,
  input: { accountId: string; dialogId: string },
): Promise<ClaimedDelivery | undefined> {
  const delivery = await claimDelivery.first(deps.pool, { ...input, owner: deps.nodeId, now: deps.sharedClock.now() });
  if (!delivery) return undefined;
  if (unbegun.has(delivery)) {
    const { channel, ...unsent } = UNSENT;
    await record(deps, { delivery, result: { ...delivery, ...unsent, unsureSince: null, share: null }, channel });
    return undefined;
  }
  held.messages.add(delivery.messageId);
  return delivery;
}

export type Deliveries = ReturnType<typeof createDeliveries>;

const HOUR_MS = 3_600_000;

/** Where the customer last wrote before these times, the platform takes no free words. */
function windowStarts(window: ChannelDescriptor['window'], now: Date) {
  if (window === null) return { personSince: null, anyoneSince: null };
  const before = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
  return { personSince: before(window.personHours ?? window.hours), anyoneSince: before(window.hours) };
}

/** A person asks for another try of a message. */
async function retryMessage(
  deps: DialogDeps,
  scope: Scope,
  place: Place & { messageId: string; userId: string },
): Promise<{ message: Message; dialogId: string }> {
  const dialog = await scope.requireDialog(place);
  const key = { accountId: place.accountId, dialogId: dialog.id, messageId: place.messageId };
  const channel = await deps.channels.setup(place.channelId);
  const now = deps.sharedClock.now();
  const since = windowStarts(channel?.descriptor.window ?? null, now);
  const requeued = await withTransaction(deps.pool, async (tx) => {
    await lockDialog.first(tx, key);
    return await requeueDelivery.first(tx, { ...key, ...since, userId: place.userId, now });
  });
  if (requeued) scope.changes.emit(toChange({ ...place, version: requeued.version }));
  const found = await findMessage(deps, key);
  if (!found) throw new AppError('dialogs.message_not_found');
  if (!requeued) throw new AppError('dialogs.not_retryable');
  return { message: found.message, dialogId: dialog.id };
}

/** A person gives up a message of a person that did not arrive. */
async function discardMessage(deps: DialogDeps, scope: Scope, place: Place & { messageId: string }): Promise<Message> {
  const dialog = await scope.requireDialog(place);
  const key = { accountId: place.accountId, dialogId: dialog.id, messageId: place.messageId };
  const discarded = await withTransaction(deps.pool, async (tx) => {
    await lockDialog.first(tx, key);
    const row = await discardDelivery.first(tx, key);
    if (row) await showNewest(tx, key);
    return row;
  });
  if (discarded) scope.changes.emit(toChange({ ...place, version: discarded.version }));
  const found = await findMessage(deps, key);
  if (!found) throw new AppError('dialogs.message_not_found');
  if (!discarded) throw new AppError('dialogs.not_discardable');
  return found.message;
}

/** Asked at every run of giving up: whether time has passed steadily for so long that all that waits was tried. */
function watchSteadyTime(): (now: number) => boolean {
  let last = Number.NEGATIVE_INFINITY;
  let steadySince = last;
  return (now) => {
    if (now - last > MAX_GAP_MS) steadySince = now;
    last = now;
    return now - steadySince >= TRY_FIRST_MS;
  };
}

const isSent = ({ state }: DeliveryResult, channel: ChannelSign): boolean =>
  state === 'sent' && (channel === null || channel === 'works');

/** The customer has the message: texts that come and answers that wait go first. The next answer to the same customer comes later than this. */
const RECORDS_YIELD_MS = 6;

/** Records what was sent: one statement, for many at once under load. */
function createSendRecorder({
  pool,
  lateCommits,
  clock,
  sharedClock,
}: DialogDeps): (sent: DeliveryResult) => Promise<Recorded | undefined> {
  return createCallGroup<DeliveryResult, Recorded | undefined>({
    pool,
    yieldsMs: RECORDS_YIELD_MS,
    clock: sharedClock,
    together(sends) {
      const plain = sends.map(({ accountId, dialogId, channelId, seq, attempt, vendorId }) => ({
        ...{ accountId, dialogId, channelId, seq, attempt },
        vendorId: vendorId ?? '',
      }));
      return lateCommits.noteAfter(recordSends(pool, plain));
    },
    alone: (sent) => recordDelivery.first(pool, { ...sent, callsPerson: false, now: clock.now() }),
    isPlain: ({ vendorId, sentParts, share }) =>
      share === null && vendorId !== null && sentParts.length === 1 && sentParts[0] === vendorId,
  });
}

/**
 * A hold is visible to all nodes as soon as the message that brought it is no longer claimed; what is given up is an
 * event for other domains; what is withdrawn leaves its questions without an answer.
 */
async function record(
  deps: DialogDeps,
  { delivery, result: told, channel }: { delivery: Claimed; result: DeliveryResult; channel: ChannelSign },
): Promise<Recorded | undefined> {
  const { clock, pool } = deps;
  const { accountId, channelId } = told;
  const writtenAt = { callsPerson: told.reason !== UNLINKED, now: clock.now() };
  const isTrouble = channel !== null && channel !== 'works';
  const comeBackAt = await comeBackTime(deps, channelId);
  return await withTransaction(pool, async (tx) => {
    if (isTrouble) await noteSign(deps, tx, { channel, accountId, channelId, dialogId: told.dialogId });
    const result = await withReceipt(tx, told);
    const recorded = await recordDelivery.first(tx, { ...result, ...writtenAt });
    const { state } = result;
    if (recorded && isGivenUp(state)) await publishEnd(deps, tx, { ...delivery, ...result, state });
    if (recorded?.withdrawnBy)
      await settleWithdrawn(deps, tx, { ...result, ...recorded, reason: recorded.withdrawnBy, comeBackAt });
    else if (recorded && (state === 'retry' || state === 'queued')) await reopenAfterFailure(tx, deps, result);
    return recorded;
  });
}

/** The answer was lost or said that it failed, and the platform has brought our own number back meanwhile: it was taken. */
async function withReceipt(tx: PoolClient, told: DeliveryResult): Promise<DeliveryResult> {
  if (told.state !== 'unknown' && told.state !== 'retry') return told;
  const { vendorId = null } = (await findNamed.first(tx, told)) ?? {};
  // One that the send named itself says nothing of the parts that it did not.
  if (vendorId === null || told.sentParts.includes(vendorId)) return told;
  const sentParts = [...told.sentParts, vendorId];
  return { ...told, state: 'sent', reason: null, vendorId, sentParts, retryAt: null, unsureSince: null };
}

type Sign = { accountId: string; channelId: string; dialogId: string; channel: Exclude<ChannelSign, 'works' | null> };

async function noteSign({ sharedClock }: DialogDeps, tx: PoolClient, { channel, ...place }: Sign): Promise<void> {
  const { isOfSecondChat, ...trouble } = channel;
  const { accountId, channelId, dialogId } = place;
  const now = sharedClock.now();
  if (isOfSecondChat) {
    // Who waits for the dialog holds nobody else up.
    await lockDialog.first(tx, { accountId, dialogId });
    // Of two that are refused at the same time, one is recorded after the other and sees it.
    await lockRefusals.first(tx, { accountId, channelId });
    if (!(await findPausedChat.first(tx, { accountId, channelId, dialogId, reason: channel.reason, now }))) return;
  }
  await noteTrouble.run(tx, { ...trouble, accountId, channelId, now });
}

type GivenUp = 'rejected' | 'unknown';
const isGivenUp = (state: DeliveryResult['state']): state is GivenUp => state === 'rejected' || state === 'unknown';

type End = Pick<Claimed, 'accountId' | 'dialogId' | 'channelId' | 'chatId' | 'messageId'> & {
  state: GivenUp;
  reason: string | null;
};

async function publishEnd({ events }: DialogDeps, tx: PoolClient, end: End): Promise<void> {
  const { accountId, dialogId, channelId, chatId, messageId, state, reason } = end;
  await events.publish(tx, 'delivery.given-up', { accountId, dialogId, channelId, chatId, messageId, state, reason });
}
