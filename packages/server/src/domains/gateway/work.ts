import { createKeyedQueue } from '../../platform/queue/keyed-queue.ts';
import { sleep } from '../../platform/time/clock.ts';
import type { AcceptedMessage, ClaimedDelivery } from '../dialogs/index.ts';
import { deliverDialog, giveBackClaim } from './deliver-dialog.ts';
import type { GatewayDeps } from './deps.ts';
import type { Effects } from './ingest-event.ts';
import { createTurnPasser } from './pass-turns.ts';
import { createEventReader } from './read-events.ts';
import { trackWork } from './track-work.ts';

const DELIVER_WIDTH = 64;
const DELIVER_CAPACITY = 20_000;
/** A send that takes longer than this at a stop is left: its row says `unknown` after the next start. */
const STOP_MS = 6000;

type DialogId = { accountId: string; dialogId: string };
type ChatPlace = { accountId: string; channelId: string; chatId: string };

/** The work of this process in memory: a hint to be quick. The rows are the truth, and the sweep finds what is lost here. */
export function createWork(deps: GatewayDeps) {
  const retries = new Map<string, () => void>();
  /** Claimed for sending, and the send has not begun. */
  const unsent = new Map<string, ClaimedDelivery>();
  const onError = (error: unknown) =>
    deps.log.error({ err: error }, 'work of the gateway failed; the sweep will take it up');
  const deliveries = createKeyedQueue({ width: DELIVER_WIDTH, capacity: DELIVER_CAPACITY, onError });
  const turns = createTurnPasser(deps, onError);
  /** Of sends that the customer has: their dialogs go on meanwhile. */
  const records = trackWork(onError);
  let isStopped = false;

  /** Back to the queue: nobody sends it now, and a claim that runs out would be shown as "perhaps sent". */
  async function giveBack(claimed: ClaimedDelivery): Promise<void> {
    unsent.delete(claimed.messageId);
    await giveBackClaim(deps, claimed).catch(onError);
  }

  async function goOn(input: DialogId, record: Promise<{ hasMore: boolean }>): Promise<void> {
    if ((await record).hasMore && !isStopped) deliver(input);
  }

  function deliver(input: DialogId, claimed?: ClaimedDelivery): void {
    reader.rush.answer();
    retries.get(input.dialogId)?.();
    retries.delete(input.dialogId);
    if (claimed) unsent.set(claimed.messageId, claimed);
    const send = async () => {
      if (claimed) unsent.delete(claimed.messageId);
      const recordLater = (record: Promise<{ hasMore: boolean }>) => records.add(goOn(input, record));
      const retryAt = await deliverDialog(deps, { ...input, claimed, isStopping: () => isStopped, recordLater });
      // As many may be sent and not recorded as may be under way.
      if (records.size() >= DELIVER_WIDTH) await records.idle();
      if (retryAt === null || isStopped) return;
      const waitMs = retryAt.getTime() - deps.sharedClock.now().getTime();
      retries.set(
        input.dialogId,
        deps.sharedClock.after(waitMs, () => deliver(input)),
      );
    };
    const isTaken = deliveries.push(input.dialogId, send, input.accountId);
    if (!isTaken && claimed) void giveBack(claimed);
  }

  const reader = createEventReader(deps, { deliver, pass: turns.pass, onError });

  return {
    ...reader,
    deliver,
    /** Whether a send in this dialog would begin at once. */
    canSendNow: (dialogId: string): boolean => deliveries.isFree(dialogId),
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
    onError,
    async idle(): Promise<void> {
      await reader.idle();
      await turns.idle();
      while (deliveries.size() + records.size() > 0) await Promise.all([deliveries.idle(), records.idle()]);
    },
    /** Ends what runs and parks the rest in its rows. */
    async stop(): Promise<void> {
      isStopped = true;
      for (const cancel of retries.values()) cancel();
      const sent = deliveries.stop().then(records.idle);
      const ended = Promise.all([reader.stop(), sent, turns.idle(), ...[...unsent.values()].map(giveBack)]);
      await Promise.race([ended, sleep({ clock: deps.sharedClock, ms: STOP_MS })]);
    },
  };
}
