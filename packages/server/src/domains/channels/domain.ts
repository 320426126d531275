import type { ProductEvents } from '../../events/index.ts';
import type { Domain } from '../../platform/domain/domain.ts';
import type { PlatformParts } from '../../platform/parts/open-platform.ts';
import { KeyMismatchError } from '../../platform/secrets/load-keyring.ts';
import { createSignal } from '../../platform/signal/signal.ts';
import { connectingHandlers } from './connecting-routes.ts';
import { createDraftLeases } from './draft-leases.ts';
import { type Channels, createChannels } from './index.ts';
import { noteLastEvents } from './note-last-events.ts';
import type { Connectors } from './registry-port.ts';
import { type ChannelHandlerDeps, channelHandlers } from './routes.ts';

type LaterDoors = {
  knowledge: {
    bases: {
      find(accountId: string, knowledgeBaseId: string): Promise<unknown>;
      list(accountId: string): Promise<{ id: string }[]>;
    };
  };
  dialogs: Pick<ChannelHandlerDeps, 'listTroubles'>;
};

const SWEEP_MS = 600_000;
const PROBE_MS = 60_000;
const RENEW_MS = 60_000;
const FORGET_MS = 3_600_000;

export function createChannelsDomain(
  platform: PlatformParts,
  { events, connectors, baseUrl }: { events: ProductEvents; connectors: Connectors; baseUrl(): string },
): Domain<Channels, LaterDoors> {
  const { config, keyring, clock, sharedClock, newId, nodeId, log, files, mailer } = platform;
  const { pool } = platform.database;
  const { webhookUrl: publicUrl, adminEmails } = config;
  const requests = { pool, mailer, clock, newId, log, adminEmails };
  const channels = createChannels({
    pool,
    keyring,
    connectors,
    clock,
    sharedClock,
    newId,
    leases: createDraftLeases({ nodeId, sharedClock, newId }),
    log,
    publicUrl,
    events,
    files,
    baseUrl,
    sessionsWanted: createSignal<undefined>(),
  });
  return {
    door: channels,
    handlers: ({ knowledge, dialogs }) => {
      const { listTroubles } = dialogs;
      const requireBase = knowledge.bases.find;
      const isBaseThere = async (accountId: string, id: string) =>
        (await knowledge.bases.list(accountId)).some((base) => base.id === id);
      const deps = { channels, connectors, files, requireBase, isBaseThere, listTroubles, requests };
      return { channels: channelHandlers(deps), connecting: connectingHandlers(deps) };
    },
    periodicTasks: [
      { name: 'channels.sweep-connecting', everyMs: SWEEP_MS, work: channels.sweepConnecting },
      { name: 'channels.renew-credentials', everyMs: RENEW_MS, work: channels.renewCredentials },
      { name: 'channels.forget-sent', everyMs: FORGET_MS, work: channels.sessions.forgetPassing },
      { name: 'channels.forget-hours', everyMs: FORGET_MS, work: channels.forgetHours },
      { name: 'channels.probe-broken', everyMs: PROBE_MS, work: channels.probeBroken },
      { name: 'channels.leave-platforms', everyMs: PROBE_MS, work: channels.leavePlatforms },
      { name: 'channels.probe-working', everyMs: PROBE_MS, work: channels.probeWorking },
    ],
    connectSockets: (realtime) => {
      channels.onChanged(({ accountId, id }) => realtime.publish(accountId, 'channel.changed', { id }));
    },
    feedReaders: [noteLastEvents],
    prepare: async () => {
      if (!(await channels.areKeysValid())) throw new KeyMismatchError(config.dataDir);
    },
  };
}
