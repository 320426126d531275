import type { FastifyInstance } from 'fastify';
import type { RawEvent } from '../../connectors/port.ts';
import type { GatewayDeps } from './deps.ts';
import { openRepairedOutbox, openRepairedOutboxes, settleLostClaims } from './keep-outboxes.ts';
import { retryMedia } from './load-media.ts';
import { createPullers } from './pull-channels.ts';
import { deleteOldEvents, takeWaitingEvents } from './store.ts';
import { createEventStore } from './store-events.ts';
import { mountWebhooks } from './webhook-route.ts';
import { createWork } from './work.ts';

export type { AnswerDue, GatewayDeps, MediaJob } from './deps.ts';

/** An event that is still new after this long lost its process: the sweep takes it. */
const eventGraceMs = 3000;
const sweepAgainMs = 10_000;
const keepEventsMs = 7 * 24 * 3_600_000;
const sweepBatch = 200;
const recoverBatch = 10_000;
const noteEveryMs = 60_000;

type Work = ReturnType<typeof createWork>;
type Accepted = { accountId: string; channelId: string; events: RawEvent[] };

/** Stores raw events durably before it resolves; repeats are dropped by their id. */
function createAccept(deps: GatewayDeps, work: Work) {
  const noted = new Map<string, number>();
  const storeEvents = createEventStore(deps.pool);

  function noteEvent(input: Accepted, now: Date): void {
    if (now.getTime() - (noted.get(input.channelId) ?? 0) < noteEveryMs) return;
    noted.set(input.channelId, now.getTime());
    void deps.channels.noteEvent({ accountId: input.accountId, id: input.channelId }).catch(work.onError);
  }

  return async (input: Accepted): Promise<{ stored: number }> => {
    const now = deps.clock.now();
    const fresh = await storeEvents({ ...input, now, sweepAt: new Date(now.getTime() + eventGraceMs) });
    const seen = new Set<string>();
    for (const event of input.events) {
      if (!fresh.has(event.eventId) || seen.has(event.eventId)) continue;
      seen.add(event.eventId);
      await work.ingest({
        accountId: input.accountId,
        channelId: input.channelId,
        eventId: event.eventId,
        payload: event.payload,
        attempt: 0,
      });
    }
    noteEvent(input, now);
    return { stored: fresh.size };
  };
}

/** The door of the gateway: what comes from platforms goes in here, what goes to them goes out here. */
export function createGateway(deps: GatewayDeps) {
  const work = createWork(deps);
  const acceptEvents = createAccept(deps, work);
  const pullers = createPullers(deps, acceptEvents);

  async function deliverDue(): Promise<void> {
    for (const due of await deps.dialogs.findDueDeliveries(sweepBatch)) work.deliver(due);
  }

  const stopListening = deps.channels.onChanged((change) => {
    void openRepairedOutbox(deps, change)
      .then((isOpened) => (isOpened ? deliverDue() : undefined))
      .catch(work.onError);
  });

  /** Takes up what a dead process, a full queue or a failure left behind. */
  async function sweep(): Promise<void> {
    const now = deps.clock.now();
    const nextAt = new Date(now.getTime() + sweepAgainMs);
    for (const event of await takeWaitingEvents(deps.pool, { now, nextAt, limit: sweepBatch }))
      await work.ingest(event);
    await settleLostClaims(deps, sweepBatch);
    await deliverDue();
  }

  /**
   * At a start, before anything new comes in: events that an earlier process accepted and did not ingest go first,
   * else a customer's next message would overtake them.
   */
  async function recover(): Promise<void> {
    const nextAt = new Date(deps.clock.now().getTime() + sweepAgainMs);
    for (const event of await takeWaitingEvents(deps.pool, { now: nextAt, nextAt, limit: recoverBatch }))
      await work.ingest(event);
  }

  return {
    acceptEvents,
    sweep,
    deliver: work.deliver,
    canSendNow: work.canSendNow,
    onAnswerDue: work.onAnswerDue,
    idle: work.idle,
    refreshPulls: pullers.refresh,
    mountWebhooks: (app: FastifyInstance) => mountWebhooks(app, deps, acceptEvents),
    retryMedia: (input: Parameters<typeof retryMedia>[1]) => retryMedia(deps, input),
    async profileLink(input: { accountId: string; channelId: string; chatId: string }): Promise<string> {
      const channel = await deps.channels.live(input.channelId);
      if (channel?.accountId !== input.accountId || !channel.connector.profileLink) return '';
      // An empty link is a normal answer: many customers have none.
      return await channel.connector.profileLink(input.chatId, channel.self, deps.connectors.io).catch(() => '');
    },
    /** Shows the customer that an answer is on its way, where the platform can. */
    async sendTyping(input: { channelId: string; chatId: string }): Promise<void> {
      const channel = await deps.channels.live(input.channelId);
      await channel?.connector.sendTyping?.(input.chatId, channel.self, deps.connectors.io).catch(() => undefined);
    },
    deleteOldEvents: () =>
      deleteOldEvents(deps.pool, { before: new Date(deps.clock.now().getTime() - keepEventsMs), limit: 5000 }),
    recover,
    /** The first step of a graceful stop: nothing more is pulled, another node may. */
    stopIntake: pullers.stop,
    openRepairedOutboxes: () => openRepairedOutboxes(deps),
    async stop(): Promise<void> {
      stopListening();
      await work.stop();
    },
  };
}

export type Gateway = ReturnType<typeof createGateway>;
