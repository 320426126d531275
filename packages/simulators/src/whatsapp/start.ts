import { serve } from '../http/serve.ts';
import { accountChanges, businessWrites, type CustomerMessage, customerReads, customerSends } from './customers.ts';
import { redeliver } from './deliver.ts';
import { createFaultScript, type FaultScript } from './faults.ts';
import { handle } from './handle.ts';
import type { App, Call, Delivery, Entry, Person, PhoneNumber, Template, Token, World } from './world.ts';

export type WhatsAppSimulatorOptions = {
  port?: number | undefined;
  host?: string | undefined;
  /** Milliseconds since 1970. */
  clock?: (() => number) | undefined;
  /** What webhooks are called with. */
  fetch?: typeof fetch | undefined;
  backoff?: World['backoff'] | undefined;
};

/** A running stand-in of the Cloud API, and of the provider that passes it on, with its controls. */
export type WhatsAppSimulator = {
  url: string;
  calls: readonly Call[];
  deliveries: readonly Delivery[];
  faults: Pick<FaultScript, 'add' | 'clear'>;
  templates: Template[];
  registerApp(): App;
  issueToken(app: App, options?: { expiresAt?: number }): Token;
  registerNumber(number?: { businessId?: string; shown?: string; name?: string; isRegistered?: boolean }): PhoneNumber;
  customerSends(message: CustomerMessage): string;
  customerReads(place: { number: PhoneNumber; from: Person }): void;
  businessWrites(message: { number: PhoneNumber; to: Person; text: string }): void;
  accountChanges(news: { number: PhoneNumber; event: string }): void;
  entriesOf(number: PhoneNumber, personId: string): Entry[];
  redeliver(order: (count: number) => number[]): Promise<number[]>;
  /** Waits until every event has been taken. */
  settled(): Promise<void>;
  close(): Promise<void>;
};

const BACKOFF = { firstMs: 1000, maxMs: 60_000 };
/** Numbers of files and of accounts are above 2^53 from the first one on. */
const FIRST_ID = 9_107_199_254_740_993n;

const templates = (): Template[] => [
  {
    name: 'order_ready',
    language: 'ru',
    status: 'APPROVED',
    category: 'UTILITY',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Ваш заказ' },
      { type: 'BODY', text: 'Здравствуйте, {{1}}! Заказ {{2}} готов, ждём вас.' },
      { type: 'FOOTER', text: 'Мебель «Дом»' },
    ],
  },
  {
    name: 'come_back',
    language: 'en_US',
    status: 'APPROVED',
    category: 'MARKETING',
    components: [{ type: 'BODY', text: 'Hello {{name}}, we have news.' }],
  },
  {
    name: 'not_yet',
    language: 'ru',
    status: 'PENDING',
    category: 'UTILITY',
    components: [{ type: 'BODY', text: 'Да' }],
  },
];

/** Starts a stand-in of `graph.facebook.com`, of `lookaside.fbsbx.com` and of `waba-v2.360dialog.io`, at one address. */
export async function startWhatsAppSimulator(options: WhatsAppSimulatorOptions = {}): Promise<WhatsAppSimulator> {
  const stop = new AbortController();
  const world = buildWorld(options, stop.signal);
  const { port, host } = options;
  const server = await serve({ port, host, handle: (exchange) => handle(world, exchange) });
  world.url = server.url;
  return {
    ...control(world),
    url: server.url,
    close: () => {
      stop.abort();
      return server.close();
    },
  };
}

function buildWorld(options: WhatsAppSimulatorOptions, signal: AbortSignal): World {
  let next = FIRST_ID;
  return {
    url: '',
    now: options.clock ?? Date.now,
    fetch: options.fetch ?? fetch,
    signal,
    backoff: options.backoff ?? BACKOFF,
    apps: new Map(),
    tokens: new Map(),
    subscribed: new Set(),
    numbers: new Map(),
    templates: templates(),
    media: new Map(),
    faults: createFaultScript(),
    calls: [],
    deliveries: [],
    history: [],
    lanes: new Map(),
    nextId: () => String(next++),
  };
}

function control(world: World): Omit<WhatsAppSimulator, 'url' | 'close'> {
  return {
    calls: world.calls,
    deliveries: world.deliveries,
    faults: world.faults,
    templates: world.templates,
    registerApp: () => {
      const app: App = { id: world.nextId(), secret: `app-secret-${world.nextId()}`, webhook: null };
      world.apps.set(app.id, app);
      return app;
    },
    issueToken: (app, { expiresAt = 0 } = {}) => {
      const token: Token = { token: `EAA${world.nextId()}`, appId: app.id, expiresAt, isRevoked: false };
      world.tokens.set(token.token, token);
      return token;
    },
    registerNumber: (given) => registerNumber(world, given),
    customerSends: (message) => customerSends(world, message),
    customerReads: (place) => customerReads(world, place),
    businessWrites: (message) => businessWrites(world, message),
    accountChanges: (news) => accountChanges(world, news),
    entriesOf: (number, personId) => number.chats.get(personId)?.entries ?? [],
    redeliver: (order) => redeliver(world, order),
    settled: async () => {
      await Promise.all(world.lanes.values());
    },
  };
}

function registerNumber(
  world: World,
  given: { businessId?: string; shown?: string; name?: string; isRegistered?: boolean } = {},
): PhoneNumber {
  const number: PhoneNumber = {
    id: world.nextId(),
    businessId: given.businessId ?? world.nextId(),
    shown: given.shown ?? '+7 495 000-00-01',
    name: given.name ?? 'Мебель «Дом»',
    isRegistered: given.isRegistered ?? true,
    webhook: null,
    apiKey: `d360-key-${world.nextId()}`,
    isKeyRevoked: false,
    hosted: null,
    chats: new Map(),
  };
  world.numbers.set(number.id, number);
  return number;
}
