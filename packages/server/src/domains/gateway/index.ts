import type { FastifyInstance } from 'fastify';
import { ChannelSecretsError, type LiveChannel } from '../channels/index.ts';
import { createAccept } from './accept-events.ts';
import { createTypingSender } from './create-typing-sender.ts';
import { deleteOldEvents } from './delete-old-events.ts';
import { isElsewhere } from './deliver-dialog.ts';
import type { GatewayDeps } from './deps.ts';
import { eachAlone } from './each-alone.ts';
import { openRepairedOutbox, openRepairedOutboxes, settleLostClaims } from './keep-outboxes.ts';
import { createSessionKeepers } from './keep-sessions.ts';
import { retryMedia } from './load-media.ts';
import { createPullers } from './pull-channels.ts';
import { toKey } from './storable-id.ts';
import { findEvent } from './store.ts';
import { takeUpAll, takeUpWaiting } from './take-up-events.ts';
import { mountWebhooks } from './webhook-route.ts';
import { createWork } from './work.ts';

export type { GatewayDeps, MediaJob } from './deps.ts';

const SWEEP_BATCH = 200;

/** Undefined as well where the secrets do not open: who sends notes it. */
async function openQuietly(deps: GatewayDeps, channelId: string): Promise<LiveChannel | undefined> {
  try {
    return await deps.channels.live(channelId);
  } catch (error) {
    if (error instanceof ChannelSecretsError) return undefined;
    throw error;
  }
}

/** The door of the gateway: what comes from platforms goes in here, what goes to them goes out here. */
export function createGateway(deps: GatewayDeps) {
  const work = createWork(deps);
  const acceptEvents = createAccept(deps, work);
  const pullers = createPullers(deps, acceptEvents);
  const sessions = createSessionKeepers(deps, acceptEvents);

  async function deliverDue(): Promise<void> {
    await eachAlone(deps, await deps.dialogs.findDueDeliveries(SWEEP_BATCH), async ({ channelId, ...due }) => {
      if (!isElsewhere(deps, await openQuietly(deps, channelId))) work.deliver(due);
    });
  }

  const repairs = new Set<Promise<void>>();
  const stopListening = deps.channels.onChanged((change) => {
    const repair = openRepairedOutbox(deps, { ...change, repairedAt: deps.sharedClock.now() })
      .then((isOpened) => (isOpened ? deliverDue() : undefined))
      .catch(work.onError)
      .finally(() => repairs.delete(repair));
    repairs.add(repair);
  });

  /** Takes up what a dead process, a full queue, a lost database or a failure left behind. */
  async function sweep(): Promise<void> {
    await takeUpWaiting(deps, work);
    await settleLostClaims(deps, SWEEP_BATCH);
    await deliverDue();
  }

  return {
    acceptEvents,
    /** Whether this event is there already: spares the work for a repeat. `acceptEvents` is what keeps it from being stored twice. */
    async isAccepted({ accountId, channelId, eventId }: { accountId: string; channelId: string; eventId: string }) {
      return (await findEvent.first(deps.pool, { accountId, channelId, eventId: toKey(eventId) })) !== undefined;
    },
    sweep,
    deliver: work.deliver,
    canSendNow: work.canSendNow,
    answerThrough: work.answerThrough,
    async idle(): Promise<void> {
      await Promise.all(repairs);
      await work.idle();
    },
    refreshPulls: pullers.refresh,
    refreshSessions: sessions.refresh,
    mountWebhooks: (app: FastifyInstance) => mountWebhooks(app, deps, acceptEvents),
    retryMedia: (input: Parameters<typeof retryMedia>[1]) => retryMedia(deps, input),
    async profileLink(input: { accountId: string; channelId: string; chatId: string }): Promise<string> {
      const channel = await openQuietly(deps, input.channelId);
      if (channel?.accountId !== input.accountId || !channel.connector.profileLink) return '';
      // An empty link is a normal answer: many customers have none.
      return await channel.connector.profileLink(input.chatId, channel.self, deps.connectors.io).catch(() => '');
    },
    /** Shows the customer that an answer is on its way, where the platform can. */
    sendTyping: createTypingSender({
      clock: deps.sharedClock,
      show: async ({ channelId, chatId }) => {
        try {
          const channel = await deps.channels.live(channelId);
          await channel?.connector.sendTyping?.(chatId, channel.self, deps.connectors.io);
        } catch (error) {
          // Nobody waits for it: a rejection would end the process.
          deps.log.debug({ err: error, channelId }, 'typing could not be shown');
        }
      },
    }),
    deleteOldEvents: () => deleteOldEvents(deps),
    /** At a start, before anything new comes in. */
    recover: () => takeUpAll(deps, work),
    /** The first step of a graceful stop: nothing more is pulled, another node may. */
    stopIntake: pullers.stop,
    openRepairedOutboxes: () => openRepairedOutboxes(deps),
    async stop(): Promise<void> {
      stopListening();
      await work.stop();
      await sessions.stop();
    },
  };
}

export type Gateway = ReturnType<typeof createGateway>;
