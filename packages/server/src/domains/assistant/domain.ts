import type { Domain } from '../../platform/domain/domain.ts';
import type { PlatformParts } from '../../platform/parts/open-platform.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Channels } from '../channels/index.ts';
import type { Dialogs } from '../dialogs/index.ts';
import type { Gateway } from '../gateway/index.ts';
import { type Knowledge, openSampleBase } from '../knowledge/index.ts';
import type { DecideTurn } from './answer-dialog.ts';

import { createTurnDecider } from './decide-turn.ts';
import { type Assistant, createAssistant } from './index.ts';
import type { ModelPort } from './model/port.ts';
import { SAMPLES, warmUp } from './warm-up.ts';

const SWEEP_EVERY_MS = 1000;

type Before = {
  accounts: Accounts;
  channels: Channels;
  dialogs: Dialogs;
  gateway: Gateway;
  knowledge: Knowledge;
  /** Undefined where none is set. */
  model: ModelPort | undefined;
  /** In place of the product's own: for tests that are not about what it says. */
  decideTurn: DecideTurn | undefined;
};

function createOwnDecider(platform: PlatformParts, { knowledge, model }: Before): DecideTurn {
  const { clock, random, log } = platform;
  return createTurnDecider({ knowledge, model, clock, random, log });
}

/** Without a model: it would be asked, and paid. */
async function warmUpOwn({ clock, random, log, database }: PlatformParts, signal: AbortSignal): Promise<void> {
  const knowledge = openSampleBase({ pool: database.pool, clock }, SAMPLES);
  const decide = createTurnDecider({ knowledge, model: undefined, clock, random, log });
  try {
    await warmUp(decide, { now: clock.now(), signal });
  } catch (error) {
    log.warn({ err: error }, 'the first answers will be slower');
  }
}

export function createAssistantDomain(platform: PlatformParts, before: Before): Domain<Assistant> {
  const { sharedClock, log } = platform;
  const { accounts, channels, dialogs, gateway } = before;
  const assistant = createAssistant({
    sharedClock,
    log,
    channels,
    dialogs,
    gateway,
    decideTurn: before.decideTurn ?? createOwnDecider(platform, before),
    planCounts: platform.config.plans.counts,
    accountLocale: accounts.localeOf,
    allowanceOf: accounts.allowanceOf,
    signFile: (file) => platform.files.links.make(file),
    requireBase: before.knowledge.bases.find,
  });
  gateway.answerThrough(assistant);
  const stopping = new AbortController();
  return {
    door: assistant,
    periodicTasks: [{ name: 'assistant.sweep', everyMs: SWEEP_EVERY_MS, work: assistant.sweep }],
    begin: () => void warmUpOwn(platform, stopping.signal),
    async stop() {
      stopping.abort();
      await assistant.stop();
    },
  };
}
