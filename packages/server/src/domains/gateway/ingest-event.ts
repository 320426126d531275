import type { LimitFunction } from 'p-limit';
import type { PoolClient } from 'pg';
import type { InboundEvent } from '../../connectors/port.ts';
import { createCallGroup } from '../../platform/database/call-group.ts';
import { unavailableReason } from '../../platform/database/database-errors.ts';
import { isUniqueViolation } from '../../platform/database/queryable.ts';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import { ChannelSecretsError, type LiveChannel, SECRETS_DAMAGED } from '../channels/index.ts';
import type { AnswerDue, Changed, DialogChange, StoredMessage, StoreMessage } from '../dialogs/index.ts';
import {
  answerDueAt,
  comeBackAt,
  decideLaterSilence,
  decideSilence,
  isOpening,
  markUnsupported,
} from './decide-silence.ts';
import type { GatewayDeps } from './deps.ts';
import { askForProfile } from './load-profile.ts';
import { DAMAGED_PAUSE_MS, noteDamage } from './note-damage.ts';
import {
  findOlderEvents,
  findUnread,
  lockEvent,
  openTexts,
  postponeChannel,
  postponeEvent,
  type ReadText,
  readTextMessage,
  readTexts,
  settleEvent,
  type TextMessage,
  type WaitingEvent,
} from './store.ts';
import { takeNoticeChat } from './take-notice-chat.ts';

const MAX_ATTEMPTS = 8;
const ECHO_PAUSE_MS = 500;

/** What reading an event left to do after its commit. */
export type Effects = { changes: DialogChange[]; due: AnswerDue[]; unsent: DialogPlace[]; account?: AccountNews };

/** A dialog in which something waits to be sent. */
type DialogPlace = { accountId: string; dialogId: string };

/** What the platform says of the account itself. */
type AccountNews = Extract<InboundEvent, { kind: 'account' }>;

/** `readText`: stores a plain text, together with those of other chats that wait. */
type StoreDeps = GatewayDeps & {
  readText(message: TextMessage): Promise<StoredMessage | undefined>;
  deliver(place: DialogPlace): void;
};
/** `amongFew`: runs what takes a connection for itself. */
export type IngestDeps = StoreDeps & { amongFew: LimitFunction };

/** Texts of many chats are stored by one statement, those that open dialogs by another; what is not plain enough for it by itself. */
export function createTextReader({
  pool,
  sharedClock: clock,
  amongFew,
}: Pick<IngestDeps, 'pool' | 'sharedClock' | 'amongFew'>): IngestDeps['readText'] {
  const alone = (message: TextMessage) => amongFew(() => readTextMessage.first(pool, message));
  const open = createCallGroup<TextMessage, StoredMessage | undefined>({
    pool,
    together: (messages) => openTexts(pool, messages),
    alone,
    clock,
  });
  const read = createCallGroup<TextMessage, ReadText | undefined>({
    pool,
    together: (messages) => readTexts(pool, messages),
    alone,
    clock,
  });
  return async (message) => {
    const found = await read(message);
    return found === 'opening' ? await open(message) : found;
  };
}

type Context<Deps = StoreDeps> = {
  deps: Deps;
  channel: LiveChannel;
  event: WaitingEvent;
};

const toEffects = (changed: Changed | undefined): Effects => ({
  changes: changed ? [changed.change] : [],
  due: changed?.due ? [changed.due] : [],
  unsent: changed?.unsent ? [changed.unsent] : [],
});

type CustomerMessage = Extract<InboundEvent, { kind: 'message' }>;

/** Stores a customer's message with its media jobs; `tx` unless one statement is all there is. Undefined: not stored. */
export async function storeMessage(
  { deps, channel, event }: Context,
  inbound: CustomerMessage,
  tx?: PoolClient,
): Promise<Effects | undefined> {
  const { accountId, channelId, eventId } = event;
  const message = markUnsupported(inbound);
  const silence = decideSilence({ message, settings: channel.settings });
  const input = {
    accountId,
    channelId,
    message,
    silence,
    laterSilence: decideLaterSilence(message),
    isOpening: isOpening(message),
    dueAt: answerDueAt({ receivedAt: event.receivedAt, settings: channel.settings, isAlbum: message.albumId !== null }),
    comeBackAt: comeBackAt({ receivedAt: event.receivedAt, settings: channel.settings }),
    isMediaStored: channel.connector.fetchMedia === undefined,
    // Each recording costs the host: only what asks for an answer is turned into words.
    isHeard: deps.speechJobs !== undefined && silence === null,
    isNamedLater: channel.connector.fetchProfile !== undefined,
  };
  const askWhoIsThere = async ({ isNameless }: { isNameless: boolean }) => {
    const person = { accountId, channelId, chatId: message.chat.id, senderId: message.sender.id };
    if (isNameless && input.isNamedLater) await askForProfile(deps.profileJobs, person, tx && { tx });
  };
  if (!tx) {
    const store: StoreMessage = (_db, row) => deps.readText({ ...row, eventId });
    const received = await deps.dialogs.receiveMessage(deps.pool, input, store);
    // Lost with the process, it is asked at the next message.
    if (received)
      await askWhoIsThere(received).catch((error: unknown) =>
        deps.log.warn({ err: error, channelId, eventId }, 'the name of a customer could not be asked for'),
      );
    return received && toEffects(received);
  }
  const received = await deps.dialogs.receiveMessage(tx, input);
  if (!received) return undefined;
  await askWhoIsThere(received);
  const { dialogId, seq } = received;
  const place = { accountId, channelId, chatId: message.chat.id, dialogId, seq };
  const jobs = received.media.map((item) => ({ ...item, ...place }));
  await deps.mediaJobs.enqueueAll(jobs, { tx });
  if (jobs.some(({ isHeard }) => isHeard)) await deps.dialogs.waitForWords(tx, { accountId, dialogId });
  return toEffects(received);
}

/** The platform says so itself: nothing more is tried until the channel is repaired, or the platform says that it is. */
async function noteAccount(
  deps: GatewayDeps,
  { accountId, channelId }: WaitingEvent,
  { isWorking, reason }: AccountNews,
): Promise<void> {
  if (!isWorking) await deps.dialogs.closeOutbox({ accountId, channelId, reason });
  await deps.channels.mark({ accountId, id: channelId, reason: isWorking ? null : reason });
}

/** A message of our side came while one of ours is under way there: only its answer tells whether it is that one. */
class EarlyEchoError extends Error {}

/** Applies one thing that happened on the platform. */
async function applyEvent(tx: PoolClient, context: Context, inbound: InboundEvent): Promise<Effects> {
  const { deps, event } = context;
  const origin = { accountId: event.accountId, channelId: event.channelId };
  switch (inbound.kind) {
    case 'message':
      if (inbound.isOwn) {
        const changed = await deps.dialogs.receiveOwnMessage(tx, { ...origin, message: inbound });
        if (changed === 'early') throw new EarlyEchoError();
        return toEffects(changed);
      }
      return (await storeMessage(context, inbound, tx)) ?? toEffects(undefined);
    case 'receipt':
      return toEffects(await deps.dialogs.receiveReceipt(tx, { ...origin, receipt: inbound }));
    case 'account':
      return { ...toEffects(undefined), account: inbound };
    case 'opened':
    case 'ignored':
      return toEffects(undefined);
    default: {
      const { settings, descriptor } = context.channel;
      const text = inbound.kind === 'edit' ? deps.answerEdit({ text: inbound.text, settings }) : null;
      const call = text === null ? null : { text, isPushed: descriptor.delivery === 'push' };
      return toEffects(await deps.dialogs.applySideEvent(tx, { ...origin, event: inbound, call }));
    }
  }
}

async function readInTransaction(context: Context, events: InboundEvent[]): Promise<Effects | undefined> {
  return await withTransaction(context.deps.pool, async (tx) => {
    const { accountId, channelId, eventId } = context.event;
    if (!(await lockEvent(tx, context.event))) return undefined;
    const effects: Effects = { changes: [], due: [], unsent: [] };
    for (const inbound of events) {
      const applied = await applyEvent(tx, context, inbound);
      effects.changes.push(...applied.changes);
      effects.due.push(...applied.due);
      effects.unsent.push(...applied.unsent);
      if (applied.account) effects.account = applied.account;
    }
    const note = events.find((inbound) => inbound.kind === 'ignored')?.reason;
    // What a platform changed in its payloads is kept and told in the log: a repaired connector can read it again.
    const isUnreadable = note === 'unreadable';
    if (isUnreadable) context.deps.log.warn({ channelId, eventId }, 'an event of a platform could not be understood');
    await settleEvent.run(tx, { accountId, channelId, eventId, state: isUnreadable ? 'failed' : 'done', note });
    return effects;
  });
}

/** A plain text message is read by one statement; everything else takes a transaction. Undefined: settled, or not the next one. */
async function read(context: Context<IngestDeps>, events: InboundEvent[]): Promise<Effects | undefined> {
  const [first] = events;
  const isPlain = events.length === 1 && first?.kind === 'message' && !first.isOwn && first.attachments.length === 0;
  return isPlain
    ? await storeMessage(context, first)
    : await context.deps.amongFew(() => readInTransaction(context, events));
}

async function handleFailure(deps: GatewayDeps, event: WaitingEvent, error: unknown): Promise<void> {
  const { accountId, channelId, eventId, attempt } = event;
  const key = { accountId, channelId, eventId };
  if (error instanceof EarlyEchoError) {
    const nextAt = new Date(deps.sharedClock.now().getTime() + ECHO_PAUSE_MS);
    await postponeEvent.run(deps.pool, { ...key, counted: 0, nextAt, note: 'early_echo' });
    return;
  }
  if (error instanceof ChannelSecretsError) {
    const nextAt = new Date(deps.sharedClock.now().getTime() + DAMAGED_PAUSE_MS);
    // One by one, thousands of them would be tried at every sweep, and everybody else's would wait behind.
    await postponeChannel.run(deps.pool, { accountId, channelId, nextAt, note: SECRETS_DAMAGED });
    await noteDamage(deps, event, error);
    return;
  }
  if (isUniqueViolation(error)) {
    await settleEvent.run(deps.pool, { ...key, state: 'done', note: 'duplicate' });
    return;
  }
  // Not a fault of the event: the sweep takes it up, and no attempt is counted.
  if (unavailableReason(error) !== undefined) throw error;
  deps.log.error({ err: error, channelId, eventId, attempt }, 'an event could not be ingested');
  if (attempt + 1 >= MAX_ATTEMPTS) {
    await settleEvent.run(deps.pool, { ...key, state: 'failed', note: 'error' });
    return;
  }
  const waitMs = Math.min(60_000, 500 * 2 ** attempt);
  await postponeEvent.run(deps.pool, {
    ...key,
    counted: 1,
    nextAt: new Date(deps.sharedClock.now().getTime() + waitMs),
    note: 'error',
  });
}

/** What acceptance found out already: the channel as it was then, and the parsed payload. */
export type ReadEvent = { channel: LiveChannel; parsed: InboundEvent[] };

/**
 * Reads one event; undefined when it was settled already, or older ones of its chat come first.
 * 'parked': it stays the next one of its chat, and nothing after it can be read now.
 */
async function readOnce(
  deps: IngestDeps,
  event: WaitingEvent,
  known: ReadEvent | undefined,
): Promise<AnswerDue[] | 'parked' | undefined> {
  try {
    const channel = known?.channel ?? (await deps.channels.live(event.channelId));
    if (!channel) {
      const { accountId, channelId, eventId } = event;
      await settleEvent.run(deps.pool, { accountId, channelId, eventId, state: 'failed', note: 'channel_unlinked' });
      return [];
    }
    const parsed = known?.parsed ?? channel.connector.parse(event.payload, channel.self);
    if (await takeNoticeChat({ deps, channel, event }, parsed)) return [];
    const effects = await read({ deps, channel, event }, parsed);
    if (effects?.account) await noteAccount(deps, event, effects.account);
    for (const change of effects?.changes ?? []) deps.dialogs.publishChange(change);
    for (const place of effects?.unsent ?? []) deps.deliver(place);
    return effects?.due;
  } catch (error) {
    await handleFailure(deps, event, error);
    return error instanceof ChannelSecretsError ? 'parked' : [];
  }
}

/**
 * Turns one stored raw event into dialogs and messages, once; gives the answers that are due by it. Older unread events
 * of its chat are read before it, whoever accepted them: a customer's next message never overtakes an acknowledged one.
 * `known` saves a second parse and lookup. Throws when the database cannot serve.
 */
export async function ingestEvent(deps: IngestDeps, event: WaitingEvent, known?: ReadEvent): Promise<AnswerDue[]> {
  const { accountId, channelId, eventId } = event;
  const due: AnswerDue[] = [];
  for (;;) {
    const done = await readOnce(deps, event, known);
    if (done) return done === 'parked' ? due : [...due, ...done];
    const older = await findOlderEvents(deps.pool, event);
    // Another node, or this one's sweep, settled this one, or only those before it: then its turn has come.
    if (older.length === 0 && !(await findUnread.first(deps.pool, { accountId, channelId, eventId }))) return due;
    for (const one of older) {
      const before = await readOnce(deps, one, undefined);
      if (before === 'parked') return due;
      due.push(...(before ?? []));
    }
  }
}
