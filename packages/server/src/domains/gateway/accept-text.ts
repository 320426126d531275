import type { InboundEvent } from '../../connectors/port.ts';
import { createCallGroup } from '../../platform/database/call-group.ts';
import { unavailableReason } from '../../platform/database/database-errors.ts';
import type { LiveChannel } from '../channels/index.ts';
import type { AcceptedMessage, StoredMessage } from '../dialogs/index.ts';
import type { GatewayDeps } from './deps.ts';
import { storeMessage } from './ingest-event.ts';
import { type ArrivingText, acceptTexts, insertEvents, type TextMessage, toText, type WaitingEvent } from './store.ts';
import { findNoticeWord } from './take-notice-chat.ts';
import type { createWork } from './work.ts';

type CustomerMessage = Extract<InboundEvent, { kind: 'message' }>;

/** An event that is a plain text of a customer, in a channel that can be read. */
export type PlainText = { channel: LiveChannel; message: CustomerMessage; event: WaitingEvent; sweepAt: Date };

type ChatPlace = Pick<WaitingEvent, 'channelId' | 'chatId'>;

/** `repeat`: it is here already; `kept`: it is stored and left to be read; else the message is stored as well. */
type Outcome = 'repeat' | 'kept' | AcceptedMessage;

/** The message of events that are one plain text of a customer; what else they are is read after they are stored. */
export function findPlainText(channel: LiveChannel, events: InboundEvent[]): CustomerMessage | undefined {
  const [message, ...others] = events;
  if (message?.kind !== 'message' || others.length > 0) return undefined;
  if (message.isOwn || message.attachments.length > 0 || message.text === '') return undefined;
  return findNoticeWord(channel, events) === undefined ? message : undefined;
}

const isRead = (outcome: Outcome | undefined): outcome is AcceptedMessage => typeof outcome === 'object';

function toStored({
  dialogId,
  seq,
  version,
  isNew,
  isNameless,
  answerDueAt,
}: AcceptedMessage): StoredMessage | undefined {
  if (dialogId === null || seq === null || version === null) return undefined;
  return { dialogId, seq, version, isNew: isNew === true, isNameless: isNameless === true, answerDueAt };
}

/**
 * Nearly all that customers send is a plain text to a dialog that is there: its event, the message and the claim of its
 * answer are one statement, for all that arrive at the same time. What that statement leaves is stored as an event and read
 * afterwards, like everything else.
 */
export function createTextAcceptor(deps: GatewayDeps, work: ReturnType<typeof createWork>) {
  const { pool, lateCommits, sharedClock } = deps;
  /** Chats of which something is on its way: what comes next in the same chat waits for it. */
  const arriving = new Map<string, Promise<unknown>>();
  /** The newest statement that did not wait for the disk. */
  let newestLate = 0;
  /** What this process has accepted is on the disk. */
  const reachedDisk = () => lateCommits.reached(newestLate);
  /** So is what a repeat repeats: whoever committed it, another node as well, a commit that begins now takes it along. */
  const repeatedReachedDisk = () => lateCommits.reached(lateCommits.note());

  async function acceptTogether(texts: ArrivingText[]): Promise<Outcome[]> {
    const claimedAt = sharedClock.now();
    const room = work.answerRoom();
    const messages = texts.map((text, place) => ({ ...text, claimer: place < room ? deps.nodeId : null, claimedAt }));
    // What answers bring to the disk all the time takes this along; the platform is told when it is there.
    const isLate = lateCommits.isCarried();
    try {
      const accepted = await acceptTexts(pool, { messages, isLate });
      if (isLate) newestLate = lateCommits.note();
      return accepted.map(toOutcome);
    } catch (error) {
      // Where the reply was lost, what was claimed waits for nobody.
      if (unavailableReason(error) !== undefined) work.forgetClaims(messages.slice(0, room), claimedAt);
      throw error;
    }
  }

  const accept = createCallGroup<ArrivingText, Outcome>({
    pool,
    together: acceptTogether,
    alone: async ({ receivedAt: now, orderKey: chatId, payload, ...event }) => {
      const kept = await insertEvents(pool, [{ ...event, chatId, payload: JSON.parse(payload), now }]);
      return kept.length > 0 ? 'kept' : 'repeat';
    },
    clock: sharedClock,
  });

  async function readNow(text: PlainText): Promise<{ stored: number }> {
    const { channel, message, event, sweepAt } = text;
    const { chatId: orderKey, receivedAt } = event;
    const payload = toText(event.payload);
    let outcome: Outcome | undefined;
    async function readText(row: TextMessage): Promise<StoredMessage | undefined> {
      outcome = await accept({ ...row, orderKey, payload, receivedAt, sweepAt });
      return isRead(outcome) ? toStored(outcome) : undefined;
    }
    const context = { deps: { ...deps, readText, deliver: work.deliver }, channel, event };
    const effects = await storeMessage(context, message).catch(async (error: unknown) => {
      if (outcome !== undefined || unavailableReason(error) !== undefined) throw error;
      // It cannot be read, which is counted and told when it is tried again.
      const kept = await insertEvents(pool, [{ ...event, now: receivedAt, sweepAt }]);
      outcome = kept.length > 0 ? 'kept' : 'repeat';
      return undefined;
    });
    if (outcome === 'repeat') return { stored: 0 };
    if (isRead(outcome) && effects) work.finish(effects, outcome);
    else work.ingest(event, { channel, parsed: [message] });
    return { stored: 1 };
  }

  /** What comes first in a chat is stored first: one of each chat at a time. */
  async function inTurn<Result>(places: ChatPlace[], store: () => Promise<Result>): Promise<Result> {
    const keys = [...new Set(places.filter(({ chatId }) => chatId !== '').map(keyOf))];
    const before = keys.flatMap((key) => arriving.get(key) ?? []);
    const stored = before.length === 0 ? store() : Promise.allSettled(before).then(store);
    for (const key of keys) arriving.set(key, stored);
    try {
      return await stored;
    } finally {
      for (const key of keys) if (arriving.get(key) === stored) arriving.delete(key);
    }
  }

  return {
    /** Whether nothing older of its chat waits here to be read. */
    isFree: (event: WaitingEvent): boolean => work.canIngestNow(event),
    /** Of two of one chat in one statement only one would be stored. */
    async accept(text: PlainText): Promise<{ stored: number }> {
      const stored = await inTurn([text.event], () => readNow(text));
      await (stored.stored > 0 ? reachedDisk() : repeatedReachedDisk());
      return stored;
    },
    inTurn,
    repeatedReachedDisk,
  };
}

function toOutcome(row: AcceptedMessage | undefined): Outcome {
  if (row === undefined) return 'repeat';
  return row.dialogId === null ? 'kept' : row;
}

const keyOf = ({ channelId, chatId }: ChatPlace): string => `${channelId} ${chatId}`;
