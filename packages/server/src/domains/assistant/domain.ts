import type { Domain } from '../../platform/domain/domain.ts';
import type { PlatformParts } from '../../platform/parts/open-platform.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Channels } from '../channels/index.ts';
import type { Dialogs } from '../dialogs/index.ts';
import type { Gateway } from '../gateway/index.ts';
import type { Knowledge } from '../knowledge/index.ts';
import type { DecideTurn } from './answer-dialog.ts';

import { createTurnDecider } from './decide-turn.ts';
import { type Assistant, createAssistant } from './index.ts';
import type { ModelPort } from './model/port.ts';

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
  return {
    door: assistant,
    periodicTasks: [{ name: 'assistant.sweep', everyMs: SWEEP_EVERY_MS, work: assistant.sweep }],
    stop: assistant.stop,
  };
}
