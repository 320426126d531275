import { type Accounts, createAccounts } from './domains/accounts/index.ts';
import { type Assistant, createAssistant, createModelPort, createTurnDecider } from './domains/assistant/index.ts';
import { type Channels, createChannels } from './domains/channels/index.ts';
import { createDialogs, type Dialogs } from './domains/dialogs/index.ts';
import { createGateway, type Gateway, mediaQueue } from './domains/gateway/index.ts';
import { createKnowledge, type Knowledge } from './domains/knowledge/index.ts';
import { createVendorFetch } from './platform/outbound/index.ts';
import type { PlatformParts } from './platform-parts.ts';

/** All domains, put together by hand in their one order. */
export type DomainParts = {
  accounts: Accounts;
  channels: Channels;
  dialogs: Dialogs;
  gateway: Gateway;
  knowledge: Knowledge;
  assistant: Assistant;
};

/** `baseUrl`: the address that mailed links begin with. */
export function createDomains(platform: PlatformParts, { baseUrl }: { baseUrl(): string }): DomainParts {
  const { config, log, clock, random, newId, nodeId, keyring, files } = platform;
  const { pool } = platform.database;
  const vendorFetch = createVendorFetch({ clock });
  const connectors = {
    byType: platform.connectors,
    io: { fetch: vendorFetch, vendorUrls: config.vendorUrls, clock, random },
  };
  const { publicUrl } = config;

  const accounts = createAccounts({
    pool,
    keyring,
    mailer: platform.mailer,
    clock,
    newId,
    random,
    log,
    isSignupOpen: config.isSignupOpen,
    baseUrl,
  });
  const channels = createChannels({ pool, keyring, connectors, clock, newId, log, publicUrl });
  const dialogs = createDialogs({
    nodeId,
    pool,
    clock,
    newId,
    log,
    signFile: (file) => files.links.make(file),
    describeFile: (file) => files.find(file),
  });
  const mediaJobs = platform.jobs.define(mediaQueue({ channels, connectors, dialogs, files, log }));
  const gateway = createGateway({
    pool,
    clock,
    random,
    log,
    mediaJobs,
    files,
    connectors,
    channels,
    dialogs,
    nodeId,
    publicUrl,
  });
  const knowledge = createKnowledge({ pool, clock, newId });
  const model = createModelPort(config.model, { fetch: vendorFetch, clock });
  const assistant = createAssistant({
    clock,
    log,
    channels,
    dialogs,
    gateway,
    decideTurn: createTurnDecider({ knowledge, model, clock, random, log }),
    accountLocale: (accountId) => accounts.localeOf(accountId),
  });
  gateway.onAnswerDue(assistant.scheduleAnswer);
  return { accounts, channels, dialogs, gateway, knowledge, assistant };
}
