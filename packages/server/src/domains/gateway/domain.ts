import type { Domain } from '../../platform/domain/domain.ts';
import type { VendorFetch } from '../../platform/outbound/index.ts';
import type { PlatformParts } from '../../platform/parts/open-platform.ts';
import { createTranscriber } from '../../platform/speech/index.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Channels, Connectors } from '../channels/index.ts';
import type { Dialogs } from '../dialogs/index.ts';
import { speechQueue } from './hear-speech.ts';
import { createGateway, type Gateway, type GatewayDeps } from './index.ts';
import { mediaQueue } from './load-media.ts';
import { askingFew, profileQueue } from './load-profile.ts';
import { createTypingPasser } from './pass-typing.ts';

const SWEEP_EVERY_MS = 1000;
const OPEN_OUTBOXES_EVERY_MS = 15_000;
const HOUR_MS = 3_600_000;

type Before = {
  accounts: Accounts;
  channels: Channels;
  dialogs: Dialogs;
  connectors: Connectors;
  vendorFetch: VendorFetch;
} & Pick<GatewayDeps, 'answerEdit'>;
export function createGatewayDomain(platform: PlatformParts, before: Before): Domain<Gateway> {
  const { config, sharedClock, random, log, files, nodeId } = platform;
  const { channels, connectors, dialogs, answerEdit } = before;
  const { pool, lateCommits } = platform.database;
  const transcribe = createTranscriber(config.transcription, { fetch: before.vendorFetch });
  const speechJobs =
    transcribe &&
    platform.jobs.define(speechQueue({ channels, dialogs, files, log, clock: platform.clock, transcribe }));
  const mediaJobs = platform.jobs.define(mediaQueue({ channels, connectors, dialogs, files, log, speechJobs }));
  const profileJobs = askingFew(platform.jobs.define(profileQueue({ channels, connectors, dialogs, log })));
  const { webhookUrl: publicUrl } = config;
  const gateway = createGateway({
    pool,
    lateCommits,
    sharedClock,
    random,
    log,
    mediaJobs,
    profileJobs,
    speechJobs,
    files,
    connectors,
    channels,
    dialogs,
    nodeId,
    publicUrl,
    answerEdit,
  });
  return {
    door: gateway,
    mount: gateway.mountWebhooks,
    connectSockets: (realtime) => {
      const passTyping = createTypingPasser({
        ...before,
        hasDialog: async (place) => (await dialogs.find(place)) !== undefined,
        sendTyping: gateway.sendTyping,
        clock: sharedClock,
      });
      realtime.onTyping((typing) => {
        void passTyping(typing).catch((error: unknown) => log.warn({ err: error }, 'typing could not be shown'));
      });
    },
    periodicTasks: [
      { name: 'gateway.sweep', everyMs: SWEEP_EVERY_MS, work: gateway.sweep },
      {
        name: 'gateway.open-repaired-outboxes',
        everyMs: OPEN_OUTBOXES_EVERY_MS,
        work: gateway.openRepairedOutboxes,
      },
      { name: 'gateway.delete-old-events', everyMs: HOUR_MS, work: gateway.deleteOldEvents },
    ],
    recover: gateway.recover,
    begin: () => {
      // A channel that was just connected is pulled at once, not at the next run of the task.
      channels.onChanged(() => {
        void gateway.refreshPulls();
        void gateway.refreshSessions();
      });
      channels.sessions.onWanted(() => void gateway.refreshSessions());
      void gateway.sweep().catch((error: unknown) => log.warn({ err: error }, 'the first sweep failed'));
      void channels
        .reactivate()
        .catch((error: unknown) => log.warn({ err: error }, 'channels could not be set up again'))
        .then(gateway.refreshPulls);
      void gateway.refreshSessions();
    },
    stopIntake: gateway.stopIntake,
    stop: gateway.stop,
  };
}
