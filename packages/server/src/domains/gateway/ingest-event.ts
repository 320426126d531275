import type { PoolClient } from 'pg';
import type { InboundEvent } from '../../connectors/port.ts';
import { unavailableReason } from '../../platform/database/database-errors.ts';
import { isUniqueViolation, type Queryable } from '../../platform/database/queryable.ts';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import type { LiveChannel } from '../channels/index.ts';
import type { DialogChange } from '../dialogs/index.ts';
import { answerDueAt, decideSilence } from './decide-silence.ts';
import type { AnswerDue, GatewayDeps } from './deps.ts';
import { lockEvent, postponeEvent, settleEvent, type WaitingEvent } from './store.ts';

const mostAttempts = 8;

/** What an ingest left to do after its commit. */
type Effects = { changes: DialogChange[]; due: AnswerDue[] };

type Context = { deps: GatewayDeps; channel: LiveChannel; event: WaitingEvent };

function toRow(
  { deps, channel, event }: Context,
  message: Extract<InboundEvent, { kind: 'message' }>,
  eventId: string | null,
) {
  const isMediaStored = channel.connector.fetchMedia === undefined;
  return deps.dialogs.toIncoming({
    accountId: event.accountId,
    channelId: event.channelId,
    message,
    eventId,
    silence: decideSilence({ message, settings: channel.settings }),
    dueAt: answerDueAt({ now: deps.clock.now(), settings: channel.settings, isAlbum: message.albumId !== null }),
    isMediaStored,
  });
}

type Way = { db: Queryable; tx?: PoolClient; eventId: string | null };

async function storeMessage(
  context: Context,
  message: Extract<InboundEvent, { kind: 'message' }>,
  way: Way,
): Promise<Effects> {
  const { deps, event } = context;
  const { row, media } = toRow(context, message, way.eventId);
  const received = await deps.dialogs.receiveMessage(way.db, row);
  if (!received) return { changes: [], due: [] };
  const { stored, change } = received;
  for (const item of media) {
    const place = {
      accountId: event.accountId,
      channelId: event.channelId,
      chatId: row.chatId,
      dialogId: stored.dialogId,
      seq: stored.seq,
    };
    await deps.mediaJobs.enqueue({ ...item, ...place }, way.tx ? { tx: way.tx } : {});
  }
  const due =
    stored.answerDueAt === null
      ? []
      : [{ accountId: event.accountId, dialogId: stored.dialogId, dueAt: stored.answerDueAt }];
  return { changes: [change], due };
}

/** Applies one event of the platform. `false`: it speaks of a message that is not here yet. */
async function applyEvent(db: PoolClient, context: Context, inbound: InboundEvent): Promise<Effects | false> {
  const { deps, event } = context;
  const origin = { accountId: event.accountId, channelId: event.channelId };
  switch (inbound.kind) {
    case 'message': {
      if (!inbound.isOwn) return await storeMessage(context, inbound, { db, tx: db, eventId: null });
      const change = await deps.dialogs.receiveOwnMessage(db, { ...origin, message: inbound });
      return { changes: change ? [change] : [], due: [] };
    }
    case 'opened':
    case 'receipt':
    case 'ignored':
      return { changes: [], due: [] };
    default: {
      const change = await deps.dialogs.applySideEvent(db, { ...origin, event: inbound });
      if (change === false) return false;
      return { changes: change ? [change] : [], due: [] };
    }
  }
}

class NotHereYet extends Error {}

async function ingestInTransaction(context: Context, events: InboundEvent[]): Promise<Effects> {
  return await withTransaction(context.deps.pool, async (db) => {
    if (!(await lockEvent(db, context.event))) return { changes: [], due: [] };
    const effects: Effects = { changes: [], due: [] };
    for (const inbound of events) {
      const applied = await applyEvent(db, context, inbound);
      if (applied === false) throw new NotHereYet();
      effects.changes.push(...applied.changes);
      effects.due.push(...applied.due);
    }
    const ignored = events.find((inbound) => inbound.kind === 'ignored');
    await settleEvent(db, { ...context.event, state: 'done', note: ignored?.reason ?? null });
    return effects;
  });
}

/** A plain text message is settled and stored by one statement; everything else takes a transaction. */
async function apply(context: Context, events: InboundEvent[]): Promise<Effects> {
  const [first] = events;
  const isPlain = events.length === 1 && first?.kind === 'message' && !first.isOwn && first.attachments.length === 0;
  if (isPlain) return await storeMessage(context, first, { db: context.deps.pool, eventId: context.event.eventId });
  return await ingestInTransaction(context, events);
}

async function handleFailure(deps: GatewayDeps, event: WaitingEvent, error: unknown): Promise<void> {
  if (isUniqueViolation(error)) {
    await settleEvent(deps.pool, { ...event, state: 'done', note: 'duplicate' });
    return;
  }
  // Not a fault of the event: the sweep takes it up, and no try is counted.
  if (unavailableReason(error) !== undefined) throw error;
  const isOrphan = error instanceof NotHereYet;
  const note = isOrphan ? 'not_here_yet' : 'error';
  if (!isOrphan)
    deps.log.error(
      { err: error, channelId: event.channelId, eventId: event.eventId, attempt: event.attempt },
      'an event could not be ingested',
    );
  if (event.attempt + 1 >= mostAttempts) {
    await settleEvent(deps.pool, { ...event, state: 'failed', note });
    return;
  }
  const waitMs = Math.min(60_000, 500 * 2 ** event.attempt);
  await postponeEvent(deps.pool, { ...event, nextAt: new Date(deps.clock.now().getTime() + waitMs), note });
}

/** Turns one stored raw event into dialogs and messages, once; gives the answers that are due by it. `parsed` saves a second reading. */
export async function ingestEvent(
  deps: GatewayDeps,
  event: WaitingEvent,
  parsed: InboundEvent[] | undefined,
): Promise<AnswerDue[]> {
  try {
    const channel = await deps.channels.live(event.channelId);
    if (!channel) {
      await settleEvent(deps.pool, { ...event, state: 'failed', note: 'channel_unlinked' });
      return [];
    }
    const effects = await apply(
      { deps, channel, event },
      parsed ?? channel.connector.parse(event.payload, channel.self),
    );
    for (const change of effects.changes) deps.dialogs.tellChanged(change);
    return effects.due;
  } catch (error) {
    await handleFailure(deps, event, error);
    return [];
  }
}
