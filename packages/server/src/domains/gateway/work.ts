import pLimit from 'p-limit';
import { createKeyedQueue } from '../../platform/queue/keyed-queue.ts';
import { sleep } from '../../platform/time/clock.ts';
import type { AcceptedMessage, ClaimedDelivery } from '../dialogs/index.ts';
import { deliverDialog, giveBackClaim } from './deliver-dialog.ts';
import type { GatewayDeps } from './deps.ts';
import { createTextReader, type Effects, ingestEvent, type ReadEvent } from './ingest-event.ts';
import { createTurnPasser } from './pass-turns.ts';
import type { WaitingEvent } from './store.ts';

/** As many texts as one statement stores. */
const INGEST_WIDTH = 50;
/** Of these, what takes a connection for itself. */
const INGEST_CONNECTIONS = 8;
const DELIVER_WIDTH = 64;
const QUEUE_CAPACITY = 20_000;
/** A send that takes longer than this at a stop is left: its row says `unknown` after the next start. */
const STOP_MS = 6000;

type ChatPlace = { accountId: string; channelId: string; chatId: string };

/** The work of this process in memory: a hint to be quick. The rows are the truth, and the sweep finds what is lost here. */
export function createWork(deps: GatewayDeps) {
  const retries = new Map<string, () => void>();
  /** Claimed for sending, and the send has not begun. */
  const unsent = new Map<string, ClaimedDelivery>();
  const onError = (error: unknown) =>
    deps.log.error({ err: error }, 'work of the gateway failed; the sweep will take it up');
  const onIngestError = (error: unknown) => {
    isInterrupted = true;
    onError(error);
  };
  const ingests = createKeyedQueue({ width: INGEST_WIDTH, capacity: QUEUE_CAPACITY, onError: onIngestError });
  const deliveries = createKeyedQueue({ width: DELIVER_WIDTH, capacity: QUEUE_CAPACITY, onError });
  const amongFew = pLimit(INGEST_CONNECTIONS);
  const readText = createTextReader({ ...deps, amongFew });
  const turns = createTurnPasser(deps, onError);
  let isStopped = false;
  let isInterrupted = false;

  /** Back to the queue: nobody sends it now, and a claim that runs out would be shown as "perhaps sent". */
  async function giveBack(claimed: ClaimedDelivery): Promise<void> {
    unsent.delete(claimed.messageId);
    await giveBackClaim(deps, claimed).catch(onError);
  }

  function deliver(input: { accountId: string; dialogId: string }, claimed?: ClaimedDelivery): void {
    retries.get(input.dialogId)?.();
    retries.delete(input.dialogId);
    if (claimed) unsent.set(claimed.messageId, claimed);
    const isTaken = deliveries.push(input.dialogId, async () => {
      if (claimed) unsent.delete(claimed.messageId);
      const retryAt = await deliverDialog(deps, { ...input, claimed, isStopping: () => isStopped });
      if (retryAt === null || isStopped) return;
      const waitMs = retryAt.getTime() - deps.sharedClock.now().getTime();
      retries.set(
        input.dialogId,
        deps.sharedClock.after(waitMs, () => deliver(input)),
      );
    });
    if (!isTaken && claimed) void giveBack(claimed);
  }

  return {
    deliver,
    /** Whether a send in this dialog would begin at once. */
    canSendNow: (dialogId: string): boolean => deliveries.isFree(dialogId),
    /** Reads an event in the order of its chat. A full queue refuses it; the sweep finds its row. */
    ingest(event: WaitingEvent, read?: ReadEvent): void {
      ingests.push(`${event.channelId} ${event.chatId}`, async () => {
        for (const due of await ingestEvent({ ...deps, deliver, readText, amongFew }, event, read)) turns.pass(due);
      });
    },
    /** Whether nothing of the chat of this event waits to be read. */
    canIngestNow: ({ channelId, chatId }: WaitingEvent): boolean => ingests.isFree(`${channelId} ${chatId}`),
    answerRoom: turns.room,
    answerThrough: turns.answerThrough,
    /** Tells what came of a message that was stored as it was accepted, and has it answered. */
    finish({ changes, due }: Effects, accepted: AcceptedMessage): void {
      for (const change of changes) deps.dialogs.publishChange(change);
      for (const one of due) turns.passStored(one, accepted);
    },
    /** What was claimed by a statement whose reply was lost goes back, if it was. */
    forgetClaims(places: ChatPlace[], claimedAt: Date): void {
      void deps.dialogs.dropLostClaims(places, claimedAt).catch(onError);
    },
    /** Whether events were left unread because the database could not serve; until `resumed`. */
    wasInterrupted: () => isInterrupted,
    resumed(): void {
      isInterrupted = false;
    },
    onError,
    async idle(): Promise<void> {
      await ingests.idle();
      await turns.idle();
      await deliveries.idle();
    },
    /** Ends what runs and parks the rest in its rows. */
    async stop(): Promise<void> {
      isStopped = true;
      for (const cancel of retries.values()) cancel();
      const stopped = [ingests.stop(), deliveries.stop(), turns.idle()];
      const ended = Promise.all([...stopped, ...[...unsent.values()].map(giveBack)]);
      await Promise.race([ended, sleep({ clock: deps.sharedClock, ms: STOP_MS })]);
    },
  };
}
