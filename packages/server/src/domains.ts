import { assembleConnectors } from './connectors/assemble-connectors.ts';
import { type ConnectorRegistry, connectors as ownConnectors } from './connectors/registry.ts';
import { createAccountsDomain } from './domains/accounts/domain.ts';
import type { PasswordCost } from './domains/accounts/index.ts';
import { createAssistantDomain } from './domains/assistant/domain.ts';
import { answerEdit, createModelPort, createPictureReader, type DecideTurn } from './domains/assistant/index.ts';
import { createChannelsDomain } from './domains/channels/domain.ts';
import { createDialogsDomain } from './domains/dialogs/domain.ts';
import { createGatewayDomain } from './domains/gateway/domain.ts';
import { createKnowledgeDomain } from './domains/knowledge/domain.ts';
import { createNotificationsDomain } from './domains/notifications/domain.ts';
import { createVisitorsDomain } from './domains/visitors/domain.ts';
import { eventTable, type ProductEvents } from './events/index.ts';
import type { Domain } from './platform/domain/domain.ts';
import { createEvents, createFeedTasks, type Subscription } from './platform/events/index.ts';
import { createOutboundFetch, createVendorFetch } from './platform/outbound/index.ts';
import type { PlatformParts } from './platform/parts/open-platform.ts';
import type { PeriodicTask } from './platform/periodic-tasks/periodic-tasks.ts';

/** What a test puts in place of the product's own, and what it listens to besides. */
export type Replacements = {
  connectors?: ConnectorRegistry;
  decideTurn?: DecideTurn;
  subscriptions?: Subscription[];
  /** What a password's hash takes. */
  passwordCost?: PasswordCost | undefined;
};

/**
 * All domains in their one order, for the product, the command line and the tests alike. Adding one: its folder, its
 * line here and its name in the list. `baseUrl`: the address that mailed links begin with.
 */
export function createDomains(platform: PlatformParts, options: Replacements & { baseUrl(): string }) {
  const { clock, random, config } = platform;
  const vendorFetch = createVendorFetch({ clock });
  const registry = options.connectors ?? ownConnectors;
  const environment = config.vendorEnvironment;
  const fetchLink = createOutboundFetch(config);
  const publicUrl = config.webhookUrl ?? null;
  const effects = { fetch: vendorFetch, fetchLink, clock, random, publicUrl };
  const connectors = assembleConnectors(registry, { environment, ...effects });

  const events: ProductEvents = createEvents({ ...platform, table: eventTable, pool: platform.database.pool });

  const accounts = createAccountsDomain(platform, { ...options, events });
  const channels = createChannelsDomain(platform, { events, connectors, baseUrl: options.baseUrl });
  const dialogs = createDialogsDomain(platform, { events, accounts: accounts.door, channels: channels.door });
  const before = { accounts: accounts.door, channels: channels.door, dialogs: dialogs.door };
  const gateway = createGatewayDomain(platform, { ...before, connectors, vendorFetch, answerEdit });
  const model = createModelPort(config.model, { fetch: vendorFetch, clock });
  const pictureReader = createPictureReader({ model, clock });
  const knowledge = createKnowledgeDomain(platform, { ...before, fetchLink, vendorFetch, pictureReader });
  const visitors = createVisitorsDomain(platform, { ...before, gateway: gateway.door, knowledge: knowledge.door });
  const assistant = createAssistantDomain(platform, {
    ...before,
    gateway: gateway.door,
    knowledge: knowledge.door,
    model,
    decideTurn: options.decideTurn,
  });

  const { baseUrl } = options;
  const notifications = createNotificationsDomain(platform, { ...before, connectors, baseUrl });

  const later = { knowledge: knowledge.door, assistant: assistant.door, notifications: notifications.door };
  const doors = { ...before, gateway: gateway.door, ...later };
  const list: Domain<unknown, typeof doors>[] = [
    accounts,
    channels,
    dialogs,
    gateway,
    knowledge,
    visitors,
    assistant,
    notifications,
  ];
  return {
    list,
    doors,
    periodicTasks: [...events.periodicTasks, ...connectEvents(platform, { events, list: [...list, options] })],
  };
}

/** Brings events to those who listen; gives the periodic tasks that do so. */
function connectEvents(
  { database, jobs, log, clock }: PlatformParts,
  { events, list }: { events: ProductEvents; list: Pick<Domain, 'subscriptions' | 'feeds' | 'feedReaders'>[] },
): PeriodicTask[] {
  for (const domain of list) for (const subscription of domain.subscriptions ?? []) events.subscribe(subscription);
  const feeds = list.flatMap((domain) => domain.feeds ?? []);
  const readers = list.flatMap((domain) => domain.feedReaders ?? []);
  return createFeedTasks({ pool: database.pool, jobs, log, clock }, { feeds, readers });
}

export type Domains = ReturnType<typeof createDomains>;
export type Doors = Domains['doors'];
