import { createLinkEnds } from '../http/media-faults.ts';
import { serve } from '../http/serve.ts';
import type { SimulatedPlatform } from '../simulated-platform.ts';
import { customerDeletes, customerReads, customerSends, staffSends } from './customers.ts';
import { post } from './deliver.ts';
import { handleApi } from './handle-api.ts';
import { logIn } from './tokens.ts';
import { newId, requireChat, type World } from './world.ts';

export type AvitoSimulatorOptions = {
  port?: number;
  host?: string;
  fetch?: typeof fetch;
  /** Milliseconds since 1970. */
  clock?: () => number;
  /** Where the login of the application leads back to; without it there is no application. */
  redirectUri?: string | (() => string);
};

/** A business with one advert. */
export type AvitoSimulator = SimulatedPlatform & {
  logIn(address: string): string;
  ledger: World['ledger'];
  account: World['account'];
  subscriptions(): readonly string[];
  /** Another program's address, or a dead one of ours. */
  addSubscription(url: string): void;
  customerReads(personId: string): void;
  customerDeletes(personId: string, messageId: string): void;
  /** Refuses every message until the customer writes. */
  customerBlocks(personId: string): void;
  staffSends(personId: string, text: string): void;
  idsOf(personId: string): string[];
  chatIdOf(personId: string): string;
  /** Tokens end before their time, keys and refresh tokens stay. */
  endTokens(): void;
  setTariff(isPaid: boolean): void;
  /** Events reach nobody, and are not brought later. */
  setDeaf(isDeaf: boolean): void;
  /** Brings every event so far once more, in the given order of their places. */
  redeliver(order: (count: number) => number[]): Promise<number[]>;
  /** Until the addresses have been told of everything. */
  settled(): Promise<void>;
};

/** Starts a stand-in of `https://api.avito.ru`; its login page is at the same address. */
export async function startAvitoSimulator(options: AvitoSimulatorOptions = {}): Promise<AvitoSimulator> {
  const stop = new AbortController();
  let url = '';
  const world = buildWorld(options, { signal: stop.signal, url: () => url });
  const { port, host } = options;
  const server = await serve({ port, host, handle: (exchange) => handleApi(world, exchange) });
  url = server.url;
  const { clientId, clientSecret } = world.application;
  return {
    url,
    environment: {
      AVITO_API_URL: url,
      AVITO_LOGIN_API_URL: url,
      // Files of its customers lie on this machine.
      ALLOW_PRIVATE_ADDRESSES: '1',
      ...(world.hasApplication && { AVITO_CLIENT_ID: clientId, AVITO_CLIENT_SECRET: clientSecret }),
    },
    credentials: { ...world.ownKeys },
    ...describePeople(world),
    ...describePlatform(world),
    close: () => {
      stop.abort();
      return server.close();
    },
  };
}

type People =
  | 'customerSends'
  | 'conversation'
  | 'customerReads'
  | 'customerDeletes'
  | 'customerBlocks'
  | 'staffSends'
  | 'idsOf'
  | 'chatIdOf';

function describePeople(world: World): Pick<AvitoSimulator, People> {
  return {
    customerSends: (message) => void customerSends(world, message),
    conversation: (personId) =>
      requireChat(world, personId).messages.map(({ authorId, shown }) => ({
        author: authorId === world.account.id ? 'business' : 'customer',
        ...shown,
      })),
    customerReads: (personId) => customerReads(world, personId),
    customerDeletes: (personId, messageId) => customerDeletes(world, personId, messageId),
    customerBlocks: (personId) => {
      requireChat(world, personId).isBlocked = true;
    },
    staffSends: (personId, text) => staffSends(world, personId, text),
    idsOf: (personId) => requireChat(world, personId).messages.map(({ id }) => id),
    chatIdOf: (personId) => requireChat(world, personId).id,
  };
}

function describePlatform(
  world: World,
): Omit<AvitoSimulator, People | 'url' | 'environment' | 'credentials' | 'close'> {
  return {
    ledger: world.ledger,
    account: world.account,
    logIn: (address) => logIn(world, address),
    fail: (fault, times = 1) => {
      if (fault === 'revoked') world.isRevoked = true;
      else world.faults.set(fault, times);
    },
    repair: () => {
      world.isRevoked = false;
      world.hasTariff = true;
      world.faults.clear();
    },
    subscriptions: () => world.subscriptions,
    addSubscription: (address) => void world.subscriptions.push(address),
    endTokens: () => world.tokens.clear(),
    setTariff: (isPaid) => {
      world.hasTariff = isPaid;
    },
    setDeaf: (isDeaf) => {
      world.isDeaf = isDeaf;
    },
    redeliver: async (order) => {
      const past = [...world.history];
      const repeats = order(past.length).flatMap((place) =>
        world.subscriptions.map((address) => post(world, address, past[place]?.body ?? '')),
      );
      return await Promise.all(repeats);
    },
    settled: async () => void (await world.delivering),
  };
}

function buildWorld(options: AvitoSimulatorOptions, base: Pick<World, 'signal' | 'url'>): World {
  const { redirectUri } = options;
  return {
    ...base,
    account: { id: 141_906_442, name: 'Мебель «Дом»' },
    ownKeys: { clientId: newId(10), clientSecret: newId(20) },
    application: { clientId: newId(10), clientSecret: newId(20) },
    hasApplication: redirectUri !== undefined,
    redirectUri: () => (typeof redirectUri === 'function' ? redirectUri() : (redirectUri ?? '')),
    codes: new Set(),
    refreshTokens: new Set(),
    tokens: new Map(),
    chats: new Map(),
    images: new Map(),
    voices: new Map(),
    linkEnds: createLinkEnds(),
    subscriptions: [],
    hasTariff: true,
    isRevoked: false,
    isDeaf: false,
    faults: new Map(),
    ledger: { calls: [], deliveries: [] },
    history: [],
    delivering: Promise.resolve(),
    now: options.clock ?? Date.now,
    fetch: options.fetch ?? fetch,
  };
}
