import { channelDescriptors } from '@otvet/contract';
import type { FastifyInstance } from 'fastify';
import type { RawEvent } from '../../connectors/port.ts';
import { createKeyedQueue } from '../../platform/queue/keyed-queue.ts';
import { deliverDialog } from './deliver-dialog.ts';
import type { AnswerDue, GatewayDeps } from './deps.ts';
import { ingestEvent } from './ingest-event.ts';
import { retryMedia } from './load-media.ts';
import { createPullers } from './pull-channels.ts';
import { deleteOldEvents, insertEvents, takeWaitingEvents, type WaitingEvent } from './store.ts';
import { mountWebhooks } from './webhook-route.ts';

export type { AnswerDue, GatewayDeps, MediaJob } from './deps.ts';
export { mediaQueue } from './load-media.ts';

const ingestWidth = 8;
const deliverWidth = 24;
const queueCapacity = 20_000;
/** An event that is still new after this long lost its process: the sweep takes it. */
const eventGraceMs = 3000;
const keepEventsMs = 7 * 24 * 3_600_000;
const sweepBatch = 200;
const noteEveryMs = 60_000;

const idempotentTypes = Object.values(channelDescriptors)
  .filter((descriptor) => descriptor.isSendIdempotent)
  .map((descriptor) => descriptor.type);

/** Which chat an event speaks of: the key that keeps its order. */
async function orderKey(deps: GatewayDeps, event: WaitingEvent): Promise<string> {
  const channel = await deps.channels.live(event.channelId);
  const [first] = channel?.connector.parse(event.payload, channel.self) ?? [];
  const chatId = first && 'chat' in first ? first.chat.id : '';
  return `${event.channelId}:${chatId}`;
}

/** The door of the gateway: what comes from platforms goes in here, what goes to them goes out here. */
export function createGateway(deps: GatewayDeps) {
  const dueListeners = new Set<(due: AnswerDue) => void>();
  const onError = (error: unknown) =>
    deps.log.error({ err: error }, 'work of the gateway failed; the sweep will take it up');
  const ingests = createKeyedQueue({ width: ingestWidth, capacity: queueCapacity, onError });
  const deliveries = createKeyedQueue({ width: deliverWidth, capacity: queueCapacity, onError });
  const retries = new Map<string, () => void>();
  const noted = new Map<string, number>();

  function deliver(input: { accountId: string; dialogId: string }): void {
    retries.get(input.dialogId)?.();
    retries.delete(input.dialogId);
    deliveries.push(input.dialogId, async () => {
      const retryAt = await deliverDialog(deps, input);
      if (retryAt === null) return;
      const waitMs = retryAt.getTime() - deps.clock.now().getTime();
      retries.set(
        input.dialogId,
        deps.clock.after(waitMs, () => deliver(input)),
      );
    });
  }

  async function queueIngest(event: WaitingEvent): Promise<void> {
    const key = await orderKey(deps, event);
    ingests.push(key, async () => {
      for (const due of await ingestEvent(deps, event)) for (const listener of dueListeners) listener(due);
    });
  }

  function noteEvent(input: { accountId: string; channelId: string }, now: Date): void {
    if (now.getTime() - (noted.get(input.channelId) ?? 0) < noteEveryMs) return;
    noted.set(input.channelId, now.getTime());
    void deps.channels.noteEvent({ accountId: input.accountId, id: input.channelId }).catch(onError);
  }

  async function acceptEvents(input: {
    accountId: string;
    channelId: string;
    events: RawEvent[];
  }): Promise<{ stored: number }> {
    const now = deps.clock.now();
    const fresh = await insertEvents(deps.pool, { ...input, now, sweepAt: new Date(now.getTime() + eventGraceMs) });
    const seen = new Set<string>();
    for (const event of input.events) {
      if (!fresh.has(event.eventId) || seen.has(event.eventId)) continue;
      seen.add(event.eventId);
      await queueIngest({
        accountId: input.accountId,
        channelId: input.channelId,
        eventId: event.eventId,
        payload: event.payload,
        attempt: 0,
      });
    }
    noteEvent(input, now);
    return { stored: fresh.size };
  }

  const pullers = createPullers(deps, acceptEvents);

  /** Takes up what a dead process, a full queue or a failure left behind. */
  async function sweep(): Promise<void> {
    const now = deps.clock.now();
    const nextAt = new Date(now.getTime() + 10_000);
    for (const event of await takeWaitingEvents(deps.pool, { now, nextAt, limit: sweepBatch }))
      await queueIngest(event);
    await deps.dialogs.expireDeliveries({ idempotentTypes, limit: sweepBatch });
    for (const due of await deps.dialogs.findDueDeliveries(sweepBatch)) deliver(due);
  }

  return {
    acceptEvents,
    deliver,
    sweep,
    refreshPulls: pullers.refresh,
    mountWebhooks: (app: FastifyInstance) => mountWebhooks(app, deps, acceptEvents),
    retryMedia: (input: Parameters<typeof retryMedia>[1]) => retryMedia(deps, input),
    async profileLink(input: { accountId: string; channelId: string; chatId: string }): Promise<string> {
      const channel = await deps.channels.live(input.channelId);
      if (channel?.accountId !== input.accountId || !channel.connector.profileLink) return '';
      return await channel.connector.profileLink(input.chatId, channel.self, deps.connectors.io).catch(() => '');
    },
    /** Shows the customer that an answer is on its way, where the platform can. */
    async sendTyping(input: { channelId: string; chatId: string }): Promise<void> {
      const channel = await deps.channels.live(input.channelId);
      await channel?.connector.sendTyping?.(input.chatId, channel.self, deps.connectors.io).catch(() => undefined);
    },
    onAnswerDue(listener: (due: AnswerDue) => void): () => void {
      dueListeners.add(listener);
      return () => dueListeners.delete(listener);
    },
    deleteOldEvents: () =>
      deleteOldEvents(deps.pool, { before: new Date(deps.clock.now().getTime() - keepEventsMs), limit: 5000 }),
    idle: async () => {
      await ingests.idle();
      await deliveries.idle();
    },
    async stop(): Promise<void> {
      await pullers.stop();
      await ingests.idle();
      await deliveries.idle();
      for (const cancel of retries.values()) cancel();
    },
  };
}

export type Gateway = ReturnType<typeof createGateway>;
