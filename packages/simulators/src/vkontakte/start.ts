import { createEventFeed, waitFor } from '../http/event-feed.ts';
import { createLinkEnds, type MediaFault } from '../http/media-faults.ts';
import { type Exchange, sendJson, serve } from '../http/serve.ts';
import type { SimulatedPlatform } from '../simulated-platform.ts';
import {
  adminReplies,
  type CustomerMessage,
  customerEdits,
  customerReads,
  customerSends,
  setAllowed,
} from './customers.ts';
import { handleMedia, handleMethod, handleUpload } from './handle-api.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { handleLongPoll } from './long-poll.ts';
import { keyboardSchema } from './schemas.ts';
import type { CallbackServer, Conversation, Faults, VkEvent, VkMessage, World } from './world.ts';

export type VkontakteSimulatorOptions = {
  port?: number | undefined;
  host?: string | undefined;
  /** Milliseconds since 1970. */
  clock?: (() => number) | undefined;
  /** What callback servers are called with. */
  fetch?: typeof fetch | undefined;
  /** Waits between repeats of an event; without it the real ones. */
  repeatsAfterMs?: readonly number[] | undefined;
  groupId?: number | undefined;
};

/** A running stand-in of VK with one community: its calls, uploads, callback servers and long poll. */
export type VkontakteSimulator = SimulatedPlatform & {
  groupId: number;
  ledger: Ledger;
  servers(): CallbackServer[];
  writes(message: CustomerMessage): VkEvent;
  messagesOf(peerId: number): VkMessage[];
  conversationOf(peerId: number): Conversation | undefined;
  allow(change: { peerId: number; isAllowed: boolean }): VkEvent;
  reads(peerId: number): VkEvent;
  adminReplies(reply: { peerId: number; text: string }): VkEvent;
  edits(edit: { peerId: number; text: string }): VkEvent;
  /** The next call of a method is refused so. */
  refuse(fault: { method: string; code: number; words?: string }): void;
  /** What the key may do; a key of a person is none of a community's. */
  setKey(key: { permissions?: string[]; isUserKey?: boolean }): void;
  /** Another service's callback server. */
  addForeignServer(url: string): void;
  /** The key of the long poll ends. */
  endLongPollKey(): void;
  /** Until no event waits for a callback server. */
  waitUntilDelivered(): Promise<void>;
};

const REPEATS_AFTER_MS = [10_000, 180_000, 600_000, 1_800_000, 3_600_000];
const NO_FAULTS = { rateLimited: 0, serverError: 0, noAnswer: 0, isRevoked: false };
const noMediaFaults = (): Record<MediaFault, number> => ({ 'expired-media': 0, 'missing-media': 0, 'media-page': 0 });
const RIGHTS = ['manage', 'messages', 'photos', 'docs'];
const WAIT_MS = 30_000;

/** Starts a stand-in of api.vk.ru, its upload host and its callback sender. */
export async function startVkontakteSimulator(options: VkontakteSimulatorOptions = {}): Promise<VkontakteSimulator> {
  const stop = new AbortController();
  const world = buildWorld(options, stop.signal);
  const handle = (exchange: Exchange) => route(world, exchange);
  const server = await serve({ port: options.port, host: options.host, handle });
  world.url = server.url;
  return {
    ...createControls(world),
    url: server.url,
    environment: { VK_API_URL: server.url },
    credentials: { community: `club${world.groupId}`, token: world.token },
    close: () => {
      stop.abort();
      return server.close();
    },
  };
}

function buildWorld(options: VkontakteSimulatorOptions, signal: AbortSignal): World {
  let lastId = 500;
  return {
    url: '',
    groupId: options.groupId ?? 228_391_407,
    screenName: 'mebel_shop',
    title: 'Мебель на заказ',
    token: 'vk1.a.made_Up-key0123456789abcdefghijklmnopqrstuvwxyz',
    permissions: new Set(RIGHTS),
    isUserKey: false,
    confirmationCode: 'a1b2c3d4',
    servers: [],
    longPoll: { isEnabled: false, settings: new Set(), key: 'lp-key-1', events: [] },
    people: new Map(),
    conversations: new Map(),
    files: new Map(),
    uploads: { waiting: new Map(), saved: new Map() },
    ledger: createLedger(),
    linkEnds: createLinkEnds(),
    faults: { ...NO_FAULTS, media: noMediaFaults(), codes: [] },
    news: createEventFeed(),
    repeatsAfterMs: options.repeatsAfterMs ?? REPEATS_AFTER_MS,
    now: options.clock ?? Date.now,
    newId: () => {
      lastId += 1;
      return lastId;
    },
    fetch: options.fetch ?? fetch,
    signal,
  };
}

type Controls = Omit<VkontakteSimulator, 'url' | 'environment' | 'credentials' | 'close'>;

function createControls(world: World): Controls {
  return {
    groupId: world.groupId,
    ledger: world.ledger,
    servers: () => world.servers,
    ...createPeople(world),
    ...createFaults(world),
    setKey: ({ permissions, isUserKey = false }) => {
      if (permissions) world.permissions = new Set(permissions);
      world.isUserKey = isUserKey;
    },
    addForeignServer: (url) => {
      const foreign = { title: 'Other', secret: 'theirs', settings: new Set<string>(), tail: Promise.resolve() };
      world.servers.push({ ...foreign, id: world.newId(), url, status: 'ok' });
    },
    endLongPollKey: () => {
      world.longPoll.key = `lp-key-${world.newId()}`;
    },
    waitUntilDelivered: async () => {
      const find = () => (world.ledger.pending === 0 ? true : undefined);
      await waitFor({ feed: world.news, find, timeoutMs: WAIT_MS, what: 'the events to be delivered' });
    },
  };
}

function createPeople(world: World) {
  const messagesOf = (peerId: number) => world.conversations.get(peerId)?.messages ?? [];
  return {
    writes: (message: CustomerMessage) => customerSends(world, message),
    customerSends: ({ from, ...message }: Parameters<SimulatedPlatform['customerSends']>[0]) => {
      customerSends(world, { ...message, from: { ...from, id: Number(from.id) } });
    },
    messagesOf,
    conversationOf: (peerId: number) => world.conversations.get(peerId),
    conversation: (customerId: string) =>
      messagesOf(Number(customerId)).map(({ out, text, attachments, keyboard }) => {
        const choices = labelsOf(keyboard);
        return {
          author: out === 1 ? ('business' as const) : ('customer' as const),
          text,
          attachment: attachments[0]?.type ?? null,
          ...(choices.length > 0 && { choices }),
        };
      }),
    allow: (change: { peerId: number; isAllowed: boolean }) => setAllowed(world, change),
    reads: (peerId: number) => customerReads(world, peerId),
    adminReplies: (reply: { peerId: number; text: string }) => adminReplies(world, reply),
    edits: (edit: { peerId: number; text: string }) => customerEdits(world, edit),
  };
}

function labelsOf(keyboard: unknown): string[] {
  return (keyboardSchema.safeParse(keyboard).data?.buttons ?? []).flat().map(({ action }) => action.label);
}

function createFaults(world: World) {
  const { faults } = world;
  const counters = {
    'rate-limited': 'rateLimited',
    'server-error': 'serverError',
    'no-answer': 'noAnswer',
  } as const satisfies Record<string, keyof Faults>;
  return {
    fail: (fault: keyof typeof counters | MediaFault | 'revoked', times = 1) => {
      if (fault === 'revoked') faults.isRevoked = true;
      else if (fault === 'expired-media' || fault === 'missing-media' || fault === 'media-page')
        faults.media[fault] += times;
      else faults[counters[fault]] += times;
    },
    refuse: ({ method, code, words = 'Refused' }: { method: string; code: number; words?: string }) => {
      faults.codes.push({ method, code, words });
    },
    repair: () => {
      Object.assign(faults, NO_FAULTS, { media: noMediaFaults() });
      faults.codes.length = 0;
    },
  };
}

async function route(world: World, exchange: Exchange): Promise<void> {
  const { pathname } = exchange.url;
  const [, place = '', name = ''] = /^\/(method|upload|media)\/([\w.]+)$/.exec(pathname) ?? [];
  if (place === 'method') return await handleMethod(world, { exchange, method: name });
  if (place === 'upload') return await handleUpload(world, { exchange, kind: name });
  if (place === 'media') return handleMedia(world, { exchange, name });
  if (pathname === '/longpoll') return handleLongPoll(world, exchange);
  sendJson(exchange.response, { status: 404, body: { error: 'There is no such address.' } });
}
